import { describe, expect, test } from "vitest";
import type { Db } from "../../../supabase/functions/_db/client.ts";
import {
  type SyncAdapter,
  SyncError,
  type SyncFailure,
  type SyncPage,
} from "../../../supabase/functions/_integrations/sync-port.ts";
import { runSync, type SyncSource } from "../../../supabase/functions/_jobs/run-sync.ts";

const job = {
  id: "job",
  organization_id: "organization",
  kind: "task_sync",
  payload: { stream_id: "stream" },
  attempt: 3,
  max_attempts: 10,
  lease_length_ms: 60_000,
  request_id: null,
};
const lease = { job_id: "job", attempt: 3 };
const beginAnswer = {
  state: "begun",
  run_id: "run",
  provider: "clickup",
  stream: "tasks",
  cursor: "first" as string | null,
  secret: "pk_secret" as string | null,
  settings: { team_id: "1", scopes: ["L1"], time_zone: "UTC" },
};
const page = (cursor: string, hasMore: boolean): SyncPage => ({
  records: [],
  cursor,
  hasMore,
  isSnapshot: false,
  confirmedAt: null,
  calls: 1,
  retries: 0,
});

/** A run with an adapter and scripted responses of the database; returns the calls of both, in order. */
async function run(
  list: SyncAdapter["list"],
  {
    begin = beginAnswer as object,
    states = ["more", "done"],
    budgetMs = 1_000,
    signal = signalOf(),
    plan = { open: [], stop: [] } as object,
    pushes = undefined as SyncSource["pushes"],
    attempt = lease.attempt,
  } = {},
) {
  const calls: [name: string, args: object][] = [];
  const db = {
    rpc(name: string, args: object) {
      calls.push([name, args]);
      if (name === "begin_sync_run") return { data: begin, error: null };
      if (name === "plan_sync_channels") return { data: plan, error: null };
      if (name === "apply_sync_page") return { data: { state: states.shift() }, error: null };
      return { data: null, error: null };
    },
  } as unknown as Db;
  const adapter = { provider: "clickup", stream: "tasks", list };
  const source = {
    adapter,
    baseUrl: "http://clickup.test",
    settingsOf: (list_ids: string[]) => ({ list_ids }),
    ...(pushes && { pushes }),
  };
  let error: unknown;
  const outcome = await runSync([source], { budgetMs, now: () => 0 })(
    { ...job, attempt },
    { db, signal },
  ).catch((thrown) => {
    error = thrown;
  });
  return { calls, outcome, error };
}
const signalOf = (aborted = false) =>
  aborted ? AbortSignal.abort() : new AbortController().signal;

test("each page is stored with the cursor that it began at, until the listing ends", async () => {
  const requests: object[] = [];
  const { calls, outcome } = await run(async ({ signal: _, ...request }) => {
    requests.push(request);
    return requests.length === 1 ? page("second", true) : page("third", false);
  });
  expect(outcome).toBe("handled");
  const settings = { ...beginAnswer.settings, list_ids: ["L1"] };
  const request = { settings, secret: "pk_secret", baseUrl: "http://clickup.test" };
  expect(requests).toEqual([
    { cursor: "first", ...request },
    { cursor: "second", ...request },
  ]);
  const runLease = { ...lease, run_id: "run" };
  expect(calls).toEqual([
    ["begin_sync_run", lease],
    ["apply_sync_page", { ...runLease, from_cursor: "first", page: page("second", true) }],
    ["apply_sync_page", { ...runLease, from_cursor: "second", page: page("third", false) }],
    ["end_sync_run", { ...runLease, reason: "completed" }],
  ]);
});

test("a run without time for another page ends as out_of_time", async () => {
  const { calls } = await run(async () => page("next", true), { states: ["more"], budgetMs: 0 });
  const reason = "out_of_time";
  expect(calls.at(-1)).toEqual(["end_sync_run", { ...lease, run_id: "run", reason }]);
});

test("a deleted stream is not read", async () => {
  const list = () => Promise.reject(new Error("asked"));
  const { calls, outcome } = await run(list, { begin: { state: "gone" } });
  expect([outcome, calls.length]).toEqual(["handled", 1]);
});

test.each([
  [
    "before it reads",
    { ...beginAnswer, is_storage_full: true },
    [],
    ["begin_sync_run", "end_sync_run"],
  ],
  ["after a page", beginAnswer, ["full"], ["begin_sync_run", "apply_sync_page", "end_sync_run"]],
])("a run without room to store ends %s", async (_, begin, states, names) => {
  const { calls } = await run(async () => page("second", true), { begin, states });
  expect(calls.map(([name]) => name)).toEqual(names);
  expect(calls.at(-1)?.[1]).toMatchObject({
    reason: "storage_full",
    error:
      "Your organization has reached its limit for stored emails. Ask the operator to raise it",
  });
});

describe("failures", () => {
  const failures: SyncFailure[] = [
    "cursor_died",
    "rate_limited",
    "grant_dead",
    "forbidden",
    "unavailable",
    "invalid_response",
  ];
  test.each(failures)(
    "%s ends the run with its reason, its message and the pause",
    async (reason) => {
      const { calls, outcome } = await run(() =>
        Promise.reject(new SyncError(reason, "Why", 1500.4)),
      );
      expect(outcome).toBe("handled");
      expect(calls.slice(1)).toEqual([
        [
          "end_sync_run",
          { ...lease, run_id: "run", reason, error: "Why", retry_after_ms: 1500, calls: 1 },
        ],
      ]);
    },
  );

  test("a listing that does not advance ends, instead of being read forever", async () => {
    const { calls } = await run(async () => page("first", true));
    expect(calls.at(-1)?.[1]).toMatchObject({ reason: "invalid_response" });
  });

  test("a stream without a secret requires a new connection", async () => {
    const { calls } = await run(async () => page("next", false), {
      begin: { ...beginAnswer, secret: null },
    });
    expect(calls.at(-1)?.[1]).toMatchObject({ reason: "grant_dead" });
  });

  test("our own error is not the vendor's: the job fails, and the run is lost", async () => {
    const { calls, error } = await run(() => Promise.reject(new TypeError("a bug")));
    expect(error).toBeInstanceOf(TypeError);
    expect(calls).toHaveLength(1);
  });

  test("a request that the end of the lease aborted does not end the run", async () => {
    const failure = new SyncError("unavailable", "Aborted");
    const { calls, error } = await run(() => Promise.reject(failure), { signal: signalOf(true) });
    expect(error).toBe(failure);
    expect(calls).toHaveLength(1);
  });

  test("a stream without an adapter fails permanently", async () => {
    const { error } = await run(async () => page("next", false), {
      begin: { ...beginAnswer, provider: "unknown" },
    });
    expect(error).toMatchObject({ name: "PermanentError" });
  });
});

describe("push channels", () => {
  const address = "https://agency.test/functions/v1/task-sync";
  const channel = {
    externalId: "hook",
    externalResourceId: null,
    proof: { token: "token" },
    expiresAt: "2026-12-01T00:00:00.000Z",
  };
  const channels = {
    resources: () => ["9001", "9002"],
    open: async () => channel,
    stop: async () => {},
  };
  const stop = [{ id: "old", external_id: "old hook", external_resource_id: null }];
  const names = (calls: [string, object][]) => calls.map(([name]) => name);

  test("a run opens and stops channels before it reads, with the hash of their token", async () => {
    const { calls } = await run(async () => page("next", false), {
      states: ["done"],
      plan: { open: ["9001"], stop },
      pushes: { channels, address },
    });
    expect(names(calls)).toEqual([
      "begin_sync_run",
      "plan_sync_channels",
      "open_sync_channel",
      "close_sync_channel",
      "apply_sync_page",
      "end_sync_run",
    ]);
    expect(calls[1]?.[1]).toMatchObject({ resources: ["9001", "9002"], address });
    expect(calls[2]?.[1]).toMatchObject({
      resource: "9001",
      address,
      external_id: "hook",
      token_hash: "3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0",
    });
    expect(JSON.stringify(calls)).not.toContain('"token"');
    expect(calls.at(-1)?.[1]).toMatchObject({ reason: "completed", calls: 2 });
  });

  test("a service that no vendor can reach only polls", async () => {
    const { calls } = await run(async () => page("next", false), {
      states: ["done"],
      pushes: { channels, address: null },
    });
    expect(names(calls)).toEqual(["begin_sync_run", "apply_sync_page", "end_sync_run"]);
  });

  test.each<[SyncFailure, string[]]>([
    ["forbidden", ["open_sync_channel", "open_sync_channel"]],
    ["unavailable", []],
    ["rate_limited", []],
  ])("the listing is read although opening a channel failed as %s", async (failure, stored) => {
    const open = () => Promise.reject(new SyncError(failure, "No pushes"));
    const { calls } = await run(async () => page("next", false), {
      states: ["done"],
      plan: { open: ["9001", "9002"], stop: [] },
      pushes: { channels: { ...channels, open }, address },
    });
    expect(names(calls).slice(2)).toEqual([...stored, "apply_sync_page", "end_sync_run"]);
    if (stored.length > 0) expect(calls[2]?.[1]).toMatchObject({ failure: "No pushes" });
  });
});

describe("the channels of a disconnected vendor", () => {
  const closing = {
    state: "closing",
    provider: "clickup",
    stream: "tasks",
    secret: "pk_left",
    settings: { team_id: "1" },
    channels: ["one", "two"].map((id) => ({
      id,
      external_id: `hook ${id}`,
      external_resource_id: null,
    })),
  };
  const failingRead = () => Promise.reject(new Error("read"));

  async function close(attempt: number, stop: (id: string) => Promise<void>) {
    const stopped: object[] = [];
    const channels = {
      resources: () => [],
      open: () => Promise.reject(new Error("opened")),
      stop: ({ signal: _, ...request }: { signal: AbortSignal; externalId: string }) => {
        stopped.push(request);
        return stop(request.externalId);
      },
    };
    const pushes = { channels, address: null };
    const { calls, error } = await run(failingRead, { begin: closing, pushes, attempt });
    return { stopped, names: calls.map(([name]) => name), error };
  }

  test("are stopped with the secret that the vendor was connected with", async () => {
    const { stopped, names } = await close(1, async () => {});
    const request = { settings: { team_id: "1" }, secret: "pk_left", externalResourceId: null };
    expect(stopped).toEqual(
      ["hook one", "hook two"].map((externalId) => ({
        ...request,
        externalId,
        baseUrl: "http://clickup.test",
      })),
    );
    expect(names).toEqual(["begin_sync_run", "end_sync_channels"]);
  });

  test.each<SyncFailure>(["grant_dead", "forbidden", "invalid_response"])(
    "are forgotten although stopping one failed as %s",
    async (failure) => {
      const { stopped, names } = await close(1, (id) =>
        id === "hook one" ? Promise.reject(new SyncError(failure, "No")) : Promise.resolve(),
      );
      expect([stopped.length, names.at(-1)]).toEqual([2, "end_sync_channels"]);
    },
  );

  test("are tried again when the vendor does not answer, and forgotten after the third attempt", async () => {
    const down = () => Promise.reject(new SyncError("unavailable", "Down"));
    const { names, error } = await close(2, down);
    expect([names, error]).toMatchObject([["begin_sync_run"], { retryAfterMs: 30_000 }]);
    expect((await close(3, down)).names.at(-1)).toBe("end_sync_channels");
  });
});
