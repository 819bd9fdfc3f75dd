/** The planner reveals to no caller how many rows others have, for any table and in any spelling. */
import { expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { askAs, codeOf } from "../support/http.ts";

const spellings = [
  "count=planned",
  "count=estimated",
  "COUNT=planned",
  "count=Planned",
  "count = planned",
  'count="planned"',
  "return=minimal,count=planned",
  "count=exact,count=estimated",
  "count=exact;count=planned",
  "count=planned;q=1",
];
const askers = ["outsider", "client", "member", "admin", "secret_key"] as const;

test.concurrent("every table and view refuses a planned count to everyone", async () => {
  const relations = await owner<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') order by 1`;
  expect(relations.length).toBeGreaterThan(20);
  for (const { name } of relations) {
    const checks = askers.map(async (asker) => {
      const answer = await askAs(asker, `/rest/v1/${name}?limit=1`, {
        headers: { prefer: "count=planned" },
      });
      const hint = (answer.json as { hint?: string }).hint;
      expect([name, asker, answer.status, codeOf(answer), hint]).toEqual([
        name,
        asker,
        400,
        "OPINV",
        "only_exact_counts",
      ]);
      expect(answer.headers.get("content-range")).toBeNull();
    });
    await Promise.all(checks);
  }
});

test.concurrent.each(spellings)(
  "a planned count is refused however it is written: %s",
  async (prefer) => {
    for (const [method, path] of [
      ["GET", "/rest/v1/audit_events?select=id"],
      ["HEAD", "/rest/v1/audit_events?select=id"],
      ["POST", "/rest/v1/rpc/list_tasks"],
    ] as const) {
      const answer = await askAs("outsider", path, {
        method,
        headers: { prefer },
        ...(method === "POST" && { body: {} }),
      });
      const hint = (answer.json as { hint?: string } | undefined)?.hint;
      expect([method, answer.status, answer.headers.get("content-range"), hint]).toEqual([
        method,
        400,
        null,
        method === "HEAD" ? undefined : "only_exact_counts",
      ]);
    }
  },
);

// Expects the refusal of our rule: an engine without query plans would return no plan either.
test.concurrent.each([
  "application/vnd.pgrst.plan",
  "application/vnd.pgrst.plan+json; options=analyze|verbose",
  'application/json, application/VND.PGRST.PLAN+text; for="application/json"',
])("a query plan is refused by a separate rule: %s", async (accept) => {
  for (const [method, path] of [
    ["GET", "/rest/v1/audit_events?select=id"],
    ["POST", "/rest/v1/rpc/list_tasks"],
  ] as const) {
    for (const persona of ["outsider", "admin", "secret_key"] as const) {
      const answer = await askAs(persona, path, {
        method,
        headers: { accept },
        ...(method === "POST" && { body: {} }),
      });
      expect([persona, method, answer.status, answer.json]).toEqual([
        persona,
        method,
        400,
        expect.objectContaining({ code: "OPINV", hint: "no_query_plans" }),
      ]);
    }
  }
});

// PostgREST obeys each of two headers of one name, and shows its pre-request function only the last.
test.concurrent("EXPLAIN estimates no table and no view for a signed-in caller, whatever the headers are", async () => {
  const relations = await owner<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
      and has_any_column_privilege('authenticated', oid, 'select') order by 1`;
  const explain = (role: string, statement: string) =>
    owner
      .begin(async (sql) => {
        await sql`select set_config('role', ${role}, true)`;
        await sql.unsafe(statement);
        return "explained";
      })
      .catch(({ code, hint }: { code: string; hint: string }) => `${code} ${hint}`);
  for (const { name } of relations) {
    for (const prefix of ["explain (format json)", "EXPLAIN", " explain (analyze, verbose)"]) {
      const statement = `${prefix} with source as (select 1 from public.${name}) select * from source`;
      expect([name, await explain("authenticated", statement)]).toEqual([
        name,
        "OPINV only_exact_counts",
      ]);
    }
  }
  // The owner of the database may still read plans.
  expect(await explain("postgres", "explain select 1 from public.projects")).toBe("explained");
});

test.concurrent("related requests still work: exact counts, other preferences, plain reads", async () => {
  const exact = await askAs("member", "/rest/v1/projects?select=id", {
    headers: { prefer: "count=exact" },
  });
  const rows = exact.json as unknown[];
  expect(exact.headers.get("content-range")).toBe(`0-${rows.length - 1}/${rows.length}`);
  expect(rows.length).toBeGreaterThan(0);
  for (const prefer of ["handling=lenient", "return=representation", "countless=1"]) {
    const answer = await askAs("member", "/rest/v1/projects?select=id", { headers: { prefer } });
    expect([prefer, answer.status, answer.json]).toEqual([prefer, 200, rows]);
  }
});
