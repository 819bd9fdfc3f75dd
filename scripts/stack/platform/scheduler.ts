/**
 * Replaces pg_cron and pg_net where they are absent: runs the jobs of
 * `cron.job` and sends the requests that `net.http_post` queued.
 */
import postgres from "postgres";
import type { LogFile } from "../log-file.ts";
import { startCron } from "./cron-jobs.ts";
import { startHttpQueue } from "./http-queue.ts";

export interface Scheduler {
  stop(): Promise<void>;
}

const CONNECTIONS = 4;

/** `pollIntervalMs` is the interval at which changes in `cron.job` are noticed. */
export async function startScheduler(
  databaseUrl: string,
  log: LogFile,
  pollIntervalMs?: number,
): Promise<Scheduler> {
  const sql = postgres(databaseUrl, {
    max: CONNECTIONS,
    idle_timeout: 30,
    onnotice: () => {},
    // A connection that ends while it loads array types would crash this process.
    fetch_types: false,
    connection: { application_name: "scheduler" },
  });
  const extensions = await sql<{ extname: string }[]>`
    select extname from pg_catalog.pg_extension where extname in ('pg_cron', 'pg_net')`;
  const installedExtensions = new Set(extensions.map((row) => row.extname));
  const parts: Scheduler[] = [];
  if (!installedExtensions.has("pg_cron"))
    parts.push(startCron(sql, databaseUrl, log, pollIntervalMs));
  if (!installedExtensions.has("pg_net")) parts.push(await startHttpQueue(sql, log));
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
      await sql.end({ timeout: 2 });
    },
  };
}
