import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test as base, describe } from "vitest";

// A separate project, with an npm that records its calls and writes the files of an install.
const NPM = `#!/bin/sh
echo "$@" >> installs.log
rm -rf node_modules
sleep 0.3
if [ -f npm-fails ]; then cat npm-fails >&2; exit 7; fi
mkdir -p node_modules/.bin
ln -s "${process.execPath}" node_modules/.bin/node
if [ -f npm-hangs ]; then rm npm-hangs; sleep 60; fi
cp package-lock.json node_modules/.package-lock.json
`;
const HELLO = `
console.log(JSON.stringify({ args: process.argv.slice(2), path: process.env.PATH.split(":")[0] }));
if (process.argv.includes("wait")) {
  process.on("SIGTERM", () => { console.log("stopping"); process.exit(5); });
  setInterval(() => {}, 1000);
} else process.exitCode = 3;
`;

interface Project {
  project: string;
  lock(version: string): Promise<void>;
  start(args: string[], searchPath?: string): ReturnType<typeof startIn>;
  installs(): Promise<number>;
}

/** A project for each test, because the tests run at once. */
const test = base.extend<{ own: Project }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from it.
  own: async ({}, use) => {
    const project = await makeProject();
    await use({
      project,
      lock: (version) => lock(project, version),
      start: (args, searchPath) => startIn(project, args, searchPath),
      installs: () => installsIn(project),
    });
    await rm(project, { recursive: true, force: true, maxRetries: 10 });
  },
});

async function makeProject(): Promise<string> {
  const project = await mkdtemp(path.join(tmpdir(), "countersign-run-"));
  await mkdir(path.join(project, "scripts"));
  await mkdir(path.join(project, "bin"));
  await copyFile(
    path.resolve(import.meta.dirname, "../../scripts/run.mjs"),
    path.join(project, "scripts/run.mjs"),
  );
  await writeFile(path.join(project, "scripts/hello.ts"), HELLO);
  await writeFile(path.join(project, "bin/npm"), NPM);
  await chmod(path.join(project, "bin/npm"), 0o755);
  await lock(project, "1.0.0");
  return project;
}

async function lock(project: string, version: string): Promise<void> {
  const packages = {
    "": {},
    "node_modules/a": { version },
    "node_modules/elsewhere": { version: "1.0.0", optional: true },
  };
  await writeFile(path.join(project, "package-lock.json"), JSON.stringify({ packages }));
}

function startIn(
  project: string,
  args: string[],
  searchPath = `${path.join(project, "bin")}:/usr/bin:/bin`,
) {
  const child = spawn(process.execPath, [path.join(project, "scripts/run.mjs"), ...args], {
    env: { PATH: searchPath },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  const end = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once("close", (code) => resolve({ code, output }));
  });
  return { child, output: () => output, ended: end };
}

async function installsIn(project: string): Promise<number> {
  const text = await readFile(path.join(project, "installs.log"), "utf8").catch(() => "");
  return text.split("\n").filter(Boolean).length;
}

describe.concurrent("run.mjs", () => {
  test("installs what is missing, once, and runs the script with its arguments and exit code", async ({
    own: { installs, project, start },
    expect,
  }) => {
    const first = await start(["hello", "--port", "1"]).ended;
    expect(first.code).toBe(3);
    expect(first.output).toContain('"args":["--port","1"]');
    expect(first.output).toContain(`"path":"${path.join(project, "node_modules/.bin")}"`);
    const second = await start(["hello"]).ended;
    expect(second.output).not.toContain("Installing");
    expect(await installs()).toBe(1);
    expect(await readFile(path.join(project, "installs.log"), "utf8")).toMatch(/^ci /);
  });

  test("installs again when the lock file has changed", async ({
    own: { installs, lock, start },
    expect,
  }) => {
    await start(["hello"]).ended;
    await lock("1.0.1");
    await start(["hello"]).ended;
    expect(await installs()).toBe(2);
  });

  test("accepts a manual install", async ({ own: { installs, project, start }, expect }) => {
    await mkdir(path.join(project, "node_modules/.bin"), { recursive: true });
    await symlink(process.execPath, path.join(project, "node_modules/.bin/node"));
    await copyFile(
      path.join(project, "package-lock.json"),
      path.join(project, "node_modules/.package-lock.json"),
    );
    await start(["hello"]).ended;
    expect(await installs()).toBe(0);
  });

  test.for([
    ["", -60_000],
    [" after the clock was set back", 60_000],
  ] as const)(
    "does not accept an interrupted install%s",
    async ([, age], { own: { installs, project, start }, expect }) => {
      await writeFile(path.join(project, "npm-hangs"), "");
      const hangingRun = start(["hello"]);
      await expect.poll(() => existsSync(path.join(project, "npm-hangs"))).toBe(false);
      hangingRun.child.kill("SIGKILL");
      // The lock of a killed run is taken over once it is no longer renewed.
      const renewedAt = new Date(Date.now() + age);
      await utimes(path.join(project, ".installing"), renewedAt, renewedAt);
      const nextRun = await start(["hello"]).ended;
      expect(nextRun.code).toBe(3);
      expect(await installs()).toBe(2);
    },
  );

  test("lets one of several runs install and the others wait", async ({
    own: { installs, start },
    expect,
  }) => {
    const runs = await Promise.all([1, 2, 3].map(() => start(["hello"]).ended));
    expect(runs.map((run) => run.code)).toEqual([3, 3, 3]);
    expect(await installs()).toBe(1);
  });

  test("states in a sentence why it cannot install", async ({
    own: { project, start },
    expect,
  }) => {
    const result = await start(["hello"], "/nowhere").ended;
    expect(result.code).toBe(1);
    expect(result.output).toContain("npm is not on the PATH");
    await writeFile(path.join(project, "npm-fails"), "npm error code ENOTFOUND registry");
    const offline = await start(["hello"]).ended;
    expect(offline.code).toBe(1);
    expect(offline.output).toContain("the package registry is not reachable");
    // Neither leaves a lock that the next run would wait for.
    await rm(path.join(project, "npm-fails"));
    expect((await start(["hello"]).ended).code).toBe(3);
  });

  test("passes a signal on and exits with the script's code", async ({
    own: { start },
    expect,
  }) => {
    const waitingRun = start(["hello", "wait"]);
    await expect.poll(waitingRun.output).toContain("args");
    waitingRun.child.kill("SIGTERM");
    const { code, output } = await waitingRun.ended;
    expect(output).toContain("stopping");
    expect(code).toBe(5);
  });

  test("refuses a name that is not a script", async ({ own: { start }, expect }) => {
    for (const name of [[], ["none"], ["../evil"]]) {
      const { code, output } = await start(name).ended;
      expect(code).toBe(1);
      expect(output).toContain("There is no script");
    }
  });
});
