/** Loads organizations with finished work, asks for estimates, and makes the copy that only has a viewer's rows. */
import type postgres from "postgres";
import type { EstimateGraph } from "./estimate-graph.ts";
import type { Person } from "./graph-rows.ts";

/** Rows of a table, whose `day` becomes a date or another column. */
const insert = (table: string, columns: string, values = columns) => `
  insert into public.${table} (${columns})
  select ${values}
  from jsonb_array_elements(graph -> '${table}') as items (item)
  cross join lateral jsonb_populate_record(null::public.${table}, item) as input;`;
const day = "v_today + (item ->> 'day')::integer";

/** Creates the functions of the schema `probe`. */
export async function installEstimates(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create schema probe;
    grant usage on schema probe to authenticated;
    -- These tables refuse every deletion, or that of the last admin.
    alter table public.estimate_cases disable trigger user;
    alter table public.portfolio_classifications disable trigger user;
    alter table public.people disable trigger user;

    create function probe.today(graph jsonb) returns date language sql as $$
      select (now() at time zone (graph #>> '{organizations,0,time_zone}'))::date
    $$;

    create function probe.load(graph jsonb) returns void language plpgsql as $$
    declare
      v_today constant date := probe.today(graph);
      v_zone constant text := graph #>> '{organizations,0,time_zone}';
    begin
      insert into auth.users (id, email)
      select user_id, user_id || '@users.test' from jsonb_populate_recordset(null::public.people, graph -> 'people');
      ${insert("organizations", "id, name, email_domain, time_zone", "input.id, 'Organization', 'o.test', input.time_zone")}
      ${insert("clients", "id, organization_id, name", "input.id, input.organization_id, 'Client ' || input.id")}
      ${insert(
        "people",
        "id, organization_id, user_id, name, role, is_employee, client_id",
        "input.id, input.organization_id, input.user_id, input.name, input.role, input.is_employee, input.client_id",
      )}
      ${insert(
        "accounts",
        "id, organization_id, client_id, name",
        "input.id, input.organization_id, input.client_id, 'Account ' || input.id",
      )}
      ${insert(
        "projects",
        "id, organization_id, account_id, name, status, archived_at",
        "input.id, input.organization_id, input.account_id, 'Project ' || input.id, input.status, input.archived_at",
      )}
      ${insert(
        "project_members",
        "organization_id, project_id, person_id",
        "input.organization_id, input.project_id, input.person_id",
      )}
      -- In the last second of the day, and on the first day after the question in its first second.
      insert into public.portfolio_classifications
        (id, organization_id, project_id, version, service_line, classified_by, created_at)
      select input.id, input.organization_id, input.project_id, input.version, input.service_line, input.classified_by,
        (${day} + case when (item ->> 'day')::integer > 0 then time '00:00' else time '23:59:59' end) at time zone v_zone
      from jsonb_array_elements(graph -> 'classifications') as items (item)
      cross join lateral jsonb_populate_record(null::public.portfolio_classifications, item) as input;
      ${insert(
        "tasks",
        "id, organization_id, project_id, title, status, category, subcategory, estimate_hours, completed_on, archived_at, hidden_at",
        `input.id, input.organization_id, input.project_id, input.title, input.status, input.category, input.subcategory,
          input.estimate_hours, ${day}, case when (item ->> 'is_archived')::boolean then now() end,
          case when (item ->> 'is_hidden')::boolean then now() end`,
      )}
      ${insert(
        "time_entries",
        "id, organization_id, project_id, task_id, person_id, spent_on, hours",
        `input.id, input.organization_id, input.project_id, input.task_id, input.person_id, ${day}, input.hours`,
      )}
      ${insert(
        "person_rates",
        "id, organization_id, person_id, cost_per_hour, valid_from",
        `input.id, input.organization_id, input.person_id, input.cost_per_hour, ${day}`,
      )}
      ${insert(
        "project_rates",
        "id, organization_id, project_id, revenue_per_hour, cost_per_hour, valid_from",
        `input.id, input.organization_id, input.project_id, input.revenue_per_hour, input.cost_per_hour, ${day}`,
      )}
      ${insert(
        "estimate_cases",
        `id, organization_id, project_id, task_id, category, query, model_version, low_hours, typical_hours, high_hours,
          outcome, created_by`,
        `input.id, input.organization_id, input.project_id, input.task_id, input.category, 'Work', 'test', input.low_hours,
          input.low_hours, input.high_hours, '{}', input.created_by`,
      )}
    end $$;

    create function probe.answers(questions jsonb) returns jsonb
    language plpgsql set search_path = '' as $$
    declare
      v_question jsonb;
      v_hint text;
      v_answers jsonb := '[]';
    begin
      for v_question in select item from jsonb_array_elements(questions) as items (item) loop
        begin
          v_answers := v_answers || jsonb_build_array(public.get_outcome(
            v_question ->> 'query', (v_question ->> 'project_id')::uuid, v_question ->> 'category',
            (v_question ->> 'client_id')::uuid, v_question ->> 'service', (v_question ->> 'expected_hours')::numeric));
        exception when others then
          get stacked diagnostics v_hint = pg_exception_hint;
          v_answers := v_answers || jsonb_build_object('error', sqlstate, 'hint', v_hint);
        end;
      end loop;
      return v_answers;
    end $$;
    grant execute on function probe.answers(jsonb) to authenticated;

    -- Leaves only the rows of these ids, and of them only what is not dated after today. Without triggers and foreign
    -- keys, because the copy has entries whose task the viewer cannot read.
    create function probe.retain(ids jsonb, graph jsonb) returns void language plpgsql as $$
    declare
      v_today constant date := probe.today(graph);
      v_zone constant text := graph #>> '{organizations,0,time_zone}';
      v_table text;
    begin
      set local session_replication_role = replica;
      foreach v_table in array array['clients', 'accounts', 'people', 'projects', 'portfolio_classifications', 'tasks',
        'time_entries', 'person_rates', 'project_rates', 'estimate_cases']
      loop
        execute format('delete from public.%I where id <> all (array(select jsonb_array_elements_text($1 -> %1$L)::uuid))', v_table)
        using ids;
      end loop;
      delete from public.project_members where project_id not in (select id from public.projects);
      delete from public.portfolio_classifications where created_at >= (v_today + 1)::timestamp at time zone v_zone;
      delete from public.tasks where completed_on > v_today;
      delete from public.time_entries where spent_on > v_today;
      delete from public.person_rates where valid_from > v_today;
      delete from public.project_rates where valid_from > v_today;
      set local session_replication_role = origin;
    end $$;`);
}

/** Asks all questions of the graph as the viewer. */
export async function answersFor(
  sql: postgres.Sql,
  viewer: Person,
  graph: EstimateGraph,
): Promise<unknown[]> {
  const claims = JSON.stringify({ sub: viewer.user_id, role: "authenticated" });
  // Sent together, answered in order.
  const [, [row]] = await Promise.all([
    sql`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`,
    sql<[{ answers: unknown[] }]>`
      select probe.answers(${sql.json(graph.questions as never)}) as answers`,
    sql`reset role`,
  ]);
  return row.answers;
}

/** The answers to the same viewer in the copy that only has the rows of these ids; the copy is then dropped. */
export async function answersFromCopy(
  sql: postgres.Sql,
  viewer: Person,
  graph: EstimateGraph,
  ids: Record<string, string[]>,
): Promise<unknown[]> {
  await sql.unsafe("savepoint copy");
  await sql`select probe.retain(${sql.json(ids)}, ${sql.json(graph as never)})`;
  const answers = await answersFor(sql, viewer, graph);
  await sql.unsafe("rollback to savepoint copy");
  return answers;
}
