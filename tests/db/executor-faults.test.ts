/** Vendors fail in every way: the state of the card, and of the object at the vendor. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MockClickUp, startMockClickUp } from "../support/mock-clickup.ts";
import {
  type MockGoogleCalendar,
  startMockGoogleCalendar,
} from "../support/mock-google-calendar.ts";
import type { Fault } from "../support/mock-vendor.ts";
import {
  type Office,
  openOffice,
  startDurableServer,
  type WorkerPool,
  work,
  workerPool,
} from "./crash-parent.ts";

const minutes = 60_000;
let server: Awaited<ReturnType<typeof startDurableServer>>;
let clickUp: MockClickUp;
let google: MockGoogleCalendar;
let office: Office;
let pool: WorkerPool;

beforeAll(async () => {
  [server, clickUp, google] = await Promise.all([
    startDurableServer(),
    startMockClickUp(),
    startMockGoogleCalendar(),
  ]);
  office = await openOffice(server.url);
  await office.setLookupPause("150 milliseconds");
  await office.connect("clickup");
  await office.connect("google_calendar");
  pool = workerPool(server.url, { clickUp, google }, { size: 1 });
}, 3 * minutes);
afterAll(async () => {
  await pool?.close();
  await office?.close();
  await Promise.all([clickUp?.close(), google?.close(), server?.stop()]);
});
beforeEach(() => {
  clickUp.searchesBehind = 0;
  clickUp.requests.length = 0;
  google.requests.length = 0;
});

const creations = (vendor: MockClickUp | MockGoogleCalendar) =>
  vendor.requests.filter(({ operation }) => ["CreateTask", "insert"].includes(operation)).length;

async function outcomeOf(kind: "task_create" | "calendar_event_create") {
  const id = await office.order(
    kind,
    kind === "task_create"
      ? { title: "Send it" }
      : {
          summary: "Kick-off",
          starts_at: "2027-01-11T09:00:00Z",
          ends_at: "2027-01-11T10:00:00Z",
          time_zone: "UTC",
        },
  );
  // Runs jobs as long as another one is due within a second.
  await work(pool, { maxWaitMs: 1_000 });
  const [card] =
    await office.sql`select status::text, execution_error from public.approvals where id = ${id}`;
  const events = await office.sql<{ type: string }[]>`
    select type::text from public.approval_events where approval_id = ${id}`;
  return {
    id,
    status: card?.["status"] as string,
    error: card?.["execution_error"] as string | null,
    wasUnknown: events.some(({ type }) => type === "unknown"),
    objects:
      clickUp.tasks.filter(({ marker }) => marker === id).length +
      [...google.events.values()].filter((event) => event.id === id.replaceAll("-", "")).length,
  };
}

const inAMoment = () => String(Math.ceil(Date.now() / 1000) + 1);
const busy = { error: { errors: [{ reason: "userRateLimitExceeded" }] } };

describe("ClickUp", () => {
  const fail = (when: Fault["when"], how: Fault["how"], operation = "CreateTask") =>
    clickUp.fail({ operation, when, how });

  test.each([
    ["429, seconds", () => ({ status: 429, headers: { "retry-after": "0" } })],
    ["429, a date", () => ({ status: 429, headers: { "retry-after": new Date().toUTCString() } })],
    [
      "429, the second it ends",
      () => ({ status: 429, headers: { "x-ratelimit-reset": inAMoment() } }),
    ],
    ["429, seconds until it ends", () => ({ status: 429, headers: { "ratelimit-reset": "0" } })],
    ["429 without a header", () => ({ status: 429 })],
  ])("%s: the call is retried, because nothing was done", async (_, how) => {
    fail("before", how());
    expect(await outcomeOf("task_create")).toMatchObject({
      status: "executed",
      wasUnknown: false,
      objects: 1,
    });
    expect(creations(clickUp)).toBe(2);
  });

  test("a search that fails before anything was called is tried again", async () => {
    fail("before", { status: 500 }, "GetTasks");
    expect(await outcomeOf("task_create")).toMatchObject({ status: "executed", objects: 1 });
    expect(creations(clickUp)).toBe(1);
  });

  test("a refusal is final and reports its reason", async () => {
    fail("before", { status: 400, body: { err: "Status not found", ECODE: "ITEM_114" } });
    expect(await outcomeOf("task_create")).toMatchObject({
      status: "failed",
      error: "ClickUp rejected the request with status 400 (ITEM_114)",
      wasUnknown: false,
      objects: 0,
    });
    expect(creations(clickUp)).toBe(1);
  });

  test.each([
    ["500", { status: 500 }],
    ["a broken connection", "reset"],
    ["a malformed answer", { status: 200, body: "done" }],
  ] as const)("%s after the creation: the task is found at once", async (_, how) => {
    fail("after", how);
    expect(await outcomeOf("task_create")).toMatchObject({
      status: "executed",
      wasUnknown: false,
      objects: 1,
    });
    expect(creations(clickUp)).toBe(1);
  });

  test("500 after the creation, with a late search: the card is unknown until the task is found, and creates no other", async () => {
    // One lookup searches its list, then the workspace.
    clickUp.searchesBehind = 2;
    fail("after", { status: 500 });
    expect(await outcomeOf("task_create")).toMatchObject({
      status: "executed",
      wasUnknown: true,
      objects: 1,
    });
    expect(creations(clickUp)).toBe(1);
  });

  test("500 before the creation: the card is unknown, then failed, and a lead can execute it again", async () => {
    fail("before", { status: 500 });
    const card = await outcomeOf("task_create");
    expect(card).toMatchObject({ status: "failed", wasUnknown: true, objects: 0 });
    expect(creations(clickUp)).toBe(1);
    await office.orderAgain(card.id);
    await work(pool, { maxWaitMs: 1_000 });
    expect((await office.statuses()).get(card.id)).toBe("executed");
    expect(creations(clickUp)).toBe(2);
  });
});

describe("Google Calendar", () => {
  test.each([
    ["429", { status: 429 }, "before"],
    ["403 for a rate limit", { status: 403, body: busy }, "before"],
    ["401 for an expired token", { status: 401 }, "before"],
    ["500 before the creation", { status: 500 }, "before"],
    ["500 after the creation", { status: 500 }, "after"],
    ["a broken connection before the creation", "reset", "before"],
    ["a broken connection after the creation", "reset", "after"],
  ] as const)("%s: the calendar has one event", async (_, how, when) => {
    google.fail({ operation: "insert", when, how });
    expect(await outcomeOf("calendar_event_create")).toMatchObject({
      status: "executed",
      wasUnknown: false,
      objects: 1,
    });
  });

  test("403 for the calendar is final", async () => {
    google.fail({ operation: "insert", when: "before", how: { status: 403 } });
    expect(await outcomeOf("calendar_event_create")).toMatchObject({
      status: "failed",
      objects: 0,
    });
  });
});
