import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { addMissing, findMissing, type Lock } from "../../scripts/db/lock-platforms.ts";
import { type RunningDatabase, startScratchDatabase } from "../../scripts/db/scratch.ts";
import { preparePlatform } from "../../scripts/stack/platform/platform.ts";
import { applyMigrations } from "../../scripts/stack/postgres/migrations.ts";
import { startPostgres } from "../../scripts/stack/postgres/postgres.ts";
import { makeEmptyCluster } from "./data-folder.ts";
import { temporaryFolder } from "./temporary-folder.ts";

let database: RunningDatabase;
let sql: postgres.Sql;
let url: string;

beforeAll(async () => {
  database = await startScratchDatabase("platform");
  ({ url } = database);
  sql = postgres(url, { max: 1, onnotice: () => {} });
});

afterAll(async () => {
  await sql?.end();
  await database?.stop();
});

async function fingerprint(): Promise<string> {
  const rows = await sql`
    select 'table', oid::regclass::text, relacl::text from pg_class
      where relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
    union all select 'function', oid::regprocedure::text, proacl::text || prosrc from pg_proc
      where pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
    union all select 'schema', nspname, nspacl::text from pg_namespace where nspname !~ '^pg_'
    union all select 'default', oid::text, defaclacl::text from pg_default_acl
    order by 1, 2`;
  return createHash("sha256").update(JSON.stringify(rows)).digest("hex");
}

test("the API roles are those of the platform", async () => {
  const roles = await sql`
    select rolname, rolcanlogin, rolinherit, rolbypassrls, rolsuper from pg_roles
    where rolname in ('anon', 'authenticated', 'service_role', 'authenticator') order by rolname`;
  const role = (rolname: string, rolcanlogin: boolean, rolbypassrls: boolean) => ({
    rolname,
    rolcanlogin,
    rolinherit: false,
    rolbypassrls,
    rolsuper: false,
  });
  expect(roles).toEqual([
    role("anon", false, false),
    role("authenticated", false, false),
    role("authenticator", true, false),
    role("service_role", false, true),
  ]);
});

test("preparing again changes nothing, and restores nothing that was revoked", async () => {
  await sql`revoke select on storage.objects from anon`;
  await sql`alter default privileges in schema public revoke all on tables from anon`;
  const before = await fingerprint();
  await preparePlatform(url);
  expect(await fingerprint()).toBe(before);
});

test("an owner who is not a superuser can prepare and migrate, and act as the API roles", async () => {
  // A new server has none of the API roles: this owner makes them.
  const folder = await temporaryFolder("owner");
  await makeEmptyCluster(path.join(folder, "postgres"));
  const server = await startPostgres({
    dataDir: path.join(folder, "postgres"),
    settings: { fsync: "off" },
  });
  onTestFinished(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  const admin = postgres(server.url, { max: 1, onnotice: () => {} });
  await admin.unsafe("create role app login createrole bypassrls password 'app'");
  await admin.unsafe("create database owned owner app");
  await admin.end();
  const ownedUrl = new URL(server.url);
  ownedUrl.username = "app";
  ownedUrl.password = "app";
  ownedUrl.pathname = "/owned";
  await preparePlatform(ownedUrl.href);
  await applyMigrations(ownedUrl.href);
  await preparePlatform(ownedUrl.href);
  const app = postgres(ownedUrl.href, { max: 1, onnotice: () => {} });
  await app`set role service_role`;
  await app`reset role`;
  await app`set role authenticated`;
  await expect(app`insert into public.projects default values`).rejects.toThrow(
    "permission denied",
  );
  await app.end();
});

test("claims are read in both formats in which they arrive", async () => {
  const id = "11111111-1111-4111-8111-111111111111";
  await sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: id, email: "a@b.test" })}, true)`;
    expect(await tx`select auth.uid(), auth.email()`).toEqual([{ uid: id, email: "a@b.test" }]);
  });
  await sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', ${id}, true)`;
    expect(await tx`select auth.uid(), auth.jwt()`).toEqual([{ uid: id, jwt: null }]);
  });
});

describe("the stand-ins for extensions", () => {
  test("no API role may use cron, net or vault", async () => {
    const openFunctions = await sql`
      select n.nspname, r.rolname from pg_namespace n, pg_roles r
      where n.nspname in ('cron', 'net', 'vault')
        and r.rolname in ('anon', 'authenticated', 'service_role', 'authenticator')
        and has_schema_privilege(r.oid, n.oid, 'usage')`;
    expect(openFunctions).toEqual([]);
    const executable = await sql`
      select p.oid::regprocedure::text from pg_proc p
      where p.pronamespace::regnamespace::text in ('cron', 'net', 'vault')
        and has_function_privilege('anon', p.oid, 'execute')`;
    expect(executable).toEqual([]);
  });

  test("cron.schedule names a job once; unscheduling an unknown job fails as in pg_cron", async () => {
    await sql`select cron.schedule('nightly', '0 3 * * *', 'select 1')`;
    await sql`select cron.schedule('nightly', '0 4 * * *', 'select 2')`;
    expect(await sql`select jobname, schedule, command, active from cron.job`).toEqual([
      { jobname: "nightly", schedule: "0 4 * * *", command: "select 2", active: true },
    ]);
    await sql`select cron.unschedule('nightly')`;
    await expect(sql`select cron.unschedule('nightly')`).rejects.toThrow(
      "could not find valid entry for job 'nightly'",
    );
  });

  test("net.http_post queues after commit only, with its parameters in the URL", async () => {
    await sql.begin(async (tx) => {
      await tx`select net.http_post('http://localhost/lost')`;
      await tx`rollback and chain`;
    });
    await sql`
      select net.http_post('http://localhost/a?x=1', '{"n": 1}', '{"q": "ä b"}', '{"X-Key": "k"}')`;
    const queuedRequests = await sql`
      select method, url, headers, convert_from(body, 'UTF8') as body, timeout_milliseconds
      from net.http_request_queue`;
    expect(queuedRequests).toEqual([
      {
        method: "POST",
        url: "http://localhost/a?x=1&q=%C3%A4%20b",
        headers: { "X-Key": "k", "Content-Type": "application/json" },
        body: '{"n": 1}',
        timeout_milliseconds: 5000,
      },
    ]);
  });

  test("vault stores and changes a secret", async () => {
    const [row] = await sql`select vault.create_secret('s1', 'key', 'why') as id`;
    await sql`select vault.update_secret(${row?.id}, 's2')`;
    expect(
      await sql`select name, description, decrypted_secret from vault.decrypted_secrets`,
    ).toEqual([{ name: "key", description: "why", decrypted_secret: "s2" }]);
  });
});

describe("package-lock.json", () => {
  const root = path.resolve(import.meta.dirname, "../..");
  const readJson = async (name: string) =>
    JSON.parse(await readFile(path.join(root, name), "utf8"));

  test("contains the packages of every system and no download address", async () => {
    const text = await readFile(path.join(root, "package-lock.json"), "utf8");
    expect(findMissing(JSON.parse(text))).toEqual([]);
    expect(text).not.toContain('"resolved":');
  });

  test("every package with an install script may run it", async () => {
    const lock: Lock = await readJson("package-lock.json");
    const withScripts = Object.entries(lock.packages)
      .filter(([, entry]) => entry.hasInstallScript === true && entry.inBundle !== true)
      .map(([location]) =>
        location.slice(location.lastIndexOf("node_modules/") + "node_modules/".length),
      );
    const { allowScripts } = await readJson("package.json");
    const requiredPackages = withScripts.filter((name) => name !== "fsevents");
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(requiredPackages)].sort());
  });

  test("a missing package is recognized by its name and its parent", () => {
    const lock: Lock = {
      packages: {
        "node_modules/a": {
          dev: true,
          optionalDependencies: { "@a/linux-x64": "1.0.0", "@a/linux-x64-musl": "1.0.0" },
        },
        "node_modules/b/node_modules/c": { optionalDependencies: { "c-windows-arm64": "2.1.0" } },
      },
    };
    const missingPackages = findMissing(lock);
    expect(missingPackages.map(({ name }) => name)).toEqual([
      "@a/linux-x64",
      "@a/linux-x64-musl",
      "c-windows-arm64",
    ]);
    for (const name of missingPackages) addMissing(lock, name);
    expect(findMissing(lock)).toEqual([]);
    const common = { version: "1.0.0", cpu: ["x64"], dev: true, optional: true, os: ["linux"] };
    expect(lock.packages).toMatchObject({
      "node_modules/@a/linux-x64": { ...common, libc: ["glibc"] },
      "node_modules/@a/linux-x64-musl": { ...common, libc: ["musl"] },
      "node_modules/c-windows-arm64": { version: "2.1.0", cpu: ["arm64"], os: ["win32"] },
    });
  });
});
