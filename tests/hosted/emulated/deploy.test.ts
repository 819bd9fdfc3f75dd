/** `npm run deploy`, `first-admin` and the upload, on a database like that of a new hosted project. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { KIT } from "../../../scripts/deploy/rehearsal.ts";
import {
  ACCESS_TOKEN,
  type ManagementApi,
  PROJECT_REF,
  startManagementApi,
} from "../management-api.ts";
import { copyProject, type Emulator, startEmulator } from "./emulator.ts";
import { type Gateway, startGateway } from "./gateway.ts";

const PROJECT = path.resolve(import.meta.dirname, "../../..");
const STEPS = [
  "1/10 check the login and the project",
  "2/10 link",
  "3/10 push the migrations",
  "4/10 set the secrets",
  "5/10 store the limits",
  "6/10 deploy the functions",
  "7/10 schedule the background work",
  "8/10 expose only the schema public",
  "9/10 turn sign-up off",
  "10/10 smoke",
];

let folder: string;
let emulator: Emulator;
let owner: postgres.Sql;
let api: ManagementApi;
let gateway: Gateway;
/** The test must not change the link of the checkout itself. */
let project: Awaited<ReturnType<typeof copyProject>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "countersign-deploy-"));
  [emulator, api, project] = await Promise.all([
    startEmulator(),
    startManagementApi(folder),
    copyProject({}),
  ]);
  gateway = await startGateway(emulator.authenticatorUrl);
  owner = postgres(emulator.databaseUrl, { max: 1, onnotice: () => {} });
});

afterAll(async () => {
  await owner?.end();
  await gateway?.close();
  await api?.close();
  await emulator?.stop();
  await project?.remove();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

interface RunResult {
  code: number;
  output: string;
}

/** One of the project's scripts, as npm run starts it. */
async function npmRun(script: string, args: string[], env: Record<string, string> = {}) {
  const result = await promisify(execFile)(
    process.execPath,
    [path.join(PROJECT, `scripts/${script}.ts`), ...args],
    {
      cwd: PROJECT,
      env: {
        ...process.env,
        SUPABASE_ACCESS_TOKEN: ACCESS_TOKEN,
        SUPABASE_DB_URL: emulator.databaseUrl,
        SUPABASE_WORKDIR: project.folder,
        ...env,
      },
    },
  ).then(
    ({ stdout, stderr }): RunResult => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }): RunResult => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
  return { ...result, lines: result.output.split("\n") };
}

const deploy = (env: Record<string, string> = {}) =>
  npmRun(
    "deploy",
    [
      ...["--project-ref", PROJECT_REF, "--management-url", api.url, "--url", gateway.url],
      ...["--env-file", path.join(folder, "functions.env")],
    ],
    env,
  );

describe("npm run deploy", () => {
  test("sets up a new project completely", async () => {
    await writeFile(
      path.join(folder, "functions.env"),
      "SERVICE_CHAT_RATE_LIMIT=7\nCHAT_MODEL=m\n",
    );
    const { code, output, lines } = await deploy();
    expect(lines.filter((line) => /^\d+\/10 /.test(line))).toEqual(STEPS);
    expect(output).toMatch(/applied \d{14}_schema/);
    expect(lines).toEqual(
      expect.arrayContaining([
        "  set SERVICE_MODE",
        "  limits chat to 7 calls a minute",
        "  scheduled: tick_jobs, tick_embeddings, tick_syncs, poll_meetings, forget_old_runs",
        "  exposed schemas: public,graphql_public → public",
        "  sign-up: on → off",
        "  ok     every migration is applied",
        "  ok     the schedules exist and have run",
        "  ok     task-act refuses callers without credentials",
      ]),
    );
    expect(output).not.toContain("FAILED");
    expect(code).toBe(0);
    expect(output).toContain("To roll back: check out the previous version");
    expect(api.secrets.get("SERVICE_MODE")).toBe("production");
    expect(api.settings).toMatchObject({
      postgrest: { db_schema: "public" },
      "config/auth": { disable_signup: true },
    });
  });

  test("changes nothing the second time", async () => {
    const { code, lines, output } = await deploy();
    expect(output).not.toContain("FAILED");
    expect(code).toBe(0);
    expect(lines.filter((line) => line.startsWith("  unchanged"))).toHaveLength(3);
    expect(lines.some((line) => line.startsWith("  applied"))).toBe(false);
  });

  test("stops at a refused login, and names the next step", async () => {
    const { code, output } = await npmRun(
      "deploy",
      ["--project-ref", PROJECT_REF, "--management-url", api.url],
      { SUPABASE_ACCESS_TOKEN: "sbp_another" },
    );
    expect(code).toBe(1);
    expect(output).toContain("Step 1 failed: The management API rejected the access token.");
    expect(output).toContain("Nothing was changed. Fix this and run the same command again.");
    expect(output).not.toContain("To roll back");
  });

  test("stops at a database that cannot be reached, before it changes anything", async () => {
    const wrongUrl = new URL(emulator.databaseUrl);
    wrongUrl.password = "wrong";
    wrongUrl.port = "9";
    const { code, output } = await deploy({ SUPABASE_DB_URL: wrongUrl.href });
    expect(code).toBe(1);
    expect(output).toContain(
      `Step 1 failed: There is no connection to the database at ${wrongUrl.host}`,
    );
    expect(output).not.toContain("wrong");
    expect(output).not.toContain("To roll back");
  });

  test("rolls back: migrations and functions of the newer version stay", async () => {
    await owner`
      insert into supabase_migrations.schema_migrations (version) values ('29991231000000')`;
    api.deployed.set("later-sync", "ACTIVE");
    onTestFinished(async () => {
      api.deployed.delete("later-sync");
      await owner`
        delete from supabase_migrations.schema_migrations where version = '29991231000000'`;
    });
    const { code, lines, output } = await deploy();
    expect(output).not.toContain("FAILED");
    expect(code).toBe(0);
    expect(lines).toContain("  the migrations of a newer version stay: 29991231000000");
    expect(lines).toContain("  other functions stay: later-sync");
  });

  test("--dry-run shows every step against the kit's management API and changes nothing", async () => {
    const requestCount = api.requests.length;
    const { code, lines, output } = await npmRun("deploy", ["--dry-run"]);
    expect(lines.filter((line) => /^\d+\/10 /.test(line))).toEqual(STEPS);
    expect(output).toMatch(/would deploy \d+ functions; the stand-in accepted every upload/);
    expect(lines.filter((line) => /^ {2}(?!would |unchanged|the database at )/.test(line))).toEqual(
      [],
    );
    expect(lines.at(-2)).toBe("Nothing was changed.");
    expect(code).toBe(0);
    expect(api.requests).toHaveLength(requestCount);
  });

  test("--database-only names a disabled extension, and schedules everything once it is enabled", async () => {
    const flags = ["--database-only", "--url", gateway.url];
    await owner`drop extension pg_cron`;
    const refusal = await npmRun("deploy", flags);
    expect(refusal.code).toBe(1);
    expect(refusal.output).toContain("Step 3 failed: Enable pg_cron (Database → Extensions)");

    await owner`create extension pg_cron`;
    expect([...(await owner`select jobname from cron.job`)]).toEqual([]);
    const { code, lines } = await npmRun("deploy", flags);
    expect(lines.filter((line) => /^\d+\/3 /.test(line))).toEqual([
      "1/3 push the migrations",
      "2/3 store the limits",
      "3/3 schedule the background work",
    ]);
    expect(code).toBe(0);
    const jobs = await owner`select jobname as name from cron.job where active order by jobname`;
    expect([...jobs]).toEqual([
      ...(await owner`select name from private.schedules() order by name`),
    ]);
  });
});

test("first-admin creates the organization and its sign-in", async () => {
  const flags = ["--organization", "Agency", "--email", "You@Agency.example", "--name", "You"];
  const first = await npmRun("first-admin", ["--database", emulator.databaseUrl, ...flags]);
  expect(first.output).toContain("Agency has its first admin: you@agency.example");
  expect(first.output).toMatch(/\/password#token=[0-9a-f]{64}&email=you%40agency\.example/);
  expect(first.code).toBe(0);
  const people = await owner`
    select people.role, users.email_confirmed_at is not null as confirmed
    from public.people join auth.users as users on users.id = people.user_id
    where users.email = 'you@agency.example'`;
  expect([...people]).toEqual([{ role: "admin", confirmed: true }]);
  const secondRun = await npmRun("first-admin", ["--database", emulator.databaseUrl, ...flags]);
  expect(secondRun.code).toBe(1);
});

test("the kit can deploy every function", async () => {
  const kitFolder = path.join(folder, "kit");
  const { stdout } = await promisify(execFile)(
    path.join(KIT, "deploy-bundle.sh"),
    [PROJECT, kitFolder],
    {
      env: { ...process.env, XDG_CACHE_HOME: process.env["XDG_CACHE_HOME"] ?? folder },
    },
  ).catch((error: { stdout: string; stderr: string }) => error);
  const lines = stdout.trim().split("\n");
  expect(lines.filter((line) => line.startsWith("failed"))).toEqual([]);
  expect(lines.at(-1)).toMatch(/^(\d+) of \1 functions can be deployed$/);
});
