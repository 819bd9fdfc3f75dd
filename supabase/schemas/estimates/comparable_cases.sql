-- The method of every estimate, in one place. bench/eval-outcome.ts measures these functions on real work.
--
-- 1. A case is a finished task with hours. The 2,000 most recent ones of the given projects are compared.
-- 2. The likeness is a sum: 3 times the share of the question's words (terms and BM25 of search), 1 for the same
--    category, 1.5 for the same service, 1 for the same client; minus half a point for each year of age (4 years at
--    most), minus the difference in size (natural logarithm of the estimates, 3 at most).
-- 3. The 100 most alike cases count with a weight of exp(likeness - best likeness). The classes back off by weight:
--    a case of the same client and service weighs more than one of the same service, and so on.
-- 4. Each case contributes its hours, scaled by the ratio of both estimates to the power of 0.75 where both are known:
--    large estimates miss by less than their size suggests.
-- 5. The range is a pair of weighted quantiles with the finite-sample correction of conformal prediction, so that nine
--    cases give their smallest and largest. Each tail has 10%, adapted to the share of earlier ranges that missed.
create type private.comparable_case as (
  task_id uuid, project_id uuid, client_id uuid, title text, category text, hours numeric, estimate_hours numeric,
  completed_on date,
  first_on date, last_on date, hours_after numeric,
  is_same_client boolean, is_same_service boolean, is_same_category boolean,
  likeness double precision, weight double precision, scaled_hours double precision
);

-- The tasks that were completed last, under the caller's row-level security. A function, because it states to the planner
-- how many rows it returns: the planner would expect one, and join it row by row.
create or replace function private.latest_finished_tasks(project_ids uuid[], as_of date, max_count integer)
returns table (
  id uuid, project_id uuid, title text, category text, subcategory text, estimate_hours numeric, completed_on date
)
language plpgsql
stable
rows 2000
set search_path = pg_catalog, pg_temp
set plan_cache_mode = 'force_custom_plan'
as $$
#variable_conflict use_column
declare
  -- Days are in the index, so finding the oldest one first takes less time than reading all tasks.
  v_oldest_day constant date := (
    select min(latest_tasks.completed_on)
    from (
      select tasks.completed_on
      from public.tasks
      where tasks.project_id = any (latest_finished_tasks.project_ids) and tasks.status = 'done' and tasks.archived_at is null
        and tasks.completed_on <= latest_finished_tasks.as_of
      order by tasks.completed_on desc
      limit max_count
    ) as latest_tasks);
begin
  return query
  select tasks.id, tasks.project_id, tasks.title, tasks.category, tasks.subcategory, tasks.estimate_hours, tasks.completed_on
  from public.tasks
  where tasks.project_id = any (latest_finished_tasks.project_ids) and tasks.status = 'done' and tasks.archived_at is null
    and tasks.completed_on between v_oldest_day and latest_finished_tasks.as_of
  order by tasks.completed_on desc, tasks.id
  limit max_count;
end;
$$;
comment on function private.latest_finished_tasks(uuid[], date, integer) is 'The tasks that were completed last until a day, latest first.';

create or replace function private.comparable_cases(
  project_ids uuid[],
  words text,
  client_id uuid,
  service text,
  category text,
  expected_hours numeric,
  as_of date
)
returns setof private.comparable_case
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = 'force_custom_plan'
as $$
#variable_conflict use_column
declare
  v_case_limit constant integer := 2000;
  v_words constant text := private.fold_text(left(comparable_cases.words, 1000));
  -- The end of the day in the organization, which is the same for all projects.
  v_until constant timestamptz := (
    select (comparable_cases.as_of + 1)::timestamp at time zone organizations.time_zone
    from public.projects
    join public.organizations on organizations.id = projects.organization_id
    where projects.id = comparable_cases.project_ids[1]);
begin
  return query
  with finished_tasks as materialized (
    select tasks.* from private.latest_finished_tasks(comparable_cases.project_ids, comparable_cases.as_of, v_case_limit) as tasks
  ),
  -- Reads the service lines of all projects at once, because under row-level security each lookup compares with the
  -- whole scope. They are grouped, because the planner expects one row of each and would choose a nested loop.
  facts as materialized (
    select matches.id, (array_agg(matches.client_id) filter (where matches.client_id is not null))[1] as client_id,
      max(matches.service_line) as service_line
    from (
      select projects.id, accounts.client_id, null as service_line
      from public.projects
      left join public.accounts on accounts.id = projects.account_id
      where projects.id = any (array(select distinct finished_tasks.project_id from finished_tasks))
      union all
      (select distinct on (versions.project_id) versions.project_id, null, versions.service_line
      from public.portfolio_classifications as versions
      where versions.project_id = any (array(select distinct finished_tasks.project_id from finished_tasks))
        and versions.created_at < v_until
      -- Both descending, as the index is read backwards, so that nothing is sorted.
      order by versions.project_id desc, versions.version desc)
    ) as matches
    group by matches.id
  ),
  cases as materialized (
    select finished_tasks.*, facts.client_id, time_totals.hours, time_totals.first_on, time_totals.last_on, time_totals.hours_after,
      coalesce(facts.client_id = comparable_cases.client_id, false) as is_same_client,
      coalesce(lower(coalesce(facts.service_line, finished_tasks.subcategory)) = lower(comparable_cases.service), false)
        as is_same_service,
      coalesce(lower(finished_tasks.category) = lower(comparable_cases.category), false) as is_same_category,
      to_tsvector('pg_catalog.english'::regconfig, search_text.title) || to_tsvector('pg_catalog.simple'::regconfig, search_text.title)
        as words,
      char_length(finished_tasks.title)::double precision as size
    from finished_tasks
    join facts on facts.id = finished_tasks.project_id
    cross join lateral (
      select sum(time_entries.hours) as hours, min(time_entries.spent_on) as first_on, max(time_entries.spent_on) as last_on,
        coalesce(sum(time_entries.hours) filter (where time_entries.spent_on > finished_tasks.completed_on), 0) as hours_after
      from public.time_entries
      where time_entries.task_id = finished_tasks.id and time_entries.spent_on <= comparable_cases.as_of
    ) as time_totals
    -- fold_text is slow, and changes only text with non-ASCII characters, dots or underscores.
    cross join lateral (
      select case when finished_tasks.title ~ '[^ -~]|[._]' then private.fold_text(finished_tasks.title) else finished_tasks.title end as title
    ) as search_text
    where time_totals.hours > 0
  ),
  averages as materialized (
    select count(*) as cases, greatest(avg(cases.size), 1) as size from cases
  ),
  terms as materialized (
    select query_terms.term, query_terms.weight
    from private.query_terms(v_words, array['english']) as query_terms
  ),
  hits as materialized (
    select cases.id, terms.term, terms.weight
    from cases
    join terms on cases.words @@ terms.term
  ),
  term_weights as materialized (
    select terms.term,
      terms.weight * ln(1 + (averages.cases + 1 - hit_counts.count + 0.5) / (hit_counts.count + 0.5)) as weight
    from terms
    cross join averages
    cross join lateral (select count(*) as count from hits where hits.term = terms.term) as hit_counts
  ),
  query_weight as materialized (
    select sum(term_weights.weight) / (1.3 + 0.9 * char_length(v_words) / (select averages.size from averages)) as weight from term_weights
  ),
  texts as (
    select hits.id, sum(term_weights.weight) as weight
    from hits
    join term_weights on term_weights.term = hits.term
    group by hits.id
  ),
  ranked_cases as materialized (
    select cases.*,
      3 * least(1, coalesce(texts.weight / (1.3 + 0.9 * cases.size / averages.size) / nullif(query_weight.weight, 0), 0))
      + case when cases.is_same_category then 1 else 0 end
      + case when cases.is_same_service then 1.5 else 0 end
      + case when cases.is_same_client then 1 else 0 end
      - least((comparable_cases.as_of - cases.completed_on) / 365.0, 4) / 2
      - case when comparable_cases.expected_hours > 0
          then coalesce(least(abs(ln(comparable_cases.expected_hours) - ln(nullif(cases.estimate_hours, 0))), 3), 1)
          else 0 end as likeness
    from cases
    cross join averages
    cross join query_weight
    left join texts on texts.id = cases.id
  )
  select ranked_cases.id, ranked_cases.project_id, ranked_cases.client_id, ranked_cases.title, ranked_cases.category, ranked_cases.hours,
    ranked_cases.estimate_hours, ranked_cases.completed_on, ranked_cases.first_on, ranked_cases.last_on, ranked_cases.hours_after,
    ranked_cases.is_same_client, ranked_cases.is_same_service, ranked_cases.is_same_category,
    ranked_cases.likeness::double precision,
    exp(ranked_cases.likeness - max(ranked_cases.likeness) over ())::double precision,
    -- In double precision, because a power of numeric takes as long as the rest of a case.
    ranked_cases.hours * coalesce(
      power((comparable_cases.expected_hours / nullif(ranked_cases.estimate_hours, 0))::double precision, 0.75), 1)
  from ranked_cases
  order by ranked_cases.likeness desc, ranked_cases.completed_on desc, ranked_cases.id;
end;
$$;
comment on function private.comparable_cases(uuid[], text, uuid, text, text, numeric, date) is
  'Finished work up to a day, most alike first, under the caller''s row-level security.';

-- Quantiles of weighted values, interpolated between the midpoints of their weights.
create or replace function private.weighted_quantiles(
  items double precision[], weights double precision[], levels double precision[]
)
returns double precision[]
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_items double precision[];
  v_midpoints double precision[];
  v_level double precision;
  v_result double precision[] := '{}';
  v_index integer;
begin
  select array_agg(entries.item order by entries.number), array_agg(entries.midpoint order by entries.number)
  into v_items, v_midpoints
  from (
    select input.item, row_number() over item_order as number,
      (sum(input.weight) over item_order - input.weight / 2) / sum(input.weight) over () as midpoint
    from unnest(items, weights) with ordinality as input (item, weight, position)
    window item_order as (order by input.item, input.position rows unbounded preceding)
  ) as entries;
  foreach v_level in array levels loop
    -- The number of midpoints at or below the level.
    v_index := width_bucket(v_level, v_midpoints);
    v_result := v_result || case
      when v_index = 0 then v_items[1]
      when v_index = cardinality(v_items) then v_items[v_index]
      else v_items[v_index] + (v_items[v_index + 1] - v_items[v_index])
        * (v_level - v_midpoints[v_index]) / nullif(v_midpoints[v_index + 1] - v_midpoints[v_index], 0)
      end;
  end loop;
  return v_result;
end;
$$;

-- The share of a range that one tail leaves out: 10%, less where earlier ranges missed on that side too often, more
-- where they missed too rarely. The miss rate of the group is smoothed with 50 ranges at the overall rate, and the
-- overall rate with 50 ranges at the expected 10%.
create or replace function private.adapted_tail(
  miss_count integer, score_count integer, group_miss_count integer, group_score_count integer
)
returns double precision
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select least(0.25, greatest(0.02, 0.1 + 1.5 * (0.1 - (
    group_miss_count + 50 * ((miss_count + 5) / (score_count + 50.0))) / (group_score_count + 50.0))))::double precision
$$;

-- The range and the median of an estimate from its comparables (at most the 100 most alike), in hours.
create or replace function private.range_of_cases(
  scaled_hours double precision[], weights double precision[], lower_tail double precision, upper_tail double precision
)
returns double precision[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select array(
    select exp(quantile.log_hours)
    from unnest(private.weighted_quantiles(
      array(select ln(input.hours) from unnest(scaled_hours[:100]) with ordinality as input (hours, position) order by input.position),
      weights[:100],
      array[
        greatest(0, 1 - (1 - lower_tail) * (1 + 1.0 / cases.count)),
        0.5,
        least(1, (1 - upper_tail) * (1 + 1.0 / cases.count))]
    )) with ordinality as quantile (log_hours, position)
    order by quantile.position)
  from (select cardinality(scaled_hours[:100])::double precision as count) as cases
$$;

grant execute on function private.latest_finished_tasks(uuid[], date, integer) to authenticated;
grant execute on function private.comparable_cases(uuid[], text, uuid, text, text, numeric, date) to authenticated;
grant execute on function private.weighted_quantiles(double precision[], double precision[], double precision[]) to authenticated;
grant execute on function private.adapted_tail(integer, integer, integer, integer) to authenticated;
grant execute on function private.range_of_cases(double precision[], double precision[], double precision, double precision)
  to authenticated;
