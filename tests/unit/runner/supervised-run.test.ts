import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { type SupervisedRun, supervise } from "../../runner/supervised-run.ts";

const HOURS = 3_600_000;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "countersign-supervised-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Started extends SupervisedRun {
  output(): string;
}

/** Runs this text as a program. */
async function start(program: string, silentMs = HOURS, graceMs = HOURS): Promise<Started> {
  const file = path.join(folder, `${Math.abs(hash(program))}.mjs`);
  await writeFile(file, program);
  let text = "";
  const write = (chunk: Uint8Array) => {
    text += Buffer.from(chunk).toString("utf8");
  };
  const run = supervise({ args: [file], cwd: folder, env: process.env, write, silentMs, graceMs });
  return { ...run, output: () => text };
}

function hash(text: string): number {
  return [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) | 0, 7);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const STARTS_ANOTHER = `
  import { spawn } from "node:child_process";
  const sleeper = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: "inherit" });
  console.log(sleeper.pid);
`;

test.concurrent("a program that exits with zero succeeded, with all its output", async ({
  expect,
}) => {
  const run = await start(`console.log("one"); console.error("two");`);
  expect(await run.ended).toBe("well");
  expect(run.output().split("\n").sort()).toEqual(["", "one", "two"]);
});

test.concurrent("messages from a program arrive", async ({ expect }) => {
  const file = path.join(folder, "messages.mjs");
  await writeFile(file, `process.send({ began: "a" }); process.send({ ended: "a" });`);
  const messages: unknown[] = [];
  const run = supervise({
    args: [file],
    cwd: folder,
    env: process.env,
    write: () => {},
    onMessage: (message) => messages.push(message),
    silentMs: HOURS,
  });
  expect(await run.ended).toBe("well");
  expect(messages).toEqual([{ began: "a" }, { ended: "a" }]);
});

test.concurrent("a program that exits with another code failed", async ({ expect }) => {
  expect(await (await start("process.exit(3)")).ended).toBe("badly");
});

test.concurrent("a program that is killed ended badly", async ({ expect }) => {
  expect(await (await start("process.kill(process.pid, 'SIGKILL')")).ended).toBe("badly");
});

test.concurrent("a program that sends no message is ended, even when it ignores the signal", async ({
  expect,
}) => {
  const deaf = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); process.on("message", () => {});`;
  expect(await (await start(deaf, 1, 1)).ended).toBe("silent");
});

test.concurrent("processes that a program leaves behind end with it", async ({ expect }) => {
  const run = await start(`${STARTS_ANOTHER} process.exit(0);`);
  expect(await run.ended).toBe("well");
  const pid = Number(run.output());
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test.concurrent("a signal ends the program and its children", async ({ expect }) => {
  const run = await start(`${STARTS_ANOTHER} setInterval(() => {}, 1000);`, HOURS, 1);
  await expect.poll(run.output).toMatch(/^\d+\n/);
  const pid = Number(run.output());
  await run.end("SIGTERM");
  expect(await run.ended).toBe("badly");
  await expect.poll(() => isRunning(pid)).toBe(false);
});
