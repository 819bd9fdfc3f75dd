/**
 * The limit of every scoped read on 1,000 projects: no table of more than 10,000 rows is scanned completely, and a
 * policy computes the viewer's scope once per statement and table, never per row.
 */
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DatasetViewer, datasetViewers, loadDataset } from "../../../bench/dataset.ts";
import { type RunningDatabase, startScratchDatabase } from "../../../scripts/db/scratch.ts";
import { roundsOf } from "../../support/depth.ts";
import { approvalReads } from "./approval-reads.ts";
import { chatReads } from "./chat-reads.ts";
import { Explainer, type Plans } from "./plans.ts";
import { type ScopedRead, scopedReads } from "./scoped-reads.ts";

const LARGE_ROWS = 10_000;
const SIZE = {
  projects: Array<number>(10).fill(100),
  tasks: roundsOf({ default: 80_000, nightly: 100_000 }),
};
const VIEWERS = ["admin", "member 10%", "member 1%", "client"];

let server: RunningDatabase;
let sql: postgres.Sql;
let explainer: Explainer;
let viewers: DatasetViewer[];
let largeTables: string[];

beforeAll(async () => {
  server = await startScratchDatabase("migrated", {
    filled: {
      name: `dataset-${SIZE.projects.join("-")}-${SIZE.tasks}`,
      fill: async (url) => {
        const loading = postgres(url, { max: 1, onnotice: () => {} });
        await loadDataset(loading, SIZE);
        await loading.end();
      },
    },
    settings: { track_functions: "all" },
  });
  const { url } = server;
  sql = postgres(url, { max: 1, onnotice: () => {} });
  viewers = await datasetViewers(sql);
  largeTables = (
    await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > ${LARGE_ROWS}`
  ).map((row) => row.name);
  explainer = await Explainer.open(url);
});
afterAll(async () => {
  await explainer?.close();
  await sql?.end();
  await server?.stop();
});

test("the data is large enough to reveal a scan", () => {
  expect(largeTables).toEqual(
    expect.arrayContaining([
      "tasks",
      "time_entries",
      "status_updates",
      "portfolio_classifications",
      "portfolio_import_rows",
      "audit_events",
      "sources",
      "passages",
      "project_notes",
      "meetings",
      "approvals",
      "approval_versions",
      "approval_citations",
      "approval_events",
      "weekly_updates",
      "calendar_events",
      "external_links",
      "chat_messages",
      "chat_citations",
    ]),
  );
  expect(viewers.map((viewer) => viewer.label)).toEqual(expect.arrayContaining(VIEWERS));
});

describe.each(VIEWERS)("as %s", (label) => {
  test.each([...scopedReads, ...approvalReads, ...chatReads])("$name", async (read) => {
    const plans = await explainer.plansOf(viewerCalled(label), read);
    // Only a client contact is ever refused a read, and only by a function with that refusal.
    expect(plans.refusal).toBe(
      label === "client" && /spine|timeline|outcome/.test(read.name) ? "OPDEN" : undefined,
    );
    expect(faults(read, plans)).toEqual([]);
  });
});

describe("a policy that reads per row is detected", () => {
  const perRow = (table: string, policy: string) => `
    create function private.may_see(project uuid) returns boolean
    language plpgsql stable security definer set search_path = '' as $$
    begin return project = any (private.visible_project_ids()); end $$;
    grant execute on function private.may_see(uuid) to authenticated;
    alter policy ${policy} on public.${table} using (private.may_see(project_id))`;

  test.each([
    {
      policy: "a helper that takes a column",
      readName: "members of a project",
      script: perRow("project_members", "project_members_select_in_scope"),
      fault: /^asks for the scope \d+ times/,
    },
    {
      policy: "the same behind a function",
      readName: "get_spine",
      script: perRow("project_members", "project_members_select_in_scope"),
      fault: /^asks for the scope \d+ times/,
    },
    {
      policy: "a comparison that no index supports",
      readName: "tasks of a project",
      script: `alter policy tasks_select_in_scope on public.tasks
        using (project_id::text = any ((select private.visible_project_ids())::text[]))`,
      query: "select count(*) from tasks",
      fault: /^reads all of tasks/,
    },
    {
      policy: "a subquery that names the row",
      readName: "tasks of a project",
      script: `alter policy tasks_select_in_scope on public.tasks
        using (project_id = any ((select private.visible_project_ids() where title <> ''
          )::uuid[]))`,
      fault: /^evaluates SubPlan \d+ \d+ times/,
    },
  ])("$policy", async ({ readName, script, query, fault }) => {
    const scopedRead = scopedReads.find(({ name }) => name === readName) as ScopedRead;
    const read = query ? { ...scopedRead, query: () => query } : scopedRead;
    const plans = await explainer.plansOf(viewerCalled("member 10%"), read, script);
    expect(faults(read, plans)).toContainEqual(expect.stringMatching(fault));
  });
});

test.each([
  ["task_create", { title: "Check the redirects" }],
  ["weekly_update", { week_of: "2026-11-23", headline: "On time", body: "As planned." }],
])(
  "proposing and approving a card of the kind %s starts no parallel worker",
  async (kind, payload) => {
    const decide: ScopedRead = {
      name: "a decision",
      tables: Number.POSITIVE_INFINITY,
      isFunction: true,
      query: (project) => `
      select approve_approval((card ->> 'id')::uuid, (card ->> 'version')::integer)
      from (select propose_approval('${kind}', '${project}', '${JSON.stringify(payload)}') as card offset 0) as proposed`,
    };
    const plans = await explainer.plansOf(viewerCalled("admin"), decide);
    expect(plans.refusal).toBeUndefined();
    expect(plans.nodes.map((node) => node["Node Type"])).not.toContainEqual(
      expect.stringMatching(/^Gather/),
    );
  },
);

test("a timeline costs as much as it shows, however long the history is", async () => {
  const read = {
    ...(scopedReads.find(({ name }) => name === "get_project_timeline") as ScopedRead),
    query: (project: string) => `select get_project_timeline('${project}', day_limit => 7)`,
  };
  const viewer = viewerCalled("member 10%");
  const longAgo = `
    with new_tasks as (
      insert into public.tasks (organization_id, project_id, title, status, started_on, completed_on)
      select '${viewer.organizationId}', '${viewer.projectIds[0]}', 'Old', 'done',
             date '2001-01-01' + n % 3000, date '2001-01-01' + n % 3000
      from generate_series(1, 5000) as n
      returning *)
    insert into public.time_entries (organization_id, project_id, task_id, person_id, spent_on, hours)
    select organization_id, project_id, id, '${viewer.personId}', started_on, 1 from new_tasks`;
  const [plansWhenNew, plansWhenOld] = [
    await explainer.plansOf(viewer, read),
    await explainer.plansOf(viewer, read, longAgo),
  ];
  expect(rowsRead(plansWhenNew)).toBeGreaterThan(7);
  expect(rowsRead(plansWhenOld)).toBe(rowsRead(plansWhenNew));
});

test("comments on hidden tasks are left out without a lookup for each comment", async () => {
  const read = scopedReads.find(({ name }) => name === "comments of a project") as ScopedRead;
  const viewer = viewerCalled("admin");
  const hiddenComments = `
    insert into public.task_comments (organization_id, project_id, task_id, author_id, body)
    select organization_id, project_id, id, '${viewer.personId}', 'Ready?' from public.tasks
    where project_id = '${viewer.projectIds[0]}' limit 40;
    update public.tasks set hidden_at = now() where id in (
      select task_id from public.task_comments order by task_id limit 20);
    update public.tasks set hidden_at = now()
    where project_id in ('${viewer.projectIds[1]}', '${viewer.projectIds[2]}')`;
  const plans = await explainer.plansOf(viewer, read, hiddenComments);
  expect(faults(read, plans)).toEqual([]);
  expect(plans.nodes.find((node) => node["Node Type"] === "Limit")?.["Actual Rows"]).toBe(20);
});

function rowsRead({ nodes }: Plans): number {
  return nodes
    .filter((node) => largeTables.includes(node["Relation Name"] ?? ""))
    .reduce(
      (sum, node) =>
        sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
      0,
    );
}

function viewerCalled(label: string): DatasetViewer {
  return viewers.find((viewer) => viewer.label === label) as DatasetViewer;
}

/** The rules that a read broke, in words. */
function faults(read: ScopedRead, { nodes, scopeCalls, refusal }: Plans): string[] {
  const problems = new Set<string>();
  if (nodes.length === 0 && !refusal) problems.add("reports no plan");
  for (const node of nodes) {
    if (readsAll(node) && largeTables.includes(node["Relation Name"] ?? "")) {
      problems.add(`reads all of ${node["Relation Name"]}`);
    }
    if (node["Parent Relationship"] === "InitPlan" && node["Actual Loops"] > 1) {
      problems.add(`evaluates ${node["Subplan Name"]} ${node["Actual Loops"]} times`);
    }
    // A function may have its own subqueries; a plain select's could only come from a policy.
    if (node["Parent Relationship"] === "SubPlan" && node["Actual Loops"] > 1 && !read.isFunction) {
      problems.add(`evaluates ${node["Subplan Name"]} ${node["Actual Loops"]} times`);
    }
  }
  const calls = Object.values(scopeCalls).reduce((sum, count) => sum + count, 0);
  if (calls > read.tables) problems.add(`asks for the scope ${calls} times, not ${read.tables}`);
  return [...problems];
}

/** Without a condition an index is only another order of the whole table. */
function readsAll(node: Plans["nodes"][number]): boolean {
  const removesMost = (node["Rows Removed by Filter"] ?? 0) > node["Actual Rows"];
  return (
    node["Node Type"] === "Seq Scan" ||
    (/^Index (Only )?Scan$/.test(node["Node Type"]) && !node["Index Cond"] && removesMost)
  );
}
