import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import { openDataFolder } from "../../scripts/stack/data-folder.ts";
import { type StackOptions, startStack } from "../../scripts/stack/stack.ts";
import { runningProcesses } from "./running-processes.ts";
import { command, folder, run, TIMEOUT_MS } from "./start-command.ts";

test("npm start stops while it waits for its database, and leaves nothing behind", async () => {
  const dataDir = path.join(folder, "early");
  const sockets: net.Socket[] = [];
  const silentServer = net.createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  await once(silentServer, "listening");
  const { port } = silentServer.address() as net.AddressInfo;
  const database = `postgresql://postgres:x@127.0.0.1:${port}/postgres`;
  const starting = command("start.ts", ["--port", "0", "--data", dataDir, "--database", database]);
  await expect.poll(() => sockets.length, { timeout: TIMEOUT_MS, interval: 10 }).toBeGreaterThan(0);
  starting.child.kill("SIGINT");
  await expect.poll(starting.output).toContain("Stopping");
  silentServer.close();
  for (const socket of sockets) socket.destroy();
  expect(await starting.ended).toBe(0);
  expect(runningProcesses(dataDir)).toEqual([]);
  expect(existsSync(path.join(dataDir, "lock"))).toBe(false);
});

/** The sentence with which the stack of `npm start` refuses to start. */
async function refusal(options: StackOptions): Promise<string> {
  const starting = startStack({ port: 0, ...options });
  return starting.then(
    (stack) => stack.stop().then(() => "It started."),
    (error: Error) => error.message,
  );
}

test("npm start refuses folders that are broken or not its own, and deletes nothing in them", async () => {
  const foreignFolder = path.join(folder, "foreign");
  await mkdir(foreignFolder);
  await writeFile(path.join(foreignFolder, "thesis.txt"), "years of work");
  for (const reset of [false, true]) {
    expect(await refusal({ dataDir: foreignFolder, reset })).toContain(
      "is not a data folder of this stack",
    );
    expect(await readdir(foreignFolder)).toEqual(["thesis.txt"]);
  }
  const { code, output } = await run("start.ts", "--port", "0", "--data", foreignFolder, "--reset");
  expect([code, output.split("\n").at(-1)]).toEqual([
    1,
    expect.stringContaining("is not a data folder of this stack"),
  ]);
  expect(await readdir(foreignFolder)).toEqual(["thesis.txt"]);

  const brokenFolder = path.join(folder, "broken");
  await mkdir(brokenFolder);
  const marker = path.join(brokenFolder, "countersign-data.json");
  await writeFile(marker, "{");
  expect(await refusal({ dataDir: brokenFolder })).toContain(
    "is broken: countersign-data.json is not readable",
  );
  await writeFile(marker, '{"format":1,"seeded":true}');
  await writeFile(path.join(brokenFolder, "keys.json"), "{}");
  expect(await refusal({ dataDir: brokenFolder })).toContain(
    "does not contain the keys of a stack",
  );
  expect(runningProcesses(brokenFolder)).toEqual([]);
});

test("npm start empties its own folder only on --reset, and never adds demo data to a folder that began without it", async () => {
  const root = path.join(folder, "own");
  const first = await openDataFolder(root, { seed: false });
  await mkdir(first.file("postgres"));
  for (const name of ["keys.json", "postgres/password"]) await writeFile(first.file(name), "kept");
  await first.unlock();

  const again = await openDataFolder(root, { seed: true });
  expect(again.hasSeeds).toBe(false);
  expect(await readFile(again.file("postgres/password"), "utf8")).toBe("kept");
  await again.unlock();

  const restarted = await openDataFolder(root, { seed: true, reset: true });
  expect(restarted.hasSeeds).toBe(true);
  await restarted.unlock();
  expect((await readdir(root)).sort()).toEqual(["countersign-data.json", "logs"]);
});

test("npm start names a wrong flag", async () => {
  const cases: [string[], number, string][] = [
    [["--port", "abc"], 2, "--port abc is not a port"],
    [["--prot", "1"], 2, "Unknown option '--prot'"],
    [["--database", "mysql://x"], 2, "--database takes a URL"],
    [["--vendors", "--no-seed"], 2, "Leave out --no-seed, --demo and --host"],
    [["--vendors", "--host", "0.0.0.0"], 2, "Leave out --no-seed, --demo and --host"],
    [["--vendors", "--demo"], 2, "Leave out --no-seed, --demo and --host"],
    [["--origin", "console.example.com"], 1, "--origin console.example.com is not an origin"],
    [["--help"], 0, "--no-seed"],
  ];
  for (const [flags, code, sentence] of cases) {
    const result = await run("start.ts", "--data", path.join(folder, "flags"), ...flags);
    expect([flags, result.code]).toEqual([flags, code]);
    expect(result.output).toContain(sentence);
  }
});

test("npm start names the error in a setting, and creates nothing", async () => {
  const dataDir = path.join(folder, "limits");
  const calls = "must be a whole number of calls a minute from 1 to 10000.";
  const limits: [string, string, string][] = [
    ["SERVICE_INGEST_RATE_LIMIT", "many", calls],
    ["SERVICE_CHAT_RATE_LIMIT", "0", calls],
    [
      "SERVICE_CHAT_CTX_MAX_CHARS",
      "3999",
      "must be a whole number of characters from 4000 to 2000000.",
    ],
    ["SERVICE_CHAT_SILENCE_SECONDS", "0", "must be a number of seconds from 1 to 600."],
  ];
  const cases: [StackOptions, string][] = [
    ...limits.map(([name, limit, sentence]): [StackOptions, string] => [
      { env: { [name]: limit } },
      `${name} ${sentence}`,
    ]),
    [{ host: "0.0.0.0" }, "Add --no-seed to use --host"],
    [{ trustedProxies: ["proxy"] }, "--trusted-proxy proxy is not an IP address"],
  ];
  for (const [options, sentence] of cases) {
    expect(await refusal({ dataDir, ...options })).toContain(sentence);
    expect(existsSync(dataDir)).toBe(false);
  }

  // The command passes on its environment and its flags.
  const environment = { SERVICE_CHAT_RATE_LIMIT: "0" };
  const start = command("start.ts", ["--port", "0", "--data", dataDir], environment);
  expect(await start.ended).toBe(1);
  expect(start.output()).toContain(`SERVICE_CHAT_RATE_LIMIT ${calls}`);
  const withHost = await run("start.ts", "--port", "0", "--data", dataDir, "--host", "0.0.0.0");
  expect(withHost.code).toBe(1);
  expect(withHost.output).toContain("Add --no-seed to use --host");
  expect(existsSync(dataDir)).toBe(false);
});
