import { describe, expect, test } from "vitest";
import type { Db } from "../../../supabase/functions/_db/client.ts";
import { runJobs } from "../../../supabase/functions/_jobs/worker.ts";

type Call = { name: string; args: Record<string, unknown> };

/** A database with one job, whose clock differs from ours by this much. */
function oneJob(aheadMs: number, leaseMs: number) {
  const calls: Call[] = [];
  let isThere = true;
  const databaseTime = () => new Date(Date.now() + aheadMs);
  const answers: Record<string, () => unknown> = {
    take_jobs: () => {
      if (!isThere) return [];
      isThere = false;
      const lease_until = new Date(databaseTime().getTime() + leaseMs).toISOString();
      return [
        { id: "job", kind: "test", payload: {}, attempt: 1, lease_until, lease_length_ms: leaseMs },
      ];
    },
    next_job_at: () => null,
    renew_lease: () => true,
    finish_jobs: () => 1,
  };
  const db = {
    rpc: async (name: string, args: Record<string, unknown>) => {
      calls.push({ name, args });
      return { data: answers[name]?.(), error: null };
    },
  } as unknown as Db;
  return { db, calls };
}

describe.concurrent("a lease is renewed for as long as its job runs", () => {
  test.each([
    ["as ours", 0],
    ["two hours behind", -7_200_000],
    ["two hours ahead", 7_200_000],
  ])("whether the database's clock is %s", async (_, aheadMs) => {
    const { db, calls } = oneJob(aheadMs, 300);
    await runJobs(db, {
      worker: "test",
      handlers: { test: () => new Promise((done) => setTimeout(() => done("done"), 480)) },
    });
    const renewals = calls.filter(({ name }) => name === "renew_lease");
    expect(new Set(renewals.map(({ args }) => args["lease_ms"]))).toEqual(new Set([300]));
    // Every 100 ms; a busy machine misses some.
    expect(renewals.length).toBeGreaterThanOrEqual(1);
    expect(renewals.length).toBeLessThanOrEqual(5);
  });
});

test("a job that seems due and cannot be taken is retried less and less often", async () => {
  let takes = 0;
  const pauses: number[] = [];
  let clock = 0;
  const db = {
    rpc: async (name: string) => {
      if (name === "take_jobs") takes += 1;
      return { data: name === "take_jobs" ? [] : new Date(0).toISOString(), error: null };
    },
  } as unknown as Db;
  await runJobs(db, {
    worker: "test",
    handlers: { test: async () => "done" },
    timeBudgetMs: 60_000,
    now: () => clock,
    sleep: async (ms) => {
      pauses.push(ms);
      clock += ms;
    },
  });
  expect(pauses.slice(0, 3)).toEqual([20, 40, 80]);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1_300);
  expect(takes).toBeLessThan(80);
});
