import { beforeAll, describe, expect, test } from "vitest";
import { owner } from "../../support/database.ts";
import { askAs, callRpc, codeOf } from "../../support/http.ts";
import {
  badCredentialNames,
  demoId,
  type PersonaName,
  personaNames,
} from "../../support/personas.ts";
import { calls, functions, privateFunctions } from "./access-matrix/index.ts";
import { countCells, describeUnexpected, gateOf } from "./cells.ts";
import { namesOf } from "./parse-matrix.ts";

const { expectRow, executedCells } = countCells();

const schemas = { public: [] as string[], private: [] as string[] };

beforeAll(async () => {
  const functions = await owner<{ schema: keyof typeof schemas; name: string }[]>`
    select pronamespace::regnamespace::text as schema, proname as name
    from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    order by proname collate "C"`;
  for (const { schema, name } of functions) schemas[schema].push(name);
  // A client's portal is refused until the first reading of what it shows is recorded.
  await callRpc("client", "begin_portal_view", {});
});

describe("the matrix names every function once, and no others", () => {
  test("the functions of public", () => {
    expect(namesOf(functions)).toEqual(schemas.public);
    expect(Object.keys(calls).sort()).toEqual(schemas.public);
  });

  test("the functions of private", () => {
    expect(Object.values(privateFunctions).flat().sort()).toEqual(schemas.private);
  });
});

describe("calling a function of public", () => {
  // The fingerprint after the previous row, so that each row needs only one.
  let lastFingerprint: object | undefined;

  test.each(functions)("$name answers each persona as the matrix says", async (row) => {
    const call = calls[row.name];
    const before = lastFingerprint ?? (await fingerprint());
    await expectRow(row, async (persona, expected) => {
      const isAdmitted = expected === "ok" || expected === "OPINV";
      const args = isAdmitted ? call?.admitted : call?.denied;
      const answer = await callRpc(persona, row.name, args);
      if (answer.status < 300) return "ok";
      const code = codeOf(answer);
      return (
        gateOf(persona, answer) ?? (code?.startsWith("OP") ? code : describeUnexpected(answer))
      );
    });
    lastFingerprint = await fingerprint();
    expect(lastFingerprint).toEqual(before);
  });
});

/** The gateway refuses the schema regardless of the function, so one function of each privilege is enough. */
describe("a function of private is out of reach", () => {
  const names = Object.values(privateFunctions).flatMap(([first]) => first ?? []);

  test.each(names)("%s", async (name) => {
    const cells = Object.fromEntries(
      personaNames.map((persona) => [
        persona,
        (badCredentialNames as readonly string[]).includes(persona) ? "gateway" : "absent",
      ]),
    ) as Record<PersonaName, string>;
    await expectRow({ name, cells }, async (persona) => {
      const answer = await callRpc(persona, name, {}, { "content-profile": "private" });
      return (
        gateOf(persona, answer) ??
        (codeOf(answer) === "PGRST106" ? "absent" : describeUnexpected(answer))
      );
    });
  });
});

describe("the database itself", () => {
  test("grants execute to signed-in users and workers exactly as the matrix says, and to no other API role", async () => {
    const functions = await owner<{ name: string }[]>`
      select pronamespace::regnamespace || '.' || proname || ' ' || role as name
      from pg_proc, unnest(array['anon', 'authenticated', 'service_role', 'authenticator']) as role
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and has_function_privilege(role, pg_proc.oid, 'execute')`;
    const expected = [
      ...schemas.public.map((name) => `public.${name} ${roleOf(name)}`),
      ...privateFunctions.executableByUsers.map((name) => `private.${name} authenticated`),
      ...privateFunctions.executableByBoth.flatMap((name) =>
        ["authenticated", "service_role"].map((role) => `private.${name} ${role}`),
      ),
      ...privateFunctions.executableByWorkers.map((name) => `private.${name} service_role`),
    ];
    expect(functions.map(({ name }) => name).sort()).toEqual(expected.sort());
  });
});

test("no schema but public is exposed", async () => {
  const schemata = await owner<{ name: string }[]>`
    select nspname as name from pg_namespace
    where nspname not like 'pg\\_%' and nspname not in ('public')`;
  expect(schemata.map(({ name }) => name)).toContain("private");
  for (const { name } of schemata) {
    for (const persona of ["anonymous", "admin", "secret_key"] as const) {
      const answer = await askAs(persona, "/rest/v1/people?select=id", {
        headers: { "accept-profile": name },
      });
      expect([name, persona, answer.status, codeOf(answer)]).toEqual([
        name,
        persona,
        406,
        "PGRST106",
      ]);
    }
  }
});

test("every cell was requested", () => {
  console.log(`access matrix, functions: ${executedCells()} cells`);
  const rows = schemas.public.length + Object.keys(privateFunctions).length;
  expect(executedCells()).toBe(rows * personaNames.length);
});

/** The role that may call a function of public: signed-in people, or the secret key of the workers. */
function roleOf(name: string): string {
  return functions.find((row) => row.name === name)?.cells.secret_key === "grant"
    ? "authenticated"
    : "service_role";
}

/** Counts the rows that a forbidden call would have created or changed, and hashes the people of the seeds. */
async function fingerprint(): Promise<object> {
  const [row] = await owner`
    select
      (select count(*)::int from public.people where email like 'forged%') as people,
      (select count(*)::int from public.prompt_versions) as prompts,
      (select count(*)::int from public.projects where 'Forged' in (name, code)) as projects,
      (select count(*)::int from public.clients where name = 'Forged') as clients,
      (select count(*)::int from public.tasks where title = 'Forged') as tasks,
      (select count(*)::int from public.task_comments where body = 'Forged') as comments,
      (select count(*)::int from public.time_entries where hours = 23.99) as entries,
      (select count(*)::int from private.saved_views where name = 'Forged') as views,
      (select count(*)::int from private.sample_rows) as samples,
      (select count(*)::int from private.week_locks where week_on = '2026-03-02') as locks,
      (select count(*)::int from public.accounts where name = 'Forged') as accounts,
      (select count(*)::int from public.status_updates where summary = 'Forged') as updates,
      (select count(*)::int from public.portfolio_classifications where reason = 'Forged') as classifications,
      (select count(*)::int from public.operating_profiles where 'Forged' = any (standing_facts)) as profiles,
      (select count(*)::int from public.project_members
       where project_id = ${demoId(4, 1, 2)}) as members,
      (select count(*)::int from public.portfolio_import_runs where file_name like 'forged%') as runs,
      (select count(*)::int from public.approvals where title like '%Forged%') as approvals,
      (select count(*)::int from public.import_mappings where name = 'Forged') as mappings,
      (select count(*)::int from public.chat_messages where content = 'Forged') as messages,
      (select count(*)::int from public.invitations where email like 'forged%') as invitations,
      (select count(*)::int from public.organization_settings where forbids_self_approval) as settings,
      (select count(*)::int from public.reconciliation_resolutions where reason = 'Forged') as resolutions,
      (select md5(string_agg(p::text, ',' order by p::text)) from public.people p
       where email like '%@demo.test' or email like '%@other.test') as everyone`;
  return { ...row };
}
