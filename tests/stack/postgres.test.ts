import { spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type PostgresOptions,
  type PostgresServer,
  removePostgresData,
  startPostgres,
} from "../../scripts/stack/postgres/postgres.ts";
import { makeEmptyCluster } from "./data-folder.ts";

const isRoot = process.getuid?.() === 0;

let folder: string;
let dataDir: string;
let servers: PostgresServer[];

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "countersign-test-"));
  await fs.chmod(folder, 0o755);
  dataDir = path.join(folder, "postgres");
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await removePostgresData(dataDir);
  await fs.rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function start(options: Partial<PostgresOptions> = {}): Promise<PostgresServer> {
  const server = await startPostgres({ dataDir, ...options });
  servers.push(server);
  return server;
}

const prepare = () => makeEmptyCluster(dataDir);

async function query(server: PostgresServer, text: string): Promise<Record<string, unknown>[]> {
  const sql = postgres(server.url, { max: 1, connect_timeout: 30 });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end();
  }
}

async function pidOf(server: PostgresServer): Promise<number> {
  const [row] = await query(server, "select pg_read_file('postmaster.pid') as file");
  return Number.parseInt(String(row?.file), 10);
}

async function isGone(pid: number, seconds: number): Promise<boolean> {
  for (let round = 0; round < seconds * 20; round++) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await sleep(50);
  }
  return false;
}

// One server for all of these rules, because creating a cluster is expensive.
test("one of two starts at once creates a half-created cluster again, which accepts only its password and one starter and keeps its data", async () => {
  await fs.mkdir(path.join(dataDir, "cluster.half"), { recursive: true });
  await fs.writeFile(path.join(dataDir, "cluster.half", "PG_VERSION"), "17\n");
  const attempts = await Promise.allSettled([start(), start()]);
  expect(attempts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const first = servers[0] as PostgresServer;

  const { mode } = await fs.stat(path.join(dataDir, "password"));
  expect(mode & 0o777).toBe(0o600);
  const wrongClient = postgres(first.url.replace(/:[^:@]+@/, ":wrong@"), { max: 1 });
  await expect(wrongClient`select 1`).rejects.toThrow(/password authentication failed/);
  await wrongClient.end();
  const [address] = await query(first, "show listen_addresses");
  expect(address).toMatchObject({ listen_addresses: "127.0.0.1" });
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    `The data folder ${dataDir} is in use by another running stack. Stop that stack, or choose another folder with --data.`,
  );

  await query(first, "create table answers as select 42 as answer");
  await first.stop();
  const second = await start();
  expect(await query(second, "select answer from answers")).toMatchObject([{ answer: 42 }]);
  const [durable] = await query(second, "show fsync");
  expect(durable).toMatchObject({ fsync: "on" });
});

test("a taken port is reported in one sentence and leaves nothing behind", async () => {
  await prepare();
  const otherServer = net.createServer().listen(0, "127.0.0.1");
  await once(otherServer, "listening");
  const { port } = otherServer.address() as net.AddressInfo;
  await expect(startPostgres({ dataDir, port })).rejects.toThrow(
    `Port ${port} is taken by another program.`,
  );
  otherServer.close();
  await start({ port });
});

describe("a crash", () => {
  test("after a crash of the server, committed data is there and the next start succeeds", async () => {
    await prepare();
    const server = await start();
    await query(server, "create table answers as select 1 as row");
    const pid = await pidOf(server);
    process.kill(pid, "SIGKILL");
    await server.exited;
    expect(await query(await start(), "select * from answers")).toHaveLength(1);
  });

  test("after a crash of the server in the middle of a statement, the next start waits until the process of the statement has ended", async () => {
    await prepare();
    const server = await start();
    // Does not notice that its server has ended, and uses no CPU time.
    const busy = query(
      server,
      "create temporary table lines (line text); copy lines from program 'sleep 2'",
    );
    await expect
      .poll(() => query(server, "select from pg_stat_activity where query like 'create temp%'"))
      .toHaveLength(1);
    process.kill(await pidOf(server), "SIGKILL");
    await server.exited;
    await start();
    await busy;
  });

  test("after a crash of the starting process, the server ends too", async () => {
    await prepare();
    const { pid, starter } = await startElsewhere();
    starter.kill("SIGKILL");
    expect(await isGone(pid, 10)).toBe(true);
    await start();
  });

  test("after a crash of the starting process, a simultaneous start takes over", async () => {
    await prepare();
    const { pid, starter } = await startElsewhere();
    const exit = once(starter, "exit");
    starter.kill("SIGKILL");
    await exit;
    const server = await start();
    expect(await pidOf(server)).not.toBe(pid);
  });

  test("a pid file that names another process does not prevent a start", async () => {
    const cluster = await prepare();
    await fs.writeFile(path.join(cluster, "postmaster.pid"), `${process.pid}\n${cluster}\n`);
    await start();
  });

  async function startElsewhere() {
    const module = path.resolve(import.meta.dirname, "../../scripts/stack/postgres/postgres.ts");
    const program = `
      const { startPostgres } = await import(${JSON.stringify(module)});
      const server = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} });
      console.log(server.url);
      setInterval(() => {}, 1000);`;
    const starter = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [chunk] = await once(starter.stdout, "data");
    const sql = postgres(String(chunk).trim(), { max: 1 });
    const [row] = await sql`select pg_read_file('postmaster.pid') as file`;
    await sql.end();
    return { starter, pid: Number.parseInt(row?.file, 10) };
  }
});

describe("a broken data folder is reported in one sentence", () => {
  async function brokenBy(damage: (cluster: string) => Promise<void>): Promise<Promise<unknown>> {
    await damage(await prepare());
    return startPostgres({ dataDir }).then(
      async (content) => {
        servers.push(content);
        return "started";
      },
      (error: Error) => error.message,
    );
  }

  test("without its control file", async () => {
    const message = await brokenBy((cluster) => fs.rm(path.join(cluster, "global/pg_control")));
    expect(message).toMatch(
      /^The database in .* cannot be opened: could not find the database system/,
    );
    expect(String(message).split("\n")).toHaveLength(1);
  });

  test("without a version", async () => {
    const message = await brokenBy((cluster) => fs.rm(path.join(cluster, "PG_VERSION")));
    expect(message).toMatch(/is broken: it has no readable PG_VERSION\.$/);
  });

  test("with a cluster of another major version", async () => {
    const message = await brokenBy((cluster) =>
      fs.writeFile(path.join(cluster, "PG_VERSION"), "16\n"),
    );
    expect(message).toMatch(
      /was created by PostgreSQL 16, but this is 17\. Choose another data folder\.$/,
    );
  });

  test("that is a file", async () => {
    await fs.writeFile(dataDir, "");
    await expect(startPostgres({ dataDir })).rejects.toThrow(/cannot be created or written\.$/);
  });
});

test.runIf(isRoot)(
  "in a folder that only root may enter, root's server keeps its data",
  async () => {
    await fs.chmod(folder, 0o700);
    const first = await start();
    await query(first, "create table answers as select 1 as row");
    const [setting] = await query(first, "show data_directory");
    expect(String(setting?.data_directory).startsWith(dataDir)).toBe(false);
    await first.stop();
    const second = await start();
    expect(await query(second, "select * from answers")).toHaveLength(1);
    await second.stop();
    await removePostgresData(dataDir);
    await expect(fs.access(String(setting?.data_directory))).rejects.toThrow();
  },
);
