/**
 * The native PostgreSQL 17 from npm, started and stopped by us: loopback only, with its own password, durable, and
 * ending with the process that started it, even a killed one.
 *
 * * dataDir/password: of the superuser, mode 0600
 * * dataDir/cluster/: the data, if the server can have it there (see data-location.ts)
 * * dataDir/lock: the process that started the server
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ClusterLocation, exists, findCluster } from "./data-location.ts";
import { endLeftover, takeLock } from "./folder-lock.ts";
import { type Binaries, serverBinaries } from "./postgres-binaries.ts";
import type { ServerUser } from "./shared-folder.ts";

export { removePostgresData } from "./data-location.ts";

export interface PostgresServer {
  /** URL of the superuser `postgres`, database `postgres`. */
  url: string;
  port: number;
  /** URL of the superuser for another database of this server. */
  databaseUrl(name: string): string;
  /** Settles when the server has ended, for any reason. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Created if it does not exist. */
  dataDir: string;
  /** A free port if absent. */
  port?: number;
  /** The server's log file; `dataDir/postgres.log` when absent. */
  log?: string;
  /** Server settings in addition to ours, such as `{ fsync: "off" }` for throw-away data. */
  settings?: Record<string, string>;
}

const MAX_LOG_BYTES = 5_000_000;
const START_SECONDS = 60;
const LAST_PROCESSES_SECONDS = 20;

/**
 * Starts the server and waits until it accepts connections. Throws an Error of one sentence when
 * the data folder is in use, broken or of another version, and when the port is taken.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const deadline = Date.now() + LAST_PROCESSES_SECONDS * 1000;
  for (;;) {
    try {
      return await startNow(options);
    } catch (error) {
      // Processes of a killed server keep its memory until the end of their statement, when they notice.
      const isHeld = /pre-existing shared memory block/.test(String(error));
      if (!isHeld || Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

async function startNow(options: PostgresOptions): Promise<PostgresServer> {
  const dataDir = path.resolve(options.dataDir);
  await makeFolder(dataDir);
  const unlock = await takeLock(dataDir);
  try {
    const location = await findCluster(dataDir);
    const binaries = await serverBinaries(location.user);
    if (!(await exists(location.cluster)))
      await createCluster(dataDir, location, binaries, options);
    await checkVersion(location.cluster, binaries.major);
    await endLeftover(location.cluster);
    const password = (await fs.readFile(path.join(dataDir, "password"), "utf8")).trim();
    return await launch(dataDir, location, binaries, options, password, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    await fs.mkdir(dataDir, { recursive: true });
    await fs.access(dataDir, fs.constants.W_OK | fs.constants.X_OK);
  } catch {
    throw new Error(`The data folder ${dataDir} cannot be created or written.`);
  }
}

// Created beside its path and moved there when complete, so that a killed start leaves no half cluster.
async function createCluster(
  dataDir: string,
  { cluster, user }: ClusterLocation,
  binaries: Binaries,
  { settings }: PostgresOptions,
): Promise<void> {
  const passwordFile = path.join(dataDir, "password");
  const password = randomBytes(24).toString("base64url");
  await fs.rm(passwordFile, { force: true });
  await fs.writeFile(passwordFile, `${password}\n`, { mode: 0o600 });

  const unfinishedCluster = `${cluster}.half`;
  const handOver = `${cluster}.password`;
  await fs.rm(unfinishedCluster, { recursive: true, force: true });
  await fs.rm(handOver, { force: true });
  await fs.mkdir(unfinishedCluster, { mode: 0o700 });
  await fs.writeFile(handOver, `${password}\n`, { mode: 0o600 });
  if (user !== undefined) {
    await fs.chown(unfinishedCluster, user.uid, user.gid);
    await fs.chown(handOver, user.uid, user.gid);
  }
  try {
    const args = [
      ["--pgdata", unfinishedCluster],
      ["--username", "postgres"],
      ["--pwfile", handOver],
      ["--auth", "scram-sha-256"],
      ["--encoding", "UTF8"],
      // The platform's collation, and the same order of names on every operating system.
      ["--locale-provider", "icu"],
      ["--icu-locale", "en-US"],
      ["--locale", "C"],
      ["--no-instructions"],
      settings?.fsync === "off" ? ["--no-sync"] : [],
    ].flat();
    const { code, output } = await run(binaries.initdb, args, user);
    if (code !== 0) {
      throw new Error(`A database cannot be created in ${cluster}: ${reasonIn(output)}`);
    }
    await fs.rename(unfinishedCluster, cluster);
  } finally {
    await fs.rm(handOver, { force: true });
    await fs.rm(unfinishedCluster, { recursive: true, force: true });
  }
}

async function checkVersion(cluster: string, major: string): Promise<void> {
  const version = await fs.readFile(path.join(cluster, "PG_VERSION"), "utf8").catch(() => "");
  if (version.trim() === major) return;
  throw new Error(
    version.trim() === ""
      ? `The database in ${cluster} is broken: it has no readable PG_VERSION.`
      : `The database in ${cluster} was created by PostgreSQL ${version.trim()}, but this is ${major}. Choose another data folder.`,
  );
}

async function launch(
  dataDir: string,
  { cluster, user }: ClusterLocation,
  binaries: Binaries,
  options: PostgresOptions,
  password: string,
  unlock: () => Promise<void>,
): Promise<PostgresServer> {
  const port = options.port ?? (await freePort());
  if (options.port !== undefined && !(await isFree(port))) {
    throw new Error(`Port ${port} is taken by another program.`);
  }
  const logFile = path.resolve(options.log ?? path.join(dataDir, "postgres.log"));
  const log = await openLog(logFile);
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port: String(port),
    timezone: "UTC",
    log_timezone: "UTC",
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const start = (await log.stat()).size;
  const server = spawn(binaries.postgres, ["-D", cluster, ...flags], {
    ...user,
    cwd: "/",
    env: { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", log.fd, log.fd],
    // Detached from the terminal, because on Ctrl-C the starter ends its processes in order.
    detached: true,
  });
  const watchdog = watch(server);
  const exit = new Promise<void>((resolve) => {
    server.once("error", () => resolve());
    server.once("exit", () => resolve());
  }).then(async () => {
    watchdog.kill("SIGKILL");
    await unlock();
  });
  server.unref();
  await log.close();

  if (!(await isReady(server, cluster))) {
    await end(server, exit);
    const reason = reasonIn(await readFrom(logFile, start));
    throw new Error(`The database in ${cluster} cannot be opened: ${reason} (log: ${logFile})`);
  }
  const databaseUrl = (name: string) =>
    `postgresql://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(name)}`;
  return {
    url: databaseUrl("postgres"),
    port,
    databaseUrl,
    exited: exit,
    stop: () => end(server, exit),
  };
}

// Starts a shell that waits on a pipe of this process. When this process ends, even by SIGKILL, the shell reads the
// end of the pipe and requests a fast shutdown of the server.
function watch(server: ChildProcess): ChildProcess {
  const watchdog = spawn("sh", ["-c", 'read _; kill -INT "$0"', String(server.pid)], {
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // Without a shell (Windows) the next start ends the remaining server.
  watchdog.on("error", () => {});
  watchdog.unref();
  (watchdog.stdin as net.Socket | null)?.unref();
  return watchdog;
}

// The eighth line of the pid file is the server's own state; pg_ctl reads it too.
async function isReady(server: ChildProcess, cluster: string): Promise<boolean> {
  const file = path.join(cluster, "postmaster.pid");
  const deadline = Date.now() + START_SECONDS * 1000;
  while (Date.now() < deadline && isRunning(server)) {
    const lines = (await fs.readFile(file, "utf8").catch(() => "")).split("\n");
    if (lines[0] === String(server.pid) && lines[7]?.trim() === "ready") return true;
    await sleep(10);
  }
  return false;
}

async function end(server: ChildProcess, exit: Promise<void>): Promise<void> {
  server.ref();
  for (const [signal, seconds] of [
    ["SIGINT", 15],
    ["SIGQUIT", 5],
    ["SIGKILL", 5],
  ] as const) {
    if (isRunning(server)) server.kill(signal);
    const waiting = new AbortController();
    const timeout = sleep(seconds * 1000, "late", { signal: waiting.signal }).catch(() => "late");
    const outcome = await Promise.race([exit, timeout]);
    waiting.abort();
    if (outcome !== "late") return;
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

async function openLog(file: string): Promise<fs.FileHandle> {
  const size = await fs.stat(file).then(
    (stat) => stat.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await fs.rename(file, `${file}.old`);
  return fs.open(file, "a", 0o600);
}

async function readFrom(file: string, start: number): Promise<string> {
  const text = await fs.readFile(file).catch(() => Buffer.alloc(0));
  return text.subarray(start).toString("utf8");
}

// The reason that the server logged: its most severe line, or otherwise its last output as one line. Lines with which
// processes of a killed server log their end are ignored.
function reasonIn(output: string): string {
  const lines = output
    .trim()
    .split("\n")
    .filter((line) => !line.includes("unexpected postmaster exit"));
  const grave = lines.find((line) => /FATAL|PANIC|error:/.test(line));
  return (grave ?? lines.slice(-3).join(" ")).replace(/^.*?(FATAL|PANIC|error|postgres): +/, "");
}

async function run(
  program: string,
  args: string[],
  user: ServerUser | undefined,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, {
    ...user,
    cwd: "/",
    env: { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
