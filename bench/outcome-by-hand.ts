/** The answer of get_outcome in one statement, with its scope and its question as constants. */

export interface Question {
  words: string;
  category: string;
  clientId: string;
  service: string;
  expectedHours: number;
}

export interface Scope {
  organizationId: string;
  /** If undefined, every project of the organization. */
  projectIds: string[] | undefined;
  /** Leads also see money, and the scores of earlier estimates. */
  isLead: boolean;
  today: string;
}

/**
 * A weighted quantile: interpolates between the two items whose weight midpoints surround the level; beyond the
 * midpoints, the first or last item.
 */
const quantile = (level: string) => `
  case width_bucket(${level}, middles) when 0 then items[1] when cardinality(items) then items[cardinality(items)]
    else items[width_bucket(${level}, middles)]
      + (items[width_bucket(${level}, middles) + 1] - items[width_bucket(${level}, middles)])
      * (${level} - middles[width_bucket(${level}, middles)])
      / nullif(middles[width_bucket(${level}, middles) + 1] - middles[width_bucket(${level}, middles)], 0) end`;

const middles = (item: string) => `
  select array_agg(item order by number) as items, array_agg(middle order by number) as middles
  from (
    select ${item} as item, row_number() over in_order as number,
      (sum(weight) over in_order - weight / 2) / sum(weight) over () as middle
    from closest_cases
    window in_order as (order by ${item}, position rows unbounded preceding)
  ) as midpoints`;

const tail = (isMiss: string) => `
  private.adapted_tail(
    (count(*) filter (where ${isMiss} and position <= 400))::integer,
    (count(*) filter (where position <= 400))::integer,
    (count(*) filter (where ${isMiss} and is_same_group and position_in_group <= 400))::integer,
    (count(*) filter (where is_same_group and position_in_group <= 400))::integer)`;

/** Scores of saved estimates. The dataset has them only for tasks. */
const scores = ({ organizationId, isLead, today }: Scope, { category }: Question) => `
  select scored_cases.*, row_number() over (order by finished_on desc, id) as position,
    row_number() over (partition by lower(category) order by finished_on desc, id) as position_in_group,
    lower(category) = lower('${category}') as is_same_group
  from (
    select cases.id, cases.category, tasks.completed_on as finished_on, sum(entries.hours) < cases.low_hours as is_below,
      sum(entries.hours) > cases.high_hours as is_above
    from public.estimate_cases as cases
    join public.tasks on tasks.id = cases.task_id and tasks.status = 'done'
    join public.time_entries as entries on entries.task_id = cases.task_id and entries.spent_on <= '${today}'
    where ${isLead} and tasks.completed_on <= '${today}' and cases.organization_id = '${organizationId}'
    group by cases.id, tasks.id
    having sum(entries.hours) > 0
  ) as scored_cases`;

const financials = `
  select jsonb_build_object(
    'cases', count(*), 'average_revenue', round(avg(revenue), 2), 'average_cost', round(avg(cost), 2),
    'average_margin_percent', round(100 * avg((revenue - cost) / nullif(revenue, 0)), 1))
  from (
    select sum(entries.hours * project_rate.revenue_per_hour) as revenue,
      sum(entries.hours * coalesce(person_rate.cost_per_hour, project_rate.cost_per_hour)) as cost
    from closest_cases
    join public.time_entries as entries on entries.task_id = closest_cases.id and entries.spent_on <= closest_cases.last_on
    left join lateral (
      select revenue_per_hour, cost_per_hour from public.project_rates
      where project_id = entries.project_id and valid_from <= entries.spent_on order by valid_from desc limit 1
    ) as project_rate on true
    left join lateral (
      select cost_per_hour from public.person_rates
      where person_id = entries.person_id and valid_from <= entries.spent_on order by valid_from desc limit 1
    ) as person_rate on true
    group by closest_cases.id
    having count(*) = count(project_rate.revenue_per_hour)
      and count(*) = count(coalesce(person_rate.cost_per_hour, project_rate.cost_per_hour))
  ) as sums
  having count(*) > 0`;

export const outcomeByHand = (scope: Scope, question: Question): string => `
with finished_tasks as materialized (
  select id, project_id, title, category, subcategory, estimate_hours, completed_on
  from public.tasks
  where ${
    scope.projectIds === undefined
      ? `organization_id = '${scope.organizationId}'`
      : `project_id = any ('{${scope.projectIds}}'::uuid[])`
  }
    and status = 'done' and archived_at is null and completed_on <= '${scope.today}'
  order by completed_on desc, id
  limit 2000
),
task_hours as materialized (
  select finished_tasks.id, sum(entries.hours) as hours, min(entries.spent_on) as first_on, max(entries.spent_on) as last_on,
    coalesce(sum(entries.hours) filter (where entries.spent_on > finished_tasks.completed_on), 0) as hours_after
  from finished_tasks
  join public.time_entries as entries on entries.task_id = finished_tasks.id and entries.spent_on <= '${scope.today}'
  group by finished_tasks.id, finished_tasks.completed_on
  having sum(entries.hours) > 0
),
facts as materialized (
  select projects.id, projects.name, clients.id as client_id, clients.name as client_name, (
    select service_line from public.portfolio_classifications as versions
    where versions.project_id = projects.id order by version desc limit 1) as service_line
  from public.projects
  left join public.accounts on accounts.id = projects.account_id
  left join public.clients on clients.id = accounts.client_id
  where projects.id in (select project_id from finished_tasks)
),
cases as materialized (
  select finished_tasks.*, task_hours.hours, task_hours.first_on, task_hours.last_on, task_hours.hours_after,
    facts.name as project_name, facts.client_id, facts.client_name,
    coalesce(facts.client_id = '${question.clientId}', false) as is_same_client,
    coalesce(lower(coalesce(facts.service_line, finished_tasks.subcategory)) = lower('${question.service}'), false) as is_same_service,
    coalesce(lower(finished_tasks.category) = lower('${question.category}'), false) as is_same_category,
    to_tsvector('english', finished_tasks.title) || to_tsvector('simple', finished_tasks.title) as words,
    char_length(finished_tasks.title)::double precision as size
  from finished_tasks
  join task_hours on task_hours.id = finished_tasks.id
  join facts on facts.id = finished_tasks.project_id
),
averages as materialized (select count(*) as cases, greatest(avg(size), 1) as size from cases),
terms as materialized (select term, weight from private.query_terms('${question.words.toLowerCase()}', array['english'])),
hits as materialized (select cases.id, terms.term from cases join terms on cases.words @@ terms.term),
term_weights as materialized (
  select terms.term, terms.weight * ln(1 + (averages.cases + 1 - count(hits.id) + 0.5) / (count(hits.id) + 0.5)) as weight
  from terms cross join averages left join hits on hits.term = terms.term
  group by terms.term, terms.weight, averages.cases
),
demand as materialized (
  select sum(weight) / (1.3 + 0.9 * ${question.words.length} / (select size from averages)) as weight from term_weights
),
texts as (select hits.id, sum(term_weights.weight) as weight from hits join term_weights on term_weights.term = hits.term group by hits.id),
ranked_cases as (
  select cases.*,
    (3 * least(1, coalesce(texts.weight / (1.3 + 0.9 * cases.size / averages.size) / nullif(demand.weight, 0), 0))
    + case when is_same_category then 1 else 0 end + case when is_same_service then 1.5 else 0 end
    + case when is_same_client then 1 else 0 end
    - least((date '${scope.today}' - completed_on) / 365.0, 4) / 2
    - coalesce(least(abs(ln(${question.expectedHours}) - ln(nullif(estimate_hours, 0))), 3), 1))::double precision as likeness
  from cases cross join averages cross join demand left join texts on texts.id = cases.id
),
closest_cases as materialized (
  select candidates.*, row_number() over (order by likeness desc, completed_on desc, id) as position,
    exp(likeness - max(likeness) over ()) as weight,
    hours * coalesce(power((${question.expectedHours} / nullif(estimate_hours, 0))::double precision, 0.75), 1) as scaled_hours
  from (select * from ranked_cases order by likeness desc, completed_on desc, id limit 100) as candidates
),
class_sizes as (
  select count(*) filter (where is_same_client and is_same_service) as client_and_service, count(*) filter (where is_same_service) as service,
    count(*) filter (where is_same_category) as category, count(*) as all_cases
  from cases
),
steps as materialized (
  select classes.position, classes.name, classes.n, classes.position = min(classes.position) filter (where classes.n >= 9) over () as is_used
  from class_sizes
  cross join lateral (values (1, 'client_and_service', class_sizes.client_and_service), (2, 'service', class_sizes.service),
    (3, 'category', class_sizes.category), (4, 'all', class_sizes.all_cases)) as classes (position, name, n)
),
scores_of_cases as (${scores(scope, question)}),
tails as materialized (select ${tail("is_below")} as lower, ${tail("is_above")} as upper from scores_of_cases),
hours as (${middles("ln(scaled_hours)")}),
range as (
  select exp(${quantile("greatest(0, 1 - (1 - tails.lower) * (1 + 1.0 / cardinality(items)))")}) as low,
    exp(${quantile("0.5")}) as typical,
    exp(${quantile("least(1, (1 - tails.upper) * (1 + 1.0 / cardinality(items)))")}) as high
  from hours cross join tails
),
weeks as (${middles("((last_on - first_on + 1) / 7.0)::double precision")}),
duration as (select ${quantile("0.1")} as low, ${quantile("0.9")} as high from weeks),
figures as (
  select sum(weight) ^ 2 / sum(weight ^ 2) as effective, count(*) as comparable_count,
    case when count(estimate_hours) >= 9 then jsonb_build_object(
      'average', round(avg(hours - estimate_hours), 2),
      'range', to_jsonb(array[
        round((percentile_cont(0.1) within group (order by hours - estimate_hours))::numeric, 2),
        round((percentile_cont(0.9) within group (order by hours - estimate_hours))::numeric, 2)])) end as variance,
    jsonb_agg(jsonb_build_object(
      'task_id', id, 'title', title, 'project_id', project_id, 'project_name', project_name, 'client_id', client_id,
      'client_name', client_name, 'category', category, 'hours', hours, 'estimate_hours', estimate_hours,
      'scaled_hours', round(scaled_hours::numeric, 2), 'completed_on', completed_on, 'weight', round(weight::numeric, 4),
      'class', case when is_same_client and is_same_service then 'client_and_service' when is_same_service then 'service'
        when is_same_category then 'category' else 'all' end) order by position) as comparables
  from closest_cases
)
select jsonb_build_object(
  'query', '${question.words}', 'no_data', false, 'category', '${question.category}', 'service', '${question.service}',
  'project_id', null, 'client_id', '${question.clientId}', 'expected_hours', ${question.expectedHours},
  'model_version', 'weighted-cases-1', 'as_of', '${scope.today}', 'finished_cases', (select cases from averages),
  'steps', (select jsonb_agg(jsonb_build_object('step', name, 'n', n, 'is_used', coalesce(is_used, false)) order by position) from steps),
  'typical_hours', round(range.typical::numeric, 2),
  'range_hours', jsonb_build_array(round(range.low::numeric, 2), round(range.high::numeric, 2)),
  'tails', jsonb_build_array(round(tails.lower::numeric, 4), round(tails.upper::numeric, 4)),
  'scope_signals', jsonb_build_object(
    'completed_after_hours', (
      select coalesce(jsonb_agg(jsonb_build_object('task_id', id, 'title', title, 'project_id', project_id, 'hours', hours_after)
        order by hours_after desc, id), '[]')
      from (select * from closest_cases where hours_after > 0 order by hours_after desc, id limit 10) as late_tasks),
    'recent_burn_hours', (
      select coalesce(sum(hours), 0) from public.time_entries
      where project_id in (select project_id from closest_cases)
        and spent_on > date '${scope.today}' - 28 and spent_on <= '${scope.today}')),
  'financials', case when ${scope.isLead} then (${financials}) end,
  'duration_weeks', jsonb_build_array(round(duration.low::numeric, 1), round(duration.high::numeric, 1)),
  'effective_cases', round(figures.effective::numeric, 1), 'comparable_count', figures.comparable_count,
  'confidence', (select case when name in ('client_and_service', 'service') and figures.effective >= 30 then 'high'
    when name <> 'all' and figures.effective >= 9 then 'medium' else 'low' end from steps where is_used),
  'budget_variance_hours', figures.variance, 'comparables', figures.comparables) as answer
from figures cross join range cross join duration cross join tails`;
