/** Reads everything there is as one person, under row-level security, and answers in the oracle's words. */
import type postgres from "postgres";
import type { z } from "zod";
import type { Spine } from "../../../supabase/functions/_domain/portfolio/spine-contract.ts";
import { loadChats } from "./chat-graph.ts";
import type { Graph } from "./graph-rows.ts";
import { loadApprovals } from "./load-approvals.ts";

export interface Seen {
  /** Keys of the rows seen, by table or view. */
  relations: Record<string, string[]>;
  /** How many rows an exact count says there are. */
  counts: Record<string, number>;
  /** The Data API's answers to counts by the planner. */
  plannedCounts: string[];
  portfolio: unknown;
  portal: unknown;
  /** In the order of the people asked for. */
  spines: unknown[];
}

// Where a key of the table says too little: figures that would tell of rows out of scope.
const KEYS: Record<string, string> = {
  project_summaries: `concat_ws('/', id, client_id, coalesce(lead_name, ''), trim_scale(actual_hours),
    task_count, open_task_count, classification_version)`,
  document_summaries: "concat_ws('/', id, title, version)",
  project_daily_hours: "concat_ws('/', project_id, day, trim_scale(hours))",
  project_monthly_hours: "concat_ws('/', project_id, month, trim_scale(hours), person_count)",
};

// Reading as somebody else is itself recorded: such events are the probe's, not the graph's.
const NOT_OF_THE_GRAPH: Record<string, string> = {
  audit_events: "where action <> 'view_as.read'",
};

/** Every table and view that the Data API exposes. */
export async function exposedRelations(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_catalog.pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
    order by relname`;
  return rows.map((row) => row.name);
}

/** A function takes 100 arguments, so that one object cannot name every relation. */
const oneOf = (relation: string, value: string) => `jsonb_build_object('${relation}', ${value})`;

/** Creates `probe.load` and `probe.read` for the tables in the catalogue. */
export async function installProbe(sql: postgres.Sql): Promise<void> {
  const keys = await sql<{ relation: string; key: string }[]>`
    select conrelid::regclass::text as relation,
      (select string_agg(quote_ident(attname), ', ' order by ordinality)
       from unnest(conkey) with ordinality as part (number, ordinality)
       join pg_attribute on attrelid = conrelid and attnum = part.number) as key
    from pg_constraint
    where contype = 'p' and connamespace = 'public'::regnamespace`;
  const reads = (await exposedRelations(sql)).map((relation) => {
    const primary = keys.find((one) => one.relation.replace("public.", "") === relation)?.key;
    const key = KEYS[relation] ?? `concat_ws('/', ${primary})`;
    const rows = `public.${relation} ${NOT_OF_THE_GRAPH[relation] ?? ""}`;
    return oneOf(relation, `(select coalesce(jsonb_agg(${key}), '[]') from ${rows})`);
  });
  const counts = (await exposedRelations(sql)).map((relation) =>
    oneOf(
      relation,
      `(select count(*) from public.${relation} ${NOT_OF_THE_GRAPH[relation] ?? ""})`,
    ),
  );
  await sql.unsafe(`
    create schema probe;
    grant usage on schema probe to authenticated;

    create function probe.read(as_people uuid[]) returns jsonb
    language plpgsql set search_path = '' as $$
    declare
      v_portfolio jsonb;
      v_portal jsonb;
      v_spines jsonb := '[]';
      v_planned jsonb := '[]';
      v_prefer text;
      v_as uuid;
    begin
      foreach v_prefer in array array['count=planned', 'return=minimal, count=estimated'] loop
        perform set_config('request.headers', jsonb_build_object('prefer', v_prefer)::text, true);
        begin
          perform private.check_data_api_request();
          v_planned := v_planned || '"admitted"'::jsonb;
        exception when others then
          v_planned := v_planned || to_jsonb(sqlstate);
        end;
      end loop;
      perform set_config('request.headers', '', true);
      begin
        v_portfolio := public.get_portfolio();
      exception when others then
        v_portfolio := jsonb_build_object('error', sqlstate);
      end;
      begin
        v_portal := public.get_client_portal();
      exception when others then
        v_portal := jsonb_build_object('error', sqlstate);
      end;
      foreach v_as in array as_people loop
        begin
          v_spines := v_spines || jsonb_build_array(public.get_spine(v_as));
        exception when others then
          v_spines := v_spines || jsonb_build_object('error', sqlstate);
        end;
      end loop;
      return jsonb_build_object(
        'relations', ${reads.join(" ||\n")},
        'counts', ${counts.join(" ||\n")},
        'plannedCounts', v_planned,
        'portfolio', v_portfolio,
        'portal', v_portal,
        'spines', v_spines);
    end $$;
    grant execute on function probe.read(uuid[]) to authenticated;

    -- A link to every file for everybody with a user, made before anything changes: may or may they not have had it.
    create function probe.make_links() returns void language plpgsql as $$
    begin
      insert into storage.objects (bucket_id, name, metadata)
      select 'documents', path, '{"size": 1}' from public.document_versions;
      insert into private.download_tickets (
        ticket_hash, organization_id, person_id, user_id, document_id, version, expires_at)
      select sha256(convert_to(concat_ws('/', people.id, versions.document_id, versions.version), 'UTF8')),
             versions.organization_id, people.id, people.user_id, versions.document_id, versions.version,
             clock_timestamp() + interval '1 hour'
      from public.document_versions as versions
      join public.people on people.organization_id = versions.organization_id
      where people.user_id is not null;
      update public.document_versions set status = 'queued' where status = 'awaiting_upload';
    end $$;

    -- Those that open now, as person/document/version.
    create function probe.open_links() returns jsonb language plpgsql as $$
    declare
      v_open jsonb := '[]';
      v_link text;
    begin
      for v_link in
        select concat_ws('/', person_id, document_id, version) from private.download_tickets
      loop
        begin
          perform private.redeem_ticket(v_link);
          v_open := v_open || to_jsonb(v_link);
        exception when sqlstate 'OPNFD' then null;
        end;
      end loop;
      return v_open;
    end $$;

    create function probe.load(graph jsonb) returns void language plpgsql as $$
    declare
      v_now constant timestamptz := now();
    begin
      insert into auth.users (id, email)
      select user_id, user_id || '@users.test'
      from jsonb_populate_recordset(null::public.people, graph -> 'people')
      where user_id is not null;
      insert into public.organizations (id, name, email_domain, time_zone)
      select id, 'Organization', 'o.test', time_zone
      from jsonb_populate_recordset(null::public.organizations, graph -> 'organizations');
      -- The first profiles of an organization have drawn ids: one with its own id takes their place.
      delete from public.authoring_profiles
      where organization_id in (
        select id from jsonb_populate_recordset(null::public.organizations, graph -> 'organizations'));
      insert into public.authoring_profiles (id, organization_id, key, name, kind, sections)
      select id, id, 'readout', 'Readout', 'client_readout', '[{"heading": "Summary"}]'
      from jsonb_populate_recordset(null::public.organizations, graph -> 'organizations');
      insert into public.clients (id, organization_id, name, archived_at)
      select id, organization_id, 'Client ' || id, archived_at
      from jsonb_populate_recordset(null::public.clients, graph -> 'clients');
      insert into public.contacts (id, organization_id, client_id, name, archived_at)
      select id, organization_id, id, 'Contact ' || id, archived_at
      from jsonb_populate_recordset(null::public.clients, graph -> 'clients');
      insert into public.people
        (id, organization_id, user_id, name, role, is_employee, is_prompt_owner, client_id, archived_at)
      select id, organization_id, user_id, name, role, is_employee, is_prompt_owner, client_id, archived_at
      from jsonb_populate_recordset(null::public.people, graph -> 'people');
      insert into public.accounts (id, organization_id, client_id, name, archived_at)
      select id, organization_id, client_id, 'Account ' || id, archived_at
      from jsonb_populate_recordset(null::public.accounts, graph -> 'accounts');
      insert into public.projects
        (id, organization_id, account_id, name, status, lead_id, archived_at)
      select id, organization_id, account_id, 'Project ' || id, status, lead_id, archived_at
      from jsonb_populate_recordset(null::public.projects, graph -> 'projects');
      insert into public.operating_profiles (account_id, organization_id, updated_by)
      select account_id, organization_id, updated_by
      from jsonb_populate_recordset(null::public.operating_profiles, graph -> 'operating_profiles');
      insert into public.project_members (organization_id, project_id, person_id)
      select organization_id, project_id, person_id
      from jsonb_populate_recordset(null::public.project_members, graph -> 'project_members');
      insert into public.tasks
        (id, organization_id, project_id, title, status, due_on, priority, assignee_id, estimated_on,
         started_on, completed_on, archived_at)
      select id, organization_id, project_id, title, status, due_on, priority, assignee_id, estimated_on,
             started_on, completed_on, archived_at
      from jsonb_populate_recordset(null::public.tasks, graph -> 'tasks');
      insert into public.task_comments (id, organization_id, project_id, task_id, author_id, body, archived_at)
      select id, organization_id, project_id, id,
             (select people.id from public.people where people.organization_id = tasks.organization_id limit 1),
             'Why?', case when status = 'cancelled' then v_now end
      from jsonb_populate_recordset(null::public.tasks, graph -> 'tasks') as tasks
      where exists (select from public.people where people.organization_id = tasks.organization_id);
      insert into public.time_entries
        (id, organization_id, project_id, task_id, person_id, spent_on, hours)
      select id, organization_id, project_id, task_id, person_id, spent_on, hours
      from jsonb_populate_recordset(null::public.time_entries, graph -> 'time_entries');
      insert into public.status_updates
        (id, organization_id, project_id, author_id, health, summary, created_at)
      select id, organization_id, project_id, author_id, health, 'Going well', created_at
      from jsonb_populate_recordset(null::public.status_updates, graph -> 'status_updates');
      insert into public.status_update_versions
        (organization_id, project_id, status_update_id, version, health, summary, written_at)
      select organization_id, project_id, id, 1, health, 'Going badly', created_at
      from jsonb_populate_recordset(null::public.status_updates, graph -> 'status_updates');
      insert into public.portfolio_classifications
        (id, organization_id, project_id, version, classified_by, created_at)
      select id, organization_id, project_id, version, classified_by, created_at
      from jsonb_populate_recordset(
        null::public.portfolio_classifications, graph -> 'portfolio_classifications');
      insert into public.invitations
        (id, organization_id, person_id, email, token_hash, created_at, expires_at)
      select id, organization_id, person_id, 'someone@o.test', decode(md5(id::text), 'hex'),
             v_now, v_now + interval '1 day'
      from jsonb_populate_recordset(null::public.invitations, graph -> 'invitations');
      insert into public.portfolio_import_runs
        (id, organization_id, requested_by, mode, status, file_name, file_sha256, parser_version, mapping)
      select id, organization_id, requested_by, 'dry_run', 'running', 'a.csv', repeat('0', 64), '1', '{}'
      from jsonb_populate_recordset(null::public.portfolio_import_runs, graph -> 'portfolio_import_runs');
      insert into public.portfolio_import_rows (organization_id, run_id, line, disposition)
      select organization_id, run_id, line, 'create'
      from jsonb_populate_recordset(null::public.portfolio_import_rows, graph -> 'portfolio_import_rows');
      insert into public.reconciliation_resolutions (
        id, organization_id, finding_code, subject_type, subject_id, version, state, facts_hash, reason, decided_by)
      select id, organization_id, 'status_missing', 'project', subject_id,
             row_number() over (partition by subject_id), 'settled', repeat('0', 64), 'Known', decided_by
      from jsonb_populate_recordset(
        null::public.reconciliation_resolutions, graph -> 'reconciliation_resolutions');
      insert into public.person_rates (id, organization_id, person_id, cost_per_hour, valid_from)
      select id, organization_id, decided_by, 50,
             date '2020-01-01' + (row_number() over (partition by decided_by))::integer
      from jsonb_populate_recordset(
        null::public.reconciliation_resolutions, graph -> 'reconciliation_resolutions');
      insert into public.project_rates (id, organization_id, project_id, revenue_per_hour, valid_from)
      select id, organization_id, subject_id, 100,
             date '2020-01-01' + (row_number() over (partition by subject_id))::integer
      from jsonb_populate_recordset(
        null::public.reconciliation_resolutions, graph -> 'reconciliation_resolutions');
      insert into public.estimate_cases (
        id, organization_id, project_id, query, model_version, low_hours, typical_hours, high_hours, outcome, created_by)
      select id, organization_id, subject_id, 'Work', 'test', 1, 2, 3, '{}', decided_by
      from jsonb_populate_recordset(
        null::public.reconciliation_resolutions, graph -> 'reconciliation_resolutions');
      insert into public.portfolio_import_changes (organization_id, run_id, entity, entity_id, change)
      select organization_id, run_id, 'person', entity_id, 'created'
      from jsonb_populate_recordset(null::public.portfolio_import_changes, graph -> 'portfolio_import_changes');
      insert into public.portfolio_import_memberships (
        organization_id, run_id, project_id, person_id, project_name, person_name)
      select organization_id, run_id, project_id, person_id, 'Garden', 'Somebody'
      from jsonb_populate_recordset(
        null::public.portfolio_import_memberships, graph -> 'portfolio_import_memberships');
      insert into public.import_mappings (id, organization_id, name, mapping, created_by)
      select id, organization_id, 'Mapping ' || id, '{"fields": {"project_code": {"column": "Code"}}}', created_by
      from jsonb_populate_recordset(null::public.import_mappings, graph -> 'import_mappings');
      insert into public.audit_events (id, organization_id, actor_db_role, action, object_type)
      select id, organization_id, 'none', 'test', 'test'
      from jsonb_populate_recordset(null::public.audit_events, graph -> 'audit_events');
    end $$;`);
  await sql.unsafe(loadApprovals);
  await sql.unsafe(loadChats);
}

export async function load(sql: postgres.Sql, graph: Graph): Promise<void> {
  const rows = sql.json(graph as unknown as postgres.JSONValue);
  await sql`select probe.load(${rows}), probe.load_approvals(${rows}), probe.load_chats(${rows})`;
}

/** Reads as the user, with `as` of get_spine being each of `asPeople` (null: themselves). */
export async function readAs(
  sql: postgres.Sql,
  userId: string,
  asPeople: (string | null)[],
): Promise<Seen> {
  const claims = JSON.stringify({ sub: userId, role: "authenticated" });
  // Sent together, answered in order.
  const [, [answer]] = await Promise.all([
    sql`select set_config('role', 'authenticated', true),
          set_config('request.jwt.claims', ${claims}, true)`,
    sql<[{ seen: Seen }]>`select probe.read(${asPeople as string[]}::uuid[]) as seen`,
    sql`reset role`,
  ]);
  const { relations, counts, plannedCounts, portfolio, portal, spines } = answer.seen;
  for (const keys of Object.values(relations)) keys.sort();
  return {
    relations,
    counts,
    plannedCounts,
    portfolio: portfolioSeen(portfolio),
    portal: portalSeen(portal),
    spines: spines.map(spineSeen),
  };
}

/** Makes a link to every file for everybody who has a user. */
export async function makeLinks(sql: postgres.Sql): Promise<void> {
  await sql`select probe.make_links()`;
}

/** The links that open now, each as person/document/version. */
export async function openLinks(sql: postgres.Sql): Promise<string[]> {
  const [row] = await sql<[{ open: string[] }]>`select probe.open_links() as open`;
  return row.open.sort();
}

interface Item {
  id: string;
}
interface Totals {
  actual_hours: number;
  task_count: number;
}

const idsOf = (rows: Item[]) => rows.map((row) => row.id);
const byId = (a: Item, b: Item) => (a.id < b.id ? -1 : 1);

export function portfolioSeen(answer: unknown): unknown {
  const { shape, projects, clients, accounts, totals, ...rest } = answer as Record<string, Item[]>;
  if (!projects) return rest;
  if (!clients || !accounts) return { shape, projects: idsOf(projects).sort() };
  const { actual_hours, task_count } = totals as unknown as Totals;
  return {
    shape,
    clients: idsOf(clients).sort(),
    accounts: idsOf(accounts).sort(),
    projects: (projects as (Item & { classification_version: number })[])
      .map(({ id, classification_version }) => `${id}/${classification_version}`)
      .sort(),
    hours: actual_hours,
    tasks: task_count,
  };
}

/** The ids of each list of a client's portal. */
function portalSeen(answer: unknown): unknown {
  const { projects, updates, readouts, deliverables, statements_of_work, scope_changes, ...rest } =
    answer as Record<string, Item[]>;
  if (!projects) return rest;
  const lists = { projects, updates, readouts, deliverables, statements_of_work, scope_changes };
  return Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, idsOf(list ?? []).sort()]),
  );
}

type SpineAnswer = z.infer<typeof Spine>;
type Mention = { id: string; name: string | null };

export function spineSeen(answer: unknown): unknown {
  const { viewer, as, organization, accounts, projects, left_out, today, ...rest } =
    answer as Partial<SpineAnswer>;
  if (!projects) return rest;
  return {
    viewer: viewer?.id,
    as: as?.id ?? null,
    organization: organization?.id,
    accounts: accounts
      ?.map(({ id, client, operating_profile: profile }) => ({
        id,
        client: client.id,
        profile: profile === null ? undefined : mention(profile.updated_by),
      }))
      .sort(byId),
    projects: projects.map(spineProjectSeen).sort(byId),
    left_out,
  };
}

function spineProjectSeen(project: SpineAnswer["projects"][number]) {
  const { burn, classification } = project;
  const last = burn.last_entry;
  return {
    id: project.id,
    lead: mention(project.lead),
    people: project.people
      .map((one) => `${mention(one)}/${one.role}/${one.hours_last_30_days}`)
      .sort(),
    classification: classification
      ? [classification.id, classification.version, mention(classification.by)]
      : undefined,
    burn: [
      burn.actual_hours,
      burn.hours_last_30_days,
      last?.id,
      last ? mention(last.person) : undefined,
    ],
    open_items: project.open_items,
    tasks: project.open_tasks.map((task) => [task.id, mention(task.assignee)]),
    updates: project.status_updates.map((update) => [update.id, mention(update.author)]),
    activity: project.activity.map((one) =>
      [one.on, one.kind, mention(one.person), ...factsOf(one)].join(),
    ),
    left_out: project.left_out,
  };
}

/** Ids to cite, their number, and their text. */
function factsOf(one: SpineAnswer["projects"][number]["activity"][number]) {
  switch (one.kind) {
    case "hours":
      return [one.time_entry_ids, one.time_entry_count, one.hours];
    case "task_completed":
      return [one.task_id, 1, one.title];
    case "status_update":
      return [one.status_update_id, 1, one.health];
    case "classification":
      return [one.classification_id, 1, one.version];
  }
}

function mention(person: Mention | null): string | null {
  return person && `${person.id}/${person.name ?? ""}`;
}
