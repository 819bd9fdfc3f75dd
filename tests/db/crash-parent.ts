/** Shared by the crash tests: a durable server, an organization with cards, and workers that die at a given step. */
import { type ChildProcess, spawn } from "node:child_process";
import * as fs from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { build } from "vite";
import { cloneDatabase, FEW_ROWS } from "../../scripts/db/scratch.ts";
import { findCluster, removePostgresData } from "../../scripts/stack/postgres/data-location.ts";
import { startPostgres } from "../../scripts/stack/postgres/postgres.ts";
import { throwAwayFolder } from "../../scripts/test-cluster/throw-away-folder.ts";
import { clickUpAccount, type MockClickUp } from "../support/mock-clickup.ts";
import { googleAccount, type MockGoogleCalendar } from "../support/mock-google-calendar.ts";

/**
 * The point at which a worker must die: the first time it reaches a step. Without one it works until everything is
 * done.
 */
export interface Plan {
  step?: string;
  when?: "before" | "during" | "after";
  /** How long a step is under way before the worker dies during it. */
  duringMs?: number;
  /** SIGSTOP leaves a zombie. */
  signal?: "SIGKILL" | "SIGSTOP";
  /** How long the worker waits for the next job. */
  maxWaitMs?: number;
  /** How long the worker may be silent before it is ended, as in the stack; forever by default. */
  maxSilenceMs?: number;
}

/** A server that loses nothing when its processes are killed, and can be restarted in place. */
export async function startDurableServer() {
  const dataDir = await fs.mkdtemp(path.join(await throwAwayFolder(), "countersign-crash-"));
  await fs.chmod(dataDir, 0o711);
  // Killed processes lose nothing that the operating system has received: only a power cut requires fsync.
  const settings = { fsync: "off", full_page_writes: "off", ...FEW_ROWS };
  const port = await freePort();
  const database = await cloneDatabase("seeded", dataDir);
  let server = await startPostgres({ dataDir, settings, port });
  return {
    url: server.databaseUrl(database),
    async kill() {
      const { cluster } = await findCluster(dataDir);
      const pidFile = await fs.readFile(path.join(cluster, "postmaster.pid"), "utf8");
      process.kill(Number(pidFile.split("\n")[0]), "SIGKILL");
      await server.exited;
      server = await startPostgres({ dataDir, settings, port });
    },
    async stop() {
      await server.stop();
      await removePostgresData(dataDir);
    },
  };
}

/** Below the ports of outgoing connections: the port must be free again after every kill. */
async function freePort(): Promise<number> {
  for (let port = 20_000 + (process.pid % 10_000); ; port++) {
    const probe = net.createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** The demo's lead and one project, with pauses that are short enough for a test. */
export async function openOffice(url: string) {
  const sql = postgres(url, { max: 4, onnotice: () => {}, connect_timeout: 5, fetch_types: false });
  const [state] = await sql<
    { organization: string; admin: string; lead: string; project: string }[]
  >`
    select organization.id as organization,
      (select user_id from public.people where organization_id = organization.id
         and role = 'admin' and user_id is not null and archived_at is null limit 1) as admin,
      (select user_id from public.people where organization_id = organization.id
         and role = 'lead' and user_id is not null and archived_at is null limit 1) as lead,
      (select id from public.projects where organization_id = organization.id
         and archived_at is null order by code limit 1) as project
    from public.organizations as organization order by id limit 1`;
  if (!state) throw new Error("There is no demo data");
  await sql.unsafe(`
    create or replace function private.retry_pause(attempt integer, retry_after_ms integer) returns interval
      language sql set search_path = pg_catalog, pg_temp as $$ select interval '50 milliseconds' $$;
    delete from private.jobs;
    -- The lead proposes faster than a person does.
    select private.set_rate_limit('propose', 10000);
    -- No worker of these tests executes the cards of the demo data.
    update public.approvals set vendor_called_at = null where status = 'executing';
    update public.approvals set execution_job_id = null where status = 'unknown';`);

  async function countBusyWorkers(): Promise<number> {
    const [row] = await sql`
      select count(*)::int as count from pg_stat_activity
      where application_name = 'crash-child' and state <> 'idle' and datname = current_database()`;
    return row?.["count"];
  }

  /** One statement as a signed-in person. */
  async function as<T>(userId: string, statement: (sql: Sql) => Promise<T>): Promise<T> {
    return (await sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: userId, role: "authenticated" })}, true)`;
      await tx`set local role authenticated`;
      return statement(tx as unknown as Sql);
    })) as T;
  }

  return {
    sql,
    as,
    organizationId: state.organization,
    projectId: state.project,
    leadUserId: state.lead,
    async connect(provider: "clickup" | "google_calendar") {
      const [settings, secret] =
        provider === "clickup"
          ? [clickUpAccount.settings, clickUpAccount.token]
          : [googleAccount.settings, googleAccount.serviceAccount];
      await as(
        state.admin,
        (tx) => tx`select public.connect_integration(${provider}, ${tx.json(settings)}, ${secret})`,
      );
    },
    /** A card that a lead proposes, approves and requests to execute. */
    async order(kind: string, payload: object): Promise<string> {
      return as(state.lead, async (tx) => {
        const [proposal] = await tx`
          select public.propose_approval(${kind}, ${state.project}, ${tx.json(payload as never)}) ->> 'id' as id`;
        const id = proposal?.["id"] as string;
        await tx`select public.approve_and_execute_approval(${id}, 1)`;
        return id;
      });
    },
    /** How long a card without a response waits until it is looked up. */
    async setLookupPause(pause: string) {
      await sql.unsafe(`
        create or replace function private.reconciliation_pause() returns interval
          language sql immutable set search_path = pg_catalog, pg_temp as $$ select interval '${pause}' $$`);
    },
    /** Expires the lease of every job, so that no test waits, even on a slow machine. */
    async endLeases() {
      // A killed worker's last statement may still be running.
      while ((await countBusyWorkers()) > 0) await sleep(5);
      await sql`update private.jobs set lease_until = clock_timestamp() where lease_until is not null`;
    },
    async orderAgain(id: string) {
      await as(state.lead, (tx) => tx`select public.execute_approval(${id})`);
    },
    async statuses(): Promise<Map<string, string>> {
      const rows = await sql<{ id: string; status: string }[]>`
        select id, status from public.approvals where execution_requested_at is not null`;
      return new Map(rows.map(({ id, status }) => [id, status]));
    },
    close: () => sql.end({ timeout: 1 }),
  };
}
export type Office = Awaited<ReturnType<typeof openOffice>>;

export interface Worker {
  child: ChildProcess;
  /** Starts the worker. */
  go(plan: Plan): void;
  /** The step at which it reached the end of its plan; resolves when it stops or dies there, or is done. */
  readonly lastStep: Promise<Plan | null>;
  /** The worker has finished its plan, or is dead. */
  readonly ended: Promise<void>;
  /** The time of the worker's last message. */
  heardAt(): number;
}

/** Workers that execute cards. `afterEnd` is called when one of them ends. */
export function workerPool(
  databaseUrl: string,
  vendors: { clickUp: MockClickUp; google: MockGoogleCalendar },
  { size = 2, afterEnd = async () => {} } = {},
) {
  const env = {
    DATABASE_URL: databaseUrl,
    CLICKUP_API_URL: vendors.clickUp.url,
    GOOGLE_CALENDAR_API_URL: vendors.google.url,
    GOOGLE_TOKEN_URL: vendors.google.tokenUrl,
  };
  return poolOf("crash-child.ts", env, { size, afterEnd });
}

/** Workers that start in advance, because a process takes longer to start than a job to run. */
export function poolOf(
  program: string,
  variables: Record<string, string>,
  { size = 2, afterEnd = async () => {} } = {},
) {
  const env = {
    PATH: process.env["PATH"] ?? "",
    NODE_COMPILE_CACHE: path.join(os.tmpdir(), "countersign-crash-compiled"),
    ...variables,
  };
  const bundle = bundleOf(program);
  const workers: Promise<Worker>[] = [];
  const processes = new Set<ChildProcess>();
  let isClosed = false;

  async function start(): Promise<Worker> {
    const file = path.join(await bundle, BUNDLE);
    if (isClosed) throw new Error("The pool was closed before the worker started");
    const child = spawn(process.execPath, [file], {
      env,
      stdio: ["pipe", "pipe", process.env["CRASH_DEBUG"] ? "inherit" : "ignore"],
    });
    processes.add(child);
    child.stdin?.on("error", () => {});
    const ready = Promise.withResolvers<Worker>();
    let turn = newTurn();
    let heardAt = 0;
    const worker: Worker = {
      child,
      go(plan) {
        turn = newTurn();
        child.stdin?.write(`${JSON.stringify(plan)}\n`);
      },
      get lastStep() {
        return turn.met.promise;
      },
      get ended() {
        return turn.ended.promise;
      },
      heardAt: () => heardAt,
    };
    const end = () => {
      turn.met.resolve(null);
      turn.ended.resolve();
    };
    createInterface({ input: child.stdout as Readable }).on("line", (line) => {
      heardAt = performance.now();
      const message = JSON.parse(line) as { ready?: true; ended?: Plan; report?: object };
      if (message.ready) ready.resolve(worker);
      if (message.ended) turn.met.resolve(message.ended);
      if (message.report) end();
    });
    child.once("exit", () => {
      processes.delete(child);
      end();
      ready.reject(new Error("A worker died before it began"));
    });
    return ready.promise;
  }

  return {
    afterEnd,
    async take(): Promise<Worker> {
      while (workers.length < size) workers.push(start());
      return workers.shift() as Promise<Worker>;
    },
    /** A worker that is still running gets the next plan. */
    giveBack(worker: Worker): void {
      if (processes.has(worker.child)) workers.unshift(Promise.resolve(worker));
    },
    async close() {
      isClosed = true;
      for (const worker of workers) worker.catch(() => {});
      for (const child of processes) child.kill("SIGKILL");
      await fs.rm(await bundle, { recursive: true, force: true });
    },
  };
}

const newTurn = () => ({
  met: Promise.withResolvers<Plan | null>(),
  ended: Promise.withResolvers<void>(),
});

const BUNDLE = "worker.mjs";

/** Puts a program and all its modules into one file, because a worker that loads each by itself starts far slower. */
async function bundleOf(program: string): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "countersign-worker-"));
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: path.join(import.meta.dirname, program),
      outDir: folder,
      rolldownOptions: { output: { entryFileNames: BUNDLE } },
    },
  });
  return folder;
}

export type WorkerPool = ReturnType<typeof poolOf>;

/** Runs a worker until its plan ends. Returns the step at which it died, or null if it ended by itself. */
export async function work(pool: WorkerPool, plan: Plan): Promise<Plan | null> {
  const worker = await pool.take();
  worker.go(plan);
  const { maxSilenceMs } = plan;
  const since = performance.now();
  const watch =
    maxSilenceMs === undefined
      ? undefined
      : setInterval(() => {
          const heardAt = Math.max(since, worker.heardAt());
          if (performance.now() - heardAt > maxSilenceMs) worker.child.kill("SIGKILL");
        }, 100);
  await worker.ended;
  clearInterval(watch);
  const met = await worker.lastStep;
  pool.giveBack(worker);
  await pool.afterEnd();
  return met;
}
