import { spawnSync } from "node:child_process";

/** Processes that have something to do with the folder: servers, functions, watchdogs. */
export function left(name: string): string[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid,args"], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line.includes(name) && !line.includes("ps -eo"));
}
