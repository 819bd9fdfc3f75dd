import { rm } from "node:fs/promises";
import path from "node:path";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { liteRoleFor } from "../../scripts/stack/lite/repairs/database-role.ts";
import { preparePlatform } from "../../scripts/stack/platform/platform.ts";
import { applyMigrations } from "../../scripts/stack/postgres/migrations.ts";
import { type PostgresServer, startPostgres } from "../../scripts/stack/postgres/postgres.ts";
import { type Stack, type StackOptions, startStack } from "../../scripts/stack/stack.ts";
import { cloneDataFolder, THROW_AWAY } from "../../scripts/test-cluster/clusters.ts";
import { makeDataFolder, makeEmptyCluster } from "./data-folder.ts";
import { type Content, differences, readContent } from "./database-content.ts";
import { temporaryFolder } from "./temporary-folder.ts";

// A separate server, given to the stack by URL, so that a test can tamper with it.
let folder: string;
let server: PostgresServer;
let owner: Sql;
let database: string;
let freshStack: Stack;
let cloned: Stack;
const utcDay = () => new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  // The seeds count from the current day: around midnight both are created again.
  for (let day = ""; day !== utcDay(); ) {
    await end();
    day = utcDay();
    folder = await temporaryFolder("proof");
    await makeEmptyCluster(path.join(folder, "postgres"));
    server = await startPostgres({
      dataDir: path.join(folder, "postgres"),
      settings: THROW_AWAY,
    });
    database = server.url;
    await makeDataFolder(path.join(folder, "data"), true);
    freshStack = await boot();
    const dataDir = path.join(folder, "cloned");
    await cloneDataFolder(dataDir);
    cloned = await startStack({ port: 0, dataDir });
  }
  owner = postgres(database, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await owner?.end();
  await end();
});

async function end(): Promise<void> {
  await Promise.all([freshStack?.stop(), cloned?.stop()]);
  await server?.stop();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

function boot(name = "data", options: StackOptions = {}): Promise<Stack> {
  const dataDir = path.join(folder, name);
  return startStack({ port: 0, dataDir, databaseUrl: database, ...options });
}

describe("a stack on a clone of the cache", () => {
  test("has the schema, rows, roles, grants and settings of a fresh one, and a difference is seen", async () => {
    const contents = () =>
      Promise.all([freshStack, cloned].map((stackOf) => readContent(stackOf.databaseUrl)));
    const [expected, actual] = (await contents()) as [Content, Content];
    expect(differences(expected, actual)).toEqual({});
    expect(expected["functions"]?.length).toBeGreaterThan(400);
    expect(expected["rows of auth.users"]?.length).toBeGreaterThan(5);
    expect(expected["rows of projects"]?.length).toBeGreaterThan(5);

    const sql = postgres(cloned.databaseUrl, { max: 1, onnotice: () => {} });
    await sql`update public.projects set name = name || '!' where code = 'SHOP-01'`;
    await sql`alter role anon set statement_timeout = '9s'`;
    await sql`grant select on auth.users to authenticated`;
    await sql`alter table public.projects alter column name drop not null`;
    await sql`alter table public.projects disable trigger user`;
    await sql`create index on public.projects (name, code)`;
    await sql`alter function public.get_viewer() cost 7`;
    await sql`comment on table public.projects is 'Changed'`;
    await sql.end();
    const changedContent = await readContent(cloned.databaseUrl);
    expect(Object.keys(differences(expected, changedContent))).toEqual([
      "access lists",
      "roles",
      "settings of databases and roles",
      "columns",
      "indexes",
      "triggers",
      "functions",
      "comments",
      "rows of projects",
    ]);
  });

  test("has its own keys", () => {
    expect(cloned.secretKey).not.toBe(freshStack.secretKey);
    expect(cloned.users).toEqual(freshStack.users);
  });

  test("has its database to itself", async () => {
    await makeDataFolder(path.join(folder, "beside"), true);
    await expect(boot("beside")).rejects.toThrow("is in use by another stack");
  });

  afterAll(async () => {
    await Promise.all([freshStack.stop(), cloned.stop()]);
  });
});

test("a database with the demo sign-ins is not served to other machines", async () => {
  const options = { host: "0.0.0.0", seed: false };
  await expect(boot("data", options)).rejects.toThrow("contains the demo sign-ins");
});

describe("the stack refuses to serve and names the object when a person", () => {
  test.each([
    [
      "grants a table to the secret key",
      "grant update on public.people to service_role",
      "revoke update on public.people from service_role",
      "unexpected: table public.people: UPDATE to service_role",
    ],
    [
      "grants a column",
      "grant update (name) on public.projects to authenticated",
      "revoke update (name) on public.projects from authenticated",
      "unexpected: column public.projects.name: UPDATE to authenticated",
    ],
    [
      "lets anonymous run a function",
      "grant execute on function public.get_viewer() to anon",
      "revoke execute on function public.get_viewer() from anon",
      "unexpected: function public.get_viewer(): EXECUTE to anon",
    ],
    [
      "opens future objects",
      "alter default privileges in schema public grant all on tables to anon",
      "alter default privileges in schema public revoke all on tables from anon",
      "unexpected: default privileges of postgres on tables in schema public",
    ],
    [
      "exposes the private schema to anonymous",
      "grant usage on schema private to anon",
      "revoke usage on schema private from anon",
      "unexpected: schema private: USAGE to anon",
    ],
    [
      "revokes a grant",
      "revoke select on public.projects from authenticated",
      "grant select on public.projects to authenticated",
      "missing:  table public.projects: SELECT to authenticated",
    ],
    [
      "disables row-level security",
      "alter table public.tasks disable row level security",
      "alter table public.tasks enable row level security",
      "unexpected: table public.tasks: row level security off",
    ],
    [
      "adds a policy",
      "create policy open_door on public.tasks for select to authenticated using (true)",
      "drop policy open_door on public.tasks",
      "unexpected: policy open_door on public.tasks",
    ],
    [
      "makes a function that bypasses the rules",
      "create function public.all_people() returns setof public.people language sql security definer as 'select * from public.people'",
      "drop function public.all_people()",
      "unexpected: function public.all_people(): security definer",
    ],
    [
      "grants everything, as Lite does by default",
      "grant all on all tables in schema public to anon, authenticated, service_role",
      undefined,
      "unexpected: table public.accounts: INSERT to anon",
    ],
  ])("%s", async (_, tamper, repair, finding) => {
    await owner.unsafe(tamper);
    const message = await boot().then(
      async (stack) => {
        await stack.stop();
        return "served";
      },
      (error: Error) => error.message,
    );
    if (repair !== undefined) await owner.unsafe(repair);
    expect(message).toContain("so nothing is served");
    expect(message).toContain(finding);
  });
});

test("a database that was migrated elsewhere is compared with a scratch one, not with itself", async () => {
  const admin = postgres(server.url, { max: 1, onnotice: () => {} });
  await admin.unsafe("create database second");
  database = server.databaseUrl("second");
  await preparePlatform(database);
  await applyMigrations(database);
  await makeDataFolder(path.join(folder, "second"), false);
  const second = postgres(database, { max: 1, onnotice: () => {} });
  await second.unsafe("grant delete on public.people to service_role");
  // A new data folder has no lists of its own to compare with.
  await expect(boot("second")).rejects.toThrow("table public.people: DELETE to service_role");
  await second.unsafe("revoke delete on public.people from service_role");
  await (await boot("second")).stop();
  // Folders that began without demo data never get it.
  expect(await second`select from public.organizations`).toHaveLength(0);
  await second.end();
  const [row] = await admin`select count(*)::int from pg_database where datname like '%proof%'`;
  expect(row?.count).toBe(0);
  await admin.end();
});

test("Lite's own database role owns nothing and reaches Auth's and Storage's tables only", async () => {
  const url = server.databaseUrl("second");
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  const name = liteRoleFor(url);
  const ownedObjects = await admin`
    select relname from pg_class where relowner = ${name}::regrole
    union all select proname from pg_proc where proowner = ${name}::regrole`;
  expect(ownedObjects).toEqual([]);
  const grants = await admin`
    select distinct relnamespace::regnamespace::text as schema
    from pg_class, aclexplode(relacl) as grants
    where grants.grantee = ${name}::regrole order by 1`;
  expect(grants.map((row) => row.schema)).toEqual(["auth", "storage"]);
  const [role] = await admin`
    select rolsuper, rolcreaterole, rolcreatedb, rolinherit from pg_roles
    where rolname = ${name}`;
  expect(role).toEqual({
    rolsuper: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolinherit: false,
  });
  await admin.end();
});

test("a database that cannot be used is reported in one sentence", async () => {
  const cases = {
    "postgresql://postgres:x@127.0.0.1:1/postgres": /cannot be used/,
    [server.url.replace(/:[^:@]+@/, ":wrong@")]: /cannot be used: password authentication failed/,
    [server.databaseUrl("no_such_database")]: /cannot be used: database .* does not exist/,
  };
  for (const [databaseUrl, message] of Object.entries(cases)) {
    const start = startStack({ port: 0, dataDir: path.join(folder, "unused"), databaseUrl });
    await expect(start).rejects.toThrow(message);
  }
  const admin = postgres(server.url, { max: 1, onnotice: () => {} });
  await admin.unsafe("create role weak login password 'weak'");
  const weakUrl = server.url.replace(/\/\/[^@]+@/, "//weak:weak@");
  const start = startStack({ port: 0, dataDir: path.join(folder, "unused"), databaseUrl: weakUrl });
  await expect(start).rejects.toThrow("must be allowed to create roles");

  // A server that reports an old version.
  await admin.unsafe("create database old");
  await admin.unsafe("alter database old set search_path = public, pg_catalog");
  await admin.end();
  const databaseUrl = server.databaseUrl("old");
  const oldDatabase = postgres(databaseUrl, { max: 1 });
  await oldDatabase.unsafe(
    "create function public.current_setting(text) returns text language sql as 'select $$140023$$'",
  );
  await oldDatabase.end();
  await expect(
    startStack({ port: 0, dataDir: path.join(folder, "unused"), databaseUrl }),
  ).rejects.toThrow(/^The database at \S+ is older than PostgreSQL 15\.$/);
});
