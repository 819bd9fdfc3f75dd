/** The smoke test against the running stack; the list of functions, which only the platform has, is simulated. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { scheduleProblems } from "../../scripts/deploy/schedule-checks.ts";
import {
  builtFunctions,
  CONTRACT_FUNCTIONS,
  type Deployment,
  findProblems,
  requestCheckProblems,
} from "../../scripts/deploy/smoke-checks.ts";
import { owner } from "../support/database.ts";

const stack = inject("stack");
const MIGRATIONS = "every migration is applied";
const FUNCTIONS = "exactly the functions of the contract and of this checkout are active";
const SCHEDULES = "the schedules exist and have run";
const DATA_API = "the Data API refuses counts by the planner";
const ADDRESSES = "the addresses are those of the primary";

let platform: http.Server;
let deployment: Deployment;
let built: string[];
let deployedFunctions: { slug: string; status: string }[] = [];

beforeAll(async () => {
  built = await builtFunctions();
  platform = http.createServer((request, answer) => {
    const isAuthorized = request.headers.authorization === "Bearer an access token";
    answer.writeHead(isAuthorized ? 200 : 401, { "content-type": "application/json" });
    answer.end(
      JSON.stringify(request.url === "/functions" && isAuthorized ? deployedFunctions : {}),
    );
  });
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve));
  deployment = {
    url: stack.url,
    databaseUrl: stack.database_url,
    managementUrl: `http://127.0.0.1:${(platform.address() as AddressInfo).port}`,
    accessToken: "an access token",
  };
  deployedFunctions = built.map((slug) => ({ slug, status: "ACTIVE" }));
  // Simulates the first runs of the schedules, which are up to a minute away.
  await owner`
    insert into cron.job_run_details (jobid, status, start_time, end_time)
    select jobid, 'succeeded', now(), now() from cron.job where jobname in ('tick_jobs', 'tick_syncs')`;
});
afterAll(() => platform.close());

/** The problems of a deployment, by check. */
async function problemsOf(changes: Partial<Deployment> = {}) {
  const findings = await findProblems({ ...deployment, ...changes });
  return findings.flatMap(({ check, problems }) => problems.map((problem) => [check, problem]));
}

test("a complete deployment has no problem, and every gate is tried", async () => {
  expect(await problemsOf()).toEqual([]);
  const checks = (await findProblems(deployment)).map(({ check }) => check).join("\n");
  const gates = [...CONTRACT_FUNCTIONS, ...built.filter((slug) => slug.endsWith("-act"))];
  for (const slug of gates) {
    expect(checks).toContain(`${slug} refuses`);
  }
});

describe("reports", () => {
  test("a migration that is not applied, and one that is unknown here", async () => {
    const [migration] = await owner<{ version: string; name: string; statements: string[] }[]>`
      delete from supabase_migrations.schema_migrations
      where version = (select max(version) from supabase_migrations.schema_migrations)
      returning version, name, statements`;
    await owner`insert into supabase_migrations.schema_migrations (version) values ('29991231000000')`;
    try {
      expect(await problemsOf()).toEqual([
        [MIGRATIONS, `${migration?.version}_${migration?.name} is not applied`],
        [MIGRATIONS, "29991231000000 is applied, and this checkout does not have it"],
      ]);
    } finally {
      await owner`delete from supabase_migrations.schema_migrations where version = '29991231000000'`;
      await owner`insert into supabase_migrations.schema_migrations ${owner(migration ?? {})}`;
    }
  });

  test("functions that are missing, inactive or unknown", async () => {
    const all = deployedFunctions;
    deployedFunctions = [
      ...all.slice(1).map(({ slug }) => ({ slug, status: "REMOVED" })),
      { slug: "left-over", status: "ACTIVE" },
    ];
    try {
      const problems = (await problemsOf()).map(([, problem]) => problem);
      expect(problems).toContain(`${built[0]} is missing: it is not deployed`);
      expect(problems).toContain(`${built[1]} is REMOVED`);
      expect(problems).toContain(
        "left-over is deployed, and neither the contract nor this checkout names it",
      );
    } finally {
      deployedFunctions = all;
    }
  });

  test("schedules that are missing, paused, changed, failing or silent", async () => {
    const problems = await owner
      .begin(async (tx) => {
        const problems: string[] = [];
        const check = async () => {
          problems.push((await scheduleProblems(tx, stack.url))[0] ?? "nothing");
        };
        await tx`update cron.job set active = false where jobname = 'tick_jobs'`;
        await check();
        await tx`select private.schedule_jobs()`;
        await check();
        await tx`update cron.job set schedule = '0 0 1 1 *' where jobname = 'tick_jobs'`;
        await check();
        await tx`select private.schedule_jobs()`;
        await tx`
          insert into cron.job_run_details (jobid, status, return_message, start_time)
          select jobid, 'failed', 'no connection', now() + interval '1 second' from cron.job
          where jobname = 'tick_jobs'`;
        await check();
        await tx`delete from cron.job_run_details where true`;
        await check();
        await tx`
          insert into cron.job_run_details (jobid, status, start_time)
          select jobid, 'succeeded', now() - interval '6 minutes' from cron.job
          where jobname = 'tick_jobs'`;
        await check();
        await tx`delete from cron.job where jobname = 'forget_old_runs'`;
        await tx`delete from cron.job where jobname = 'tick_jobs'`;
        await check();
        await tx`delete from vault.secrets where name = 'functions_url'`;
        await tx`select private.schedule_jobs()`;
        await tx`
          insert into cron.job_run_details (jobid, status, start_time)
          select jobid, 'succeeded', now() from cron.job where jobname in ('tick_jobs', 'tick_syncs')`;
        await check();
        await tx`drop schema net cascade`;
        await check();
        throw new Rollback(problems);
      })
      .catch((error: Rollback) => error.problems ?? Promise.reject(error));
    expect(problems).toEqual([
      "tick_jobs is paused",
      "nothing",
      "tick_jobs has a different time or statement",
      "tick_jobs failed: no connection",
      "tick_jobs has never run",
      "tick_jobs has not run for 6 minutes",
      "tick_jobs is not scheduled",
      "the secret functions_url is missing",
      "the extension pg_net is not enabled: no worker is woken",
    ]);
  });

  test("a Data API that counts by the planner", async () => {
    const problems = await owner
      .begin(async (tx) => {
        const before = await requestCheckProblems(tx);
        const [{ name } = { name: "" }] = await tx<{ name: string }[]>`
          select current_database() as name`;
        await tx`alter role authenticator in database ${tx(name)} reset pgrst.db_pre_request`;
        throw new Rollback([...before, ...(await requestCheckProblems(tx))]);
      })
      .catch((error: Rollback) => error.problems ?? Promise.reject(error));
    expect(problems).toEqual([expect.stringContaining("calls no function before a request")]);
  });

  test("another address in the vault, and how to repair it", async () => {
    const problems = await problemsOf({ url: stack.url.replace("127.0.0.1", "localhost") });
    expect(problems.slice(0, 2)).toEqual([
      [SCHEDULES, expect.stringMatching(/^functions_url is .* instead of .*localhost/)],
      [SCHEDULES, expect.stringContaining("npm run deploy, or select private.schedule_jobs()")],
    ]);
  });

  test("the address of a load balancer", async () => {
    const wrong = { url: "https://abcdefghijklmnopqrst-all.supabase.co" };
    expect(await problemsOf(wrong)).toContainEqual([
      ADDRESSES,
      "abcdefghijklmnopqrst-all.supabase.co is a load balancer: use the address of the primary",
    ]);
  });

  test("a gate that is open, and checks that could not be made", async () => {
    // Every address leads to this route, which refuses no one.
    const open = await problemsOf({ url: `${stack.url}/api/config?` });
    expect(open.map(([check]) => check)).toEqual(
      expect.arrayContaining(
        built
          .filter((slug) => slug.endsWith("-act"))
          .map((slug) => `${slug} refuses callers without credentials`),
      ),
    );
    const problems = await problemsOf({
      databaseUrl: "postgresql://nobody:x@127.0.0.1:1/postgres",
      accessToken: "a token of another account",
    });
    const uncheckedProblems = problems.filter(([, problem]) =>
      problem?.startsWith("it could not be checked"),
    );
    expect(uncheckedProblems.map(([check]) => check)).toEqual([
      ADDRESSES,
      MIGRATIONS,
      FUNCTIONS,
      SCHEDULES,
      DATA_API,
    ]);
  });
});

/** Rolls a transaction back and carries its result. */
class Rollback extends Error {
  readonly problems: string[] | undefined;
  constructor(problems?: string[]) {
    super("rolled back");
    this.problems = problems;
  }
}
