/**
 * The migrations on a database whose owner is not a superuser, and where auth and storage belong to others, as on
 * the platform.
 */
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningDatabase, startScratchDatabase } from "../../../scripts/db/scratch.ts";
import { storeLimits } from "../../../scripts/deploy/steps.ts";
import { applyLimits, parseLimits } from "../../../scripts/stack/platform/operator-limits.ts";
import { readMigrations } from "../../../scripts/stack/postgres/migrations.ts";
import { splitStatements } from "../../../scripts/stack/postgres/sql-statements.ts";
import { unboundedWrites } from "./unbounded-writes.ts";

let database: RunningDatabase;
let admin: postgres.Sql;
let owner: postgres.Sql;
let ownerUrl: string;

beforeAll(async () => {
  database = await startScratchDatabase("platform");
  const { url } = database;
  admin = postgres(url, { max: 1, onnotice: () => {} });
  await admin.unsafe(FOREIGN_OWNERS);
  const asOwner = new URL(url);
  asOwner.username = asOwner.password = "project_owner";
  ownerUrl = asOwner.href;
  owner = postgres(ownerUrl, { max: 1, onnotice: () => {} });
});

afterAll(async () => {
  await owner?.end();
  await admin?.end();
  await database?.stop();
});

/**
 * A new project: pg_cron and pg_net are not enabled, and its owner has only the platform's grants on tables of
 * others.
 */
const FOREIGN_OWNERS = `
  create role auth_owner nologin;
  create role storage_owner nologin;
  create role project_owner login nosuperuser createrole bypassrls password 'project_owner';
  grant anon, authenticated, service_role to project_owner with admin option;
  drop schema cron, net cascade;
  do $$
  declare
    v_object record;
  begin
    execute format('alter database %I owner to project_owner', current_database());
    alter schema auth owner to auth_owner;
    alter schema storage owner to storage_owner;
    alter schema extensions owner to project_owner;
    for v_object in
      select c.oid::regclass as name, n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('auth', 'storage') and c.relkind in ('r', 'p')
    loop
      execute format('alter table %s owner to %s', v_object.name, v_object.nspname || '_owner');
      execute format('grant all on %s to project_owner with grant option', v_object.name);
    end loop;
    for v_object in
      select p.oid::regprocedure as name, n.nspname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('auth', 'storage')
    loop
      execute format('alter function %s owner to %s', v_object.name, v_object.nspname || '_owner');
    end loop;
  end
  $$;
  grant usage on schema auth, vault to project_owner;
  grant select, delete on vault.secrets, vault.decrypted_secrets to project_owner;
  grant execute on all functions in schema vault to project_owner;
  grant usage on schema storage to project_owner with grant option;
  alter default privileges for role project_owner in schema public
    grant all on tables to anon, authenticated, service_role;
  alter default privileges for role project_owner in schema public
    grant all on sequences to anon, authenticated, service_role;
  alter default privileges for role project_owner in schema public
    grant all on functions to anon, authenticated, service_role;`;

/** The one thing that the platform lets its owner do to others' tables. */
const IS_POLICY_OF_STORAGE =
  /^(?:\s*--[^\n]*\n)*\s*(create|alter|drop|comment\s+on)\s+policy\s.*?\son\s+"?storage"?\."?(objects|buckets)\b/is;

test("every migration runs as an owner who is not a superuser", async () => {
  const problems: string[] = [];
  for (const { file, script } of await readMigrations()) {
    await admin.unsafe("begin");
    for (const statement of splitStatements(script)) {
      const isLifted = IS_POLICY_OF_STORAGE.test(statement);
      await admin.unsafe(
        isLifted ? "reset session authorization" : "set local session authorization project_owner",
      );
      await admin.unsafe(statement).catch((error: Error) => {
        problems.push(`${path.basename(file)}: ${error.message} in: ${statement.slice(0, 120)}`);
      });
      // After a failed statement, the following ones prove nothing.
      if (problems.length > 0) break;
    }
    await admin.unsafe(problems.length > 0 ? "rollback" : "commit");
    await admin.unsafe("reset session authorization; reset all");
    if (problems.length > 0) break;
  }
  expect(problems).toEqual([]);
});

test("every object of auth and storage keeps its owner, and the project's owner owns every new one", async () => {
  const misownedObjects = await admin`
    select c.oid::regclass::text as name, c.relowner::regrole::text as owner
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v')
      and c.relowner::regrole::text <> case n.nspname
        when 'auth' then 'auth_owner' when 'storage' then 'storage_owner' else 'project_owner' end
      and n.nspname in ('auth', 'storage', 'public', 'private')`;
  expect(misownedObjects).toEqual([]);
  const [row] = await admin`
    select count(*)::int as tables from pg_class
    where relowner = 'project_owner'::regrole and relkind = 'r'`;
  expect(row?.["tables"]).toBeGreaterThan(40);
});

test("without pg_cron and pg_net everything else works, and the missing parts are named", async () => {
  const [row] = await owner`select private.schedule_jobs() as result`;
  expect(row?.["result"]).toEqual({
    scheduled: [],
    missing: ["pg_cron", "pg_net", "functions_url"],
  });
});

test("a deployment stores a rate limit before any function has run", async () => {
  const limitOf = async () => {
    const [row] = await owner`select private.rate_limit_of('chat') as calls`;
    return row?.["calls"];
  };
  expect(await limitOf()).toBe(20);
  const output: string[] = [];
  const secrets = { SERVICE_CHAT_RATE_LIMIT: "7" };
  const target = { databaseUrl: ownerUrl, secrets, isDryRun: false };
  await storeLimits(target, (line) => output.push(line));
  expect(output).toEqual(["limits chat to 7 calls a minute"]);
  expect(await limitOf()).toBe(7);
  // A deployment from a machine without the variable keeps it.
  await storeLimits({ ...target, secrets: {} }, (line) => output.push(line));
  expect(await limitOf()).toBe(7);
});

test("a limit of the embedded stack ends with that stack", async () => {
  const limitOf = async () => {
    const [row] = await owner`select private.rate_limit_of('ingest-doc') as calls`;
    return row?.["calls"];
  };
  await applyLimits(ownerUrl, parseLimits({ SERVICE_INGEST_RATE_LIMIT: "3" }));
  expect(await limitOf()).toBe(3);
  await applyLimits(ownerUrl, parseLimits({}));
  expect(await limitOf()).toBe(12);
});

test("a deployment stores the window of health, and one without the variable keeps it", async () => {
  const daysOf = async () => {
    const [row] = await owner`select private.verification_window_days() as days`;
    return row?.["days"];
  };
  expect(await daysOf()).toBe(14);
  const output: string[] = [];
  const secrets = { VERIFY_WINDOW_DAYS: "30" };
  const target = { databaseUrl: ownerUrl, secrets, isDryRun: false };
  await storeLimits({ ...target, isDryRun: true }, (line) => output.push(line));
  expect(await daysOf()).toBe(14);
  await storeLimits(target, (line) => output.push(line));
  await storeLimits({ ...target, secrets: {} }, () => {});
  expect(output).toEqual([
    "would set the window of health to 30 days",
    "sets the window of health to 30 days",
  ]);
  expect(await daysOf()).toBe(30);
});

test("no function of the service has an UPDATE or a DELETE without WHERE", async () => {
  const functions = await owner<{ name: string; body: string }[]>`
    select p.oid::regprocedure::text as name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
    from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind in ('f', 'p')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
  expect(functions.length).toBeGreaterThan(400);
  const problems = functions.flatMap(({ name, body }) =>
    unboundedWrites(body).map((write) => `${name}: ${write}`),
  );
  expect(problems).toEqual([]);
});

describe("a write without WHERE is found", () => {
  test.each([
    ["alone", "begin update public.tasks set title = ''; end", "update public . tasks set title"],
    [
      "of all rows of a temporary table",
      "begin delete from pg_temp.x; end",
      "delete from pg_temp . x ;",
    ],
    [
      "in a CTE",
      "with gone as (delete from x returning *) select 1 from gone where true",
      "delete from x returning * )",
    ],
    [
      "whose subquery has one",
      "update x set a = (select b from y where y.c = 1)",
      "update x set a = (",
    ],
    [
      "after which another statement has one",
      "delete from x; delete from y where a = 1",
      "delete from x ; delete from",
    ],
    [
      "that has one in a comment",
      "delete from x -- where a\n /* where /* a */ */",
      "delete from x",
    ],
    ["that has one in a text", "update x set a = ' where '", "update x set a =  where "],
    ["that has a column of the name", 'update x set a = "where"', 'update x set a = "where"'],
    [
      "as the source of a loop",
      "for r in update x set a = 1 returning b loop delete from y where z; end loop",
      "update x set a = 1",
    ],
    ["in dynamic SQL", "execute format('update %I set a = 1', t)", "update % I set a ="],
    ["in dollar quotes", "execute $q$ delete from x $q$", "delete from x"],
    ["in a text in a text", "execute 'select f(''delete from x'')'", "delete from x"],
    ["after FOR UPDATE", "select 1 from x for update; update x set a = 1", "update x set a = 1"],
  ])("%s", (_, body, problem) => {
    expect(unboundedWrites(body)).toEqual([problem]);
  });

  test.each([
    ["update x set a = 1 where b = 2"],
    ["update x as y set a = case when b then 1 else 2 end from z where z.id = y.id returning *"],
    ["delete from only x using y where x.id = y.id"],
    ["insert into x values (1) on conflict (a) do update set a = excluded.a"],
    ["select * from x where a for update skip locked"],
    ["for r in select * from x for update loop update x set a = 1 where b; end loop"],
    ["if tg_op = 'UPDATE' then return new; end if; select 1"],
    ["merge into x using y on true when matched then update set a = 1"],
    ["execute format('delete from %I where a = $1', t) using 1"],
    ["create trigger t before insert or update or delete on x for each row execute function f()"],
  ])("finds no unbounded write in: %s", (body) => {
    expect(unboundedWrites(body)).toEqual([]);
  });
});
