import { spawnSync } from "node:child_process";

/** Running processes whose command line contains the name: servers, functions, watchdogs. */
export function runningProcesses(name: string): string[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid,args"], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line.includes(name) && !line.includes("ps -eo"));
}
