import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";

/** What `npm start` writes into stack.json. */
export interface RunningStack {
  url: string;
  publishable_key: string;
  secret_key: string;
  /** As its superuser: for reading back what really happened. */
  database_url: string;
  users: { email: string; password: string; role: string; organization: string | null }[];
  /** Its data folder, with the key that signs user tokens: expired ones cannot be had otherwise. */
  data_dir: string;
}

declare module "vitest" {
  interface ProvidedContext {
    stack: RunningStack;
  }
}

const PROJECT = path.resolve(import.meta.dirname, "../..");

/** Starts the service as a person would, in a data folder of its own, and stops it after the suite. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "countersign-test-"));
  const service = spawn(
    process.execPath,
    ["scripts/start.ts", "--port", "0", "--data", path.join(dataDir, "data")],
    { cwd: PROJECT, stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  const ended = new Promise<void>((resolve) => service.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    for (const stream of [service.stdout, service.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (output.includes("is ready after")) resolve();
      });
    }
    ended.then(() => reject(new Error(`The service did not start:\n${output}`)));
  });
  const data_dir = path.join(dataDir, "data");
  const written = await readFile(path.join(data_dir, "stack.json"), "utf8");
  project.provide("stack", { ...JSON.parse(written), data_dir } as RunningStack);

  return async () => {
    service.kill("SIGTERM");
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
}
