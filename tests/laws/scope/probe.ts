/** Reads every relation as one person, under row-level security, in the format of the oracle's answers. */
import type postgres from "postgres";
import type { z } from "zod";
import type { Spine } from "../../../supabase/functions/_domain/portfolio/spine-contract.ts";
import { loadChats } from "./chat-graph.ts";
import type { Graph } from "./graph-rows.ts";
import { loadApprovals } from "./load-approvals.ts";
import { loadPortfolio } from "./load-portfolio.ts";

export interface Observation {
  /** Keys of the rows seen, by table or view. */
  relations: Record<string, string[]>;
  /** Exact counts, by table or view. */
  counts: Record<string, number>;
  /** The Data API's responses to requests for planned and estimated counts. */
  plannedCounts: string[];
  portfolio: unknown;
  portal: unknown;
  /** In the order of `asPeople`. */
  spines: unknown[];
}

// More than the primary key: figures that would reveal rows out of scope.
const KEYS: Record<string, string> = {
  project_summaries: `concat_ws('/', id, client_id, coalesce(lead_name, ''), trim_scale(actual_hours),
    task_count, open_task_count, classification_version)`,
  document_summaries: "concat_ws('/', id, title, version)",
  project_daily_hours: "concat_ws('/', project_id, day, trim_scale(hours))",
  project_monthly_hours: "concat_ws('/', project_id, month, trim_scale(hours), person_count)",
};

// Reading as another person is audited. The probe causes those events; the graph does not contain them.
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

/** One object per relation, because a function takes at most 100 arguments. */
const oneOf = (relation: string, value: string) => `jsonb_build_object('${relation}', ${value})`;

/** Creates the functions of the schema `probe` for the tables in the catalog. */
export async function installProbe(sql: postgres.Sql): Promise<void> {
  const keys = await sql<{ relation: string; key: string }[]>`
    select conrelid::regclass::text as relation,
      (select string_agg(quote_ident(attname), ', ' order by ordinality)
       from unnest(conkey) with ordinality as part (number, ordinality)
       join pg_attribute on attrelid = conrelid and attnum = part.number) as key
    from pg_constraint
    where contype = 'p' and connamespace = 'public'::regnamespace`;
  const reads = (await exposedRelations(sql)).map((relation) => {
    const primaryKey = keys.find((item) => item.relation.replace("public.", "") === relation)?.key;
    const key = KEYS[relation] ?? `concat_ws('/', ${primaryKey})`;
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

    -- A link to every file for every person with a user, whether or not they may open it, made before anything changes.
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

    -- The links that open now, as person/document/version.
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
    end $$;`);
  await sql.unsafe(loadPortfolio);
  await sql.unsafe(loadApprovals);
  await sql.unsafe(loadChats);
}

export async function load(sql: postgres.Sql, graph: Graph): Promise<void> {
  const rows = sql.json(graph as unknown as postgres.JSONValue);
  await sql`select probe.load_portfolio(${rows}), probe.load_approvals(${rows}), probe.load_chats(${rows})`;
}

/** Reads as the user, and calls get_spine once for each of `asPeople` (null: themselves). */
export async function readAs(
  sql: postgres.Sql,
  userId: string,
  asPeople: (string | null)[],
): Promise<Observation> {
  const claims = JSON.stringify({ sub: userId, role: "authenticated" });
  // Sent together, answered in order.
  const [, [answer]] = await Promise.all([
    sql`select set_config('role', 'authenticated', true),
          set_config('request.jwt.claims', ${claims}, true)`,
    sql<
      [{ observation: Observation }]
    >`select probe.read(${asPeople as string[]}::uuid[]) as observation`,
    sql`reset role`,
  ]);
  const { relations, counts, plannedCounts, portfolio, portal, spines } = answer.observation;
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

/** Creates a link to every file for every person with a user. */
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
  const { shape, projects, clients, accounts, totals, ...otherFields } = answer as Record<
    string,
    Item[]
  >;
  if (!projects) return otherFields;
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
  const {
    projects,
    updates,
    readouts,
    deliverables,
    statements_of_work,
    scope_changes,
    ...otherFields
  } = answer as Record<string, Item[]>;
  if (!projects) return otherFields;
  const lists = { projects, updates, readouts, deliverables, statements_of_work, scope_changes };
  return Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, idsOf(list ?? []).sort()]),
  );
}

type SpineAnswer = z.infer<typeof Spine>;
type Mention = { id: string; name: string | null };

export function spineSeen(answer: unknown): unknown {
  const { viewer, as, organization, accounts, projects, left_out, today, ...otherFields } =
    answer as Partial<SpineAnswer>;
  if (!projects) return otherFields;
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
      .map((person) => `${mention(person)}/${person.role}/${person.hours_last_30_days}`)
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
    activity: project.activity.map((item) =>
      [item.on, item.kind, mention(item.person), ...factsOf(item)].join(),
    ),
    left_out: project.left_out,
  };
}

/** The ids to cite, their number, and the fact. */
function factsOf(item: SpineAnswer["projects"][number]["activity"][number]) {
  switch (item.kind) {
    case "hours":
      return [item.time_entry_ids, item.time_entry_count, item.hours];
    case "task_completed":
      return [item.task_id, 1, item.title];
    case "status_update":
      return [item.status_update_id, 1, item.health];
    case "classification":
      return [item.classification_id, 1, item.version];
  }
}

function mention(person: Mention | null): string | null {
  return person && `${person.id}/${person.name ?? ""}`;
}
