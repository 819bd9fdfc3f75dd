import { readFile, rm } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type RunningDatabase, startScratchDatabase } from "../../scripts/db/scratch.ts";
import { type LogFile, openLogFile } from "../../scripts/stack/log-file.ts";
import { type Scheduler, startScheduler } from "../../scripts/stack/platform/scheduler.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const POLL_INTERVAL_MS = 100;

let folder: string;
let server: RunningDatabase;
let sql: Sql;
let log: LogFile;
let scheduler: Scheduler;

beforeAll(async () => {
  folder = await temporaryFolder("scheduler");
  server = await startScratchDatabase("platform");
  sql = postgres(server.url, { max: 4, onnotice: () => {} });
  await sql.unsafe("create table ticks (name text, at timestamptz default clock_timestamp())");
  log = openLogFile(path.join(folder, "scheduler.log"));
  scheduler = await startScheduler(server.url, log, POLL_INTERVAL_MS);
});
afterAll(async () => {
  await scheduler.stop();
  await sql.end();
  await server.stop();
  await log.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function ticks(name: string): Promise<number> {
  const [row] = await sql`select count(*)::int as count from ticks where name = ${name}`;
  return row?.count ?? 0;
}

const readLog = () => readFile(log.path, "utf8");

// The jobs and requests of each test have names of their own.
describe.concurrent("cron.job", () => {
  test("runs every few seconds, follows a change, and stops", async ({ expect }) => {
    await sql`select cron.schedule('second', '1 second', 'insert into ticks values (''one'')')`;
    await expect.poll(() => ticks("one")).toBeGreaterThan(1);
    await sql`select cron.schedule('second', '1 second', 'insert into ticks values (''two'')')`;
    await expect.poll(() => ticks("two")).toBeGreaterThan(0);
    await sql`select cron.unschedule('second')`;
    await sleep(5 * POLL_INTERVAL_MS);
    const before = await ticks("two");
    await sleep(1200);
    expect(await ticks("two")).toBe(before);
  });

  test("accepts a cron expression, and logs a schedule that it cannot read", async ({ expect }) => {
    await sql`select cron.schedule('minute', '* * * * *', 'insert into ticks values (''minute'')')`;
    await sql`select cron.schedule('wrong', 'at noon', 'select 1')`;
    await expect.poll(readLog).toContain("cron job wrong has no readable schedule");
    await sql`select cron.unschedule('minute'), cron.unschedule('wrong')`;
  });

  test("runs no job twice at once, several statements as one transaction, and logs a failure", async ({
    expect,
  }) => {
    await sql`
      select cron.schedule('slow', '1 second',
        'insert into ticks values (''slow''); select pg_sleep(1.2)')`;
    await sql`
      select cron.schedule('half', '1 second',
        'insert into ticks values (''half''); select 1 / 0')`;
    await expect.poll(() => ticks("slow")).toBeGreaterThan(1);
    await expect.poll(readLog).toContain("cron job half failed: division by zero");
    await sql`select cron.unschedule('slow'), cron.unschedule('half')`;
    const [overlaps] = await sql`
      select count(*)::int as count from cron.job_run_details as run
      join cron.job_run_details as later_run
        on later_run.jobid = run.jobid and later_run.runid > run.runid and later_run.start_time < run.end_time
      where run.command like '%slow%'`;
    expect(overlaps?.count).toBe(0);
    expect(await ticks("half")).toBe(0);
    const [details] = await sql`
      select return_message from cron.job_run_details where status = 'failed' limit 1`;
    expect(details?.return_message).toBe("division by zero");
  });
});

// Among themselves these tests count the same requests. They run while the jobs above wait for their next second.
const inTurn = { concurrent: false };
describe.concurrent("a request of net.http_post", () => {
  interface ReceivedRequest {
    body: string;
    headers: http.IncomingHttpHeaders;
    url: string | undefined;
  }
  let receivedRequests: ReceivedRequest[] = [];
  let atOnce = 0;
  let maxRunning = 0;
  let target: http.Server;
  let url: string;

  beforeAll(async () => {
    target = http.createServer((request, answer) => {
      maxRunning = Math.max(maxRunning, ++atOnce);
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", async () => {
        receivedRequests.push({ body, headers: request.headers, url: request.url });
        await sleep(request.url === "/slow" ? 2000 : 30);
        atOnce--;
        answer.writeHead(request.url === "/error" ? 500 : 200, { "content-type": "text/plain" });
        answer.end("thanks");
      });
    });
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  });
  afterAll(() => target.close());

  async function answerTo(id: unknown): Promise<Record<string, unknown> | undefined> {
    const [row] = await sql`select * from net._http_response where id = ${String(id)}`;
    return row;
  }

  test("is sent and its response stored", inTurn, async ({ expect }) => {
    receivedRequests = [];
    const [row] = await sql`
      select net.http_post(${`${url}/wake`}, '{"job": 1}'::jsonb,
        headers => '{"apikey": "key"}'::jsonb) as id`;
    await expect.poll(() => receivedRequests.length).toBe(1);
    expect(receivedRequests[0]).toMatchObject({ url: "/wake", headers: { apikey: "key" } });
    expect(JSON.parse(receivedRequests[0]?.body ?? "")).toEqual({ job: 1 });
    await expect
      .poll(() => answerTo(row?.id))
      .toMatchObject({ status_code: 200, content: "thanks", timed_out: false });
  });

  test("is sent on request: polling alone would not deliver fifty in turn", {
    ...inTurn,
    timeout: 60_000,
  }, async ({ expect }) => {
    receivedRequests = [];
    for (let count = 1; count <= 50; count++) {
      await sql`select net.http_post(${`${url}/turn`})`;
      await expect.poll(() => receivedRequests.length, { interval: 20 }).toBe(count);
    }
  });

  test("is not sent when its transaction is rolled back", inTurn, async ({ expect }) => {
    receivedRequests = [];
    await sql
      .begin(async (transaction) => {
        await transaction`select net.http_post(${`${url}/undone`})`;
        throw new Error("undo");
      })
      .catch(() => {});
    // Requests are sent in the order in which they were queued.
    const [row] = await sql`select net.http_post(${`${url}/later`}) as id`;
    await expect.poll(() => answerTo(row?.id)).toMatchObject({ status_code: 200 });
    expect(receivedRequests.map((item) => item.url)).toEqual(["/later"]);
  });

  test("is sent at once with a few others, not with all of them", inTurn, async ({ expect }) => {
    receivedRequests = [];
    maxRunning = 0;
    await sql`select net.http_post(${url} || '/' || n) from generate_series(1, 100) n`;
    await expect.poll(() => receivedRequests.length).toBe(100);
    expect(new Set(receivedRequests.map((item) => item.url)).size).toBe(100);
    expect(maxRunning).toBeGreaterThan(1);
    expect(maxRunning).toBeLessThanOrEqual(8);
    const [row] = await sql`select count(*)::int as count from net.http_request_queue`;
    expect(row?.count).toBe(0);
  });

  test("that fails or is late reports it in its response", inTurn, async ({ expect }) => {
    const [row] = await sql`
      select net.http_post('http://127.0.0.1:1/') as refused,
        net.http_post(${`${url}/slow`}, timeout_milliseconds => 100) as late,
        net.http_post(${`${url}/error`}) as error`;
    await expect.poll(() => answerTo(row?.refused)).toMatchObject({ status_code: null });
    await expect.poll(() => answerTo(row?.late)).toMatchObject({ timed_out: true });
    await expect.poll(() => answerTo(row?.error)).toMatchObject({ status_code: 500 });
  });

  test("is sent after the listening connection was lost", inTurn, async ({ expect }) => {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'scheduler' and pid <> pg_backend_pid()`;
    receivedRequests = [];
    await sql`select net.http_post(${`${url}/after`})`;
    await expect.poll(() => receivedRequests.length).toBe(1);
  });
});
