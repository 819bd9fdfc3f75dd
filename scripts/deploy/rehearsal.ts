/** The stand-in for the management API from the hosted kit, for `--dry-run`. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "../db/tool.ts";

export const KIT = path.resolve(ROOT, "../shared/hosted");

export interface Rehearsal {
  managementUrl: string;
  stop(): Promise<void>;
}

/** Undefined if the kit is not beside the project. */
export async function startRehearsal(): Promise<Rehearsal | undefined> {
  const program = path.join(KIT, "deploy/management-api.mjs");
  if (!existsSync(program)) return undefined;
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-rehearsal-"));
  const child = spawn(process.execPath, [program, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
    exit.then(() => reject(new Error("The stand-in for the management API did not start.")));
  });
  return {
    managementUrl: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
