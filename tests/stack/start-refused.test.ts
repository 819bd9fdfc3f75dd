import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { command, folder, left, PATIENCE_MS, run } from "./start-command.ts";

test("stops while it is still starting", async () => {
  const dataDir = path.join(folder, "early");
  const starting = command("start.ts", ["--port", "0", "--data", dataDir]);
  await expect
    .poll(starting.output, { timeout: PATIENCE_MS, interval: 10 })
    .toContain("Applying migrations");
  starting.child.kill("SIGINT");
  expect(await starting.ended).toBe(0);
  expect(left(dataDir)).toEqual([]);
  expect(existsSync(path.join(dataDir, "lock"))).toBe(false);
});

test("refuses folders that are not its own or broken, and deletes nothing in them", async () => {
  const foreign = path.join(folder, "foreign");
  await mkdir(foreign);
  await writeFile(path.join(foreign, "thesis.txt"), "years of work");
  for (const flags of [[], ["--reset"]]) {
    const { code, output } = await run("start.ts", "--port", "0", "--data", foreign, ...flags);
    expect(code).toBe(1);
    expect(output).toContain("is not a data folder of this stack");
    expect(await readdir(foreign)).toEqual(["thesis.txt"]);
  }

  const broken = path.join(folder, "broken");
  await mkdir(broken);
  await writeFile(path.join(broken, "countersign-data.json"), "{");
  const marker = await run("start.ts", "--port", "0", "--data", broken);
  expect(marker.code).toBe(1);
  expect(marker.output).toContain("is broken: countersign-data.json is not readable");

  await writeFile(path.join(broken, "countersign-data.json"), '{"format":1,"seeded":true}');
  await writeFile(path.join(broken, "keys.json"), "{}");
  const keys = await run("start.ts", "--port", "0", "--data", broken);
  expect(keys.code).toBe(1);
  expect(keys.output).toContain("does not hold the keys of a stack");
  expect(left(broken)).toEqual([]);
});

test("names a wrong flag", async () => {
  const cases: [string[], number, string][] = [
    [["--port", "abc"], 2, "--port abc is not a port"],
    [["--prot", "1"], 2, "Unknown option '--prot'"],
    [["--database", "mysql://x"], 2, "--database takes a URL"],
    [["--host", "0.0.0.0", "--port", "0"], 1, "Add --no-seed to use --host"],
    [["--vendors", "--no-seed"], 2, "Leave out --no-seed, --demo and --host"],
    [["--vendors", "--host", "0.0.0.0"], 2, "Leave out --no-seed, --demo and --host"],
    [["--vendors", "--demo"], 2, "Leave out --no-seed, --demo and --host"],
    [["--origin", "console.example.com"], 1, "--origin console.example.com is not an origin"],
    [["--trusted-proxy", "proxy"], 1, "--trusted-proxy proxy is not an IP address"],
    [["--help"], 0, "--no-seed"],
  ];
  for (const [flags, code, sentence] of cases) {
    const ended = await run("start.ts", "--data", path.join(folder, "flags"), ...flags);
    expect([flags, ended.code]).toEqual([flags, code]);
    expect(ended.output).toContain(sentence);
  }
});

test("names the error in a limit, and creates nothing", async () => {
  const dataDir = path.join(folder, "limits");
  const calls = "must be a whole number of calls a minute from 1 to 10000.";
  const cases: [string, string, string][] = [
    ["SERVICE_INGEST_RATE_LIMIT", "many", calls],
    ["SERVICE_CHAT_RATE_LIMIT", "0", calls],
    [
      "SERVICE_CHAT_CTX_MAX_CHARS",
      "3999",
      "must be a whole number of characters from 4000 to 2000000.",
    ],
    ["SERVICE_CHAT_SILENCE_SECONDS", "0", "must be a number of seconds from 1 to 600."],
  ];
  for (const [name, limit, sentence] of cases) {
    const started = command("start.ts", ["--port", "0", "--data", dataDir], { [name]: limit });
    expect([name, await started.ended]).toEqual([name, 1]);
    expect(started.output()).toContain(`${name} ${sentence}`);
    expect(existsSync(dataDir)).toBe(false);
  }
});
