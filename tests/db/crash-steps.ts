/**
 * The steps of a worker in a separate process: each statement and each request is a step. It reads a line (the
 * step at which to die) and dies there, by a signal that cannot be caught, the first time it reaches that step;
 * the product code is unaware of it. Prints its steps as lines of JSON.
 */
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { createInterface } from "node:readline";
import postgres from "postgres";
import type { Db } from "../../supabase/functions/_db/client.ts";
import type { Plan } from "./crash-parent.ts";

const { DATABASE_URL = "" } = process.env;
/** Longer than any test: the parent ends the leases of dead workers. */
export const leaseMs = 600_000;
export const say = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);

let plan: Plan = {};

/** Does a step, and dies before, during or after it if the plan says so. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const isHere = plan.step === name;
  if (isHere && plan.when === "before") await end();
  const outcome = work();
  if (isHere && plan.when === "during") {
    outcome.catch(() => {});
    // Long enough for the other side to have begun, and at times to have ended.
    await new Promise((resolve) => setTimeout(resolve, plan.duringMs ?? 2));
    await end();
  }
  const result = await outcome;
  if (isHere) await end();
  return result;
}

async function end(): Promise<void> {
  const signal = plan.signal ?? "SIGKILL";
  say({ ended: plan });
  plan = {};
  process.kill(process.pid, signal);
  // A stopped process continues after a signal; a killed one has ended.
  if (signal === "SIGKILL") await new Promise(() => {});
}

const sql = postgres(DATABASE_URL, {
  max: 2,
  onnotice: () => {},
  connect_timeout: 2,
  connection: { role: "service_role", application_name: "crash-child" } as object,
});

/** Runs the calls that supabase-js makes over HTTP as single statements. */
export const db = {
  rpc: (name: string, args: Record<string, unknown> = {}) =>
    step(name, async () => {
      const keys = Object.keys(args);
      const list = keys.map((key, index) => `${key} => $${index + 1}`).join(", ");
      const values = keys.map((key) => args[key]) as never[];
      try {
        if (name === "take_jobs") {
          const data = await sql.unsafe(
            `select to_jsonb(t) as job from public.take_jobs(${list}) t`,
            values,
          );
          return { data: data.map(({ job }) => job), error: null };
        }
        const [row] = await sql.unsafe(`select public.${name}(${list}) as value`, values);
        return { data: row?.["value"] ?? null, error: null };
      } catch (error) {
        const { code, message, detail, hint } = error as Record<string, string>;
        return { data: null, error: { code, message, details: detail, hint } };
      }
    }),
} as unknown as Db;

const realFetch = globalThis.fetch;

/** Turns requests into steps, each with a name. */
export function stepsOfRequests(nameOf: (method: string, pathname: string) => string): void {
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const name = nameOf(init?.method ?? "GET", new URL(url).pathname);
    return step(name, () => realFetch(input, init));
  };
}

/** Reports that it is ready, and waits for its plans: a worker that did not die works by the next one. */
export async function* plans(): AsyncGenerator<Plan> {
  console.error = process.env["CRASH_DEBUG"] ? console.error : () => {};
  // Node writes it at the end of a process, which a killed one never reaches.
  flushCompileCache();
  say({ ready: true });
  for await (const line of createInterface({ input: process.stdin })) {
    plan = JSON.parse(line) as Plan;
    yield plan;
  }
}
