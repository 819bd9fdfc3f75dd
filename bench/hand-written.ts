/**
 * The baseline: the same answers from queries that a careful developer would write for a role that bypasses
 * row-level security. The scope is known and written as constants.
 */
import type postgres from "postgres";

/** `project_summaries`, each table under it narrowed by hand. `scope` is the condition on a project's id, such as `= any (…)`. */
export function portfolioByHand(scope: string): string {
  return `
    select
      projects.id, projects.organization_id, projects.account_id, accounts.name as account_name,
      accounts.client_id, clients.name as client_name, projects.code, projects.name,
      projects.summary, projects.status, projects.lead_id, leads.name as lead_name,
      projects.starts_on, projects.due_on, projects.budget_hours, projects.budget_amount,
      projects.version, projects.updated_at, projects.archived_at,
      coalesce(hours.actual_hours, 0) as actual_hours,
      coalesce(work.estimate_hours, 0) as estimate_hours,
      coalesce(work.task_count, 0) as task_count,
      coalesce(work.open_task_count, 0) as open_task_count,
      updates.health, updates.created_at as health_reported_at,
      greatest(hours.last_spent_on, work.last_completed_on, updates.created_at::date)
        as last_activity_on,
      classifications.tier, classifications.service_line, classifications.risk,
      coalesce(classifications.version, 0) as classification_version
    from public.projects
    join public.accounts on accounts.id = projects.account_id
    join public.clients on clients.id = accounts.client_id
    left join public.people as leads on leads.id = projects.lead_id
    left join (
      select project_id, sum(hours) as actual_hours, max(spent_on) as last_spent_on
      from public.time_entries
      where project_id ${scope}
      group by project_id
    ) as hours on hours.project_id = projects.id
    left join (
      select
        project_id, sum(estimate_hours) as estimate_hours, count(*) as task_count,
        count(*) filter (where status in ('open', 'in_progress', 'blocked')) as open_task_count,
        max(completed_on) as last_completed_on
      from public.tasks
      where archived_at is null and project_id ${scope}
      group by project_id
    ) as work on work.project_id = projects.id
    left join (
      select distinct on (project_id) project_id, health, created_at
      from public.status_updates
      where project_id ${scope}
      order by project_id, created_at desc
    ) as updates on updates.project_id = projects.id
    left join (
      select distinct on (project_id) project_id, version, tier, service_line, risk
      from public.portfolio_classifications
      where project_id ${scope}
      order by project_id, version desc
    ) as classifications on classifications.project_id = projects.id
    where projects.id ${scope}`;
}

/**
 * Creates `bench.get_portfolio`, `bench.get_spine` and what they need from the text of our own functions, so that they
 * cannot drift apart, with each scoped read replaced by a hand-written filter. The functions that `get_spine` calls
 * stay as they are, because their arguments limit what they read.
 */
export async function createFunctionsByHand(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create schema bench;
    grant usage on schema bench, private to service_role;
    grant execute on function private.spine, private.spine_lines, private.spine_work, private.spine_activity,
      private.verification_window_days
      to service_role`);
  await rewrite(sql, "public.get_portfolio", [
    [
      /public\.get_portfolio\(.*?\)\n/,
      `bench.get_portfolio(ids uuid[], account_ids uuid[], client_ids uuid[],
         page_size integer default 1000, cursor text default null)\n`,
    ],
    [/ if \(private\.get_viewer[\s\S]*?end if;/, ""],
    [/public\.project_summaries/, `(${portfolioByHand("= any (ids)")}) as summaries`],
    [/from public\.clients where/, "from public.clients where clients.id = any (client_ids) and"],
    [
      /from public\.accounts where/,
      "from public.accounts where accounts.id = any (account_ids) and",
    ],
  ]);
  await rewrite(sql, "private.most_active_projects", [
    [/private\.most_active_projects/, "bench.most_active_projects"],
    [/private\.visible_project_ids\(\)/, "project_ids"],
  ]);
  await rewrite(sql, "public.get_spine", [
    [
      /public\.get_spine\(.*?\)\n/,
      "bench.get_spine(ids uuid[], known_person_ids uuid[], viewer_id uuid)\n",
    ],
    [/ if as_person_id[\s\S]*?end if;/, ""],
    [
      /select \* into v_scope[^;]*;/,
      `select people as viewer, people as person, known_person_ids as person_ids into v_scope
       from public.people where id = viewer_id;`,
    ],
    [/v_project_ids := private\.narrowed[^;]*;/, ""],
    // A read by hand does not record which sources a conversation has read.
    [/perform private\.record_chat_materials[^;]*;/, ""],
    [/private\.current_projects\(v_project_ids\)/, CURRENT],
    [/private\.most_active_projects/, "bench.most_active_projects"],
  ]);
}

const CURRENT =
  "array(select projects.id from public.projects where projects.id = any (ids) and projects.archived_at is null)";

async function rewrite(
  sql: postgres.Sql,
  name: string,
  replacements: [RegExp, string][],
): Promise<void> {
  const [definition] = await sql`select pg_get_functiondef(${name}::regproc) as text`;
  let text: string = definition?.text;
  for (const [pattern, replacement] of replacements) {
    if (!pattern.test(text)) throw new Error(`${name} no longer contains ${pattern}.`);
    text = text.replace(pattern, () => replacement);
  }
  await sql.unsafe(text);
  await sql.unsafe(`grant execute on all functions in schema bench to service_role`);
}
