/**
 * `npm start` with a simulated chat model, for the tests of one file. Each file has its own, because the failed
 * sign-ins of one file would delay another.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll } from "vitest";
import type { StackFile } from "../../scripts/stack/stack-file.ts";
import { cloneDataFolder } from "../../scripts/test-cluster/clusters.ts";
import { cheapenPasswords } from "../support/cheap-passwords.ts";
import { type MockModel, modelKey, startMockModel } from "../support/mock-model.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");
let folder: string;
export let model: MockModel;
let service: ChildProcess;
let end: Promise<unknown>;
export let dataDir: string;
export let stack: StackFile;
export let sql: postgres.Sql;

/** Small, but with room for the descriptions of the tools that the tests call. */
export const MAX_CHARS = 34_000;
beforeAll(async () => {
  folder = await temporaryFolder("chat-model");
  model = await startMockModel();
  dataDir = path.join(folder, "data");
  await cloneDataFolder(dataDir);
  service = spawn(
    process.execPath,
    ["scripts/start.ts", "--port", "0", "--data", dataDir, "--no-demo-files"],
    {
      cwd: PROJECT,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        OPENAI_API_KEY: modelKey,
        OPENAI_BASE_URL: model.url,
        CHAT_MODEL: "for-one",
        CHAT_STREAM_MODEL: "for-many",
        CHAT_STREAM_PRO_MODEL: "for-few",
        SERVICE_CHAT_PRO_EMAILS: "lead@demo.test",
        SERVICE_CHAT_CTX_MAX_CHARS: String(MAX_CHARS),
      },
    },
  );
  end = new Promise((resolve) => service.once("close", resolve));
  let output = "";
  await new Promise<void>((resolve, reject) => {
    service.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.includes("is ready after")) resolve();
    });
    service.once("close", () => reject(new Error(`It ended:\n${output}`)));
  });
  stack = JSON.parse(await readFile(path.join(dataDir, "stack.json"), "utf8")) as StackFile;
  await cheapenPasswords(stack.database_url);
  sql = postgres(stack.database_url, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await sql?.end({ timeout: 5 });
  service.kill("SIGTERM");
  await end;
  await model.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Ends the service without a chance to clean up. */
export async function killService(): Promise<void> {
  await sql.end({ timeout: 5 });
  service.kill("SIGKILL");
  await end;
}
