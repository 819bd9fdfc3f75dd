import { describe, expect, test } from "vitest";
import type { Db } from "../../../supabase/functions/_db/client.ts";
import {
  ConnectionRefusal,
  type ConnectionTest,
} from "../../../supabase/functions/_integrations/connections/port.ts";
import {
  SyncError,
  type SyncFailure,
} from "../../../supabase/functions/_integrations/sync-port.ts";
import { testConnection } from "../../../supabase/functions/_jobs/test-connection.ts";

const job = {
  id: "job",
  organization_id: "organization",
  kind: "time_tracking_connection_test",
  payload: { tested_provider: "harvest" },
  attempt: 2,
  max_attempts: 2,
  lease_length_ms: 30_000,
  request_id: null,
};
const lease = { job_id: "job", attempt: 2 };
const beginAnswer = {
  state: "begun",
  provider: "harvest",
  version: 3,
  settings: { account_id: "7" },
  secret: "token" as string | null,
};

/** A test with an adapter and scripted responses of the database; returns the calls of the database, in order. */
async function run(
  ask: ConnectionTest["run"],
  { begin = beginAnswer as object, signal = new AbortController().signal, patienceMs = 1_000 } = {},
) {
  const calls: [name: string, args: object][] = [];
  const db = {
    rpc(name: string, args: object) {
      calls.push([name, args]);
      return { data: name === "begin_connection_test" ? begin : null, error: null };
    },
  } as unknown as Db;
  const source = { test: { provider: "harvest", run: ask }, baseUrl: "http://harvest.test" };
  let error: unknown;
  const outcome = await testConnection([source], patienceMs)(job, { db, signal }).catch(
    (thrown) => {
      error = thrown;
    },
  );
  return { calls, outcome, error };
}

test("the vendor is called once with the stored secret, and its lists are stored", async () => {
  const requests: object[] = [];
  const lists = [{ id: "1", name: "Website" }];
  const { calls, outcome } = await run(async ({ signal: _, ...request }) => {
    requests.push(request);
    return { lists, hasMore: true };
  });
  expect(outcome).toBe("handled");
  expect(requests).toEqual([
    { settings: { account_id: "7" }, secret: "token", baseUrl: "http://harvest.test" },
  ]);
  expect(calls).toEqual([
    ["begin_connection_test", lease],
    [
      "end_connection_test",
      { ...lease, version: 3, result: "accepted", lists, has_more_lists: true },
    ],
  ]);
});

test("a vendor that was disconnected in the meantime is not called", async () => {
  const { calls, outcome } = await run(() => Promise.reject(new Error("asked")), {
    begin: { state: "gone" },
  });
  expect([outcome, calls.length]).toEqual(["handled", 1]);
});

test("a connection without a secret is rejected without a call", async () => {
  const { calls } = await run(() => Promise.reject(new Error("asked")), {
    begin: { ...beginAnswer, secret: null },
  });
  expect(calls.at(-1)?.[1]).toMatchObject({ result: "rejected", resource: "secret" });
});

describe("a refusal", () => {
  test.each<[SyncFailure, string]>([
    ["grant_dead", "rejected"],
    ["forbidden", "forbidden"],
    ["rate_limited", "rate_limited"],
    ["unavailable", "unavailable"],
    ["invalid_response", "invalid_response"],
  ])("%s becomes the result %s, and is not tried again", async (failure, result) => {
    const { calls, outcome } = await run(() =>
      Promise.reject(
        new ConnectionRefusal("hours", new SyncError(failure, "A vendor's text", 1500.4, 418)),
      ),
    );
    expect(outcome).toBe("handled");
    const facts = { result, http_code: 418, resource: "hours", retry_after_ms: 1500 };
    expect(calls.slice(1)).toEqual([["end_connection_test", { ...lease, version: 3, ...facts }]]);
  });

  test("comes after the maximum wait for a vendor that does not answer", async () => {
    const { calls } = await run(
      ({ signal }) =>
        new Promise((_, reject) => {
          const error = new SyncError("unavailable", "Aborted");
          signal.addEventListener("abort", () => reject(new ConnectionRefusal("hours", error)));
        }),
      { patienceMs: 10 },
    );
    expect(calls.at(-1)?.[1]).toMatchObject({ result: "unavailable", resource: "hours" });
  });
});

test.each([
  ["our own error", new TypeError("a bug"), new AbortController().signal],
  [
    "a request that the end of the lease aborted",
    new ConnectionRefusal("hours", new SyncError("unavailable", "Aborted")),
    AbortSignal.abort(),
  ],
])("%s is no result: the job fails", async (_, failure, signal) => {
  const { calls, error } = await run(() => Promise.reject(failure), { signal });
  expect([error, calls.length]).toEqual([failure, 1]);
});

test("a vendor without an adapter fails permanently", async () => {
  const { error } = await run(() => Promise.reject(new Error("asked")), {
    begin: { ...beginAnswer, provider: "unknown" },
  });
  expect(error).toMatchObject({ name: "PermanentError" });
});
