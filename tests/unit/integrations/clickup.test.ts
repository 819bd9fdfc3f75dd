import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { clickUp } from "../../../supabase/functions/_integrations/tasks/clickup.ts";
import type { TaskFields } from "../../../supabase/functions/_integrations/tasks/port.ts";
import { clickUpAccount, type MockClickUp, startMockClickUp } from "../../support/mock-clickup.ts";

const signal = new AbortController().signal;
const marker = "7b0f3a52-6f0e-4f0e-9d84-1c2d3e4f5a6b";
const person = "00000000-0000-4000-8000-000000000001";

let vendor: MockClickUp;
beforeEach(async () => {
  vendor = await startMockClickUp();
});
afterEach(async () => {
  expect(vendor.violations).toEqual([]);
  await vendor.close();
});

const tracker = (options: { token?: string; settings?: object; timeZone?: string } = {}) =>
  clickUp({
    apiUrl: vendor.url,
    token: options.token ?? clickUpAccount.token,
    settings: { ...clickUpAccount.settings, assignees: {}, ...options.settings },
    timeZone: options.timeZone ?? "Europe/Berlin",
  });
const fields: TaskFields = { title: "Send SOW v2" };
const creations = () => vendor.requests.filter(({ operation }) => operation === "CreateTask");

describe("a task", () => {
  test("is created with all fields of the card, in ClickUp's format", async () => {
    const task = await tracker({
      settings: { assignees: { [person]: 183 }, status: "to do" },
    }).create(
      marker,
      {
        title: "Send SOW v2",
        description: "With the *new* price",
        due_on: "2026-11-27",
        assignee_id: person,
        priority: "urgent",
        estimate_hours: 1.5,
      },
      signal,
    );
    expect(task).toEqual({
      provider: "clickup",
      externalId: vendor.tasks[0]?.id,
      url: `https://app.clickup.com/t/${vendor.tasks[0]?.id}`,
    });
    expect(vendor.tasks[0]).toMatchObject({
      marker,
      fields: {
        name: "Send SOW v2",
        description: "With the *new* price",
        assignees: [183],
        status: "to do",
        priority: 1,
        due_date: Date.parse("2026-11-27T12:00:00+01:00"),
        due_date_time: false,
        time_estimate: 5_400_000,
      },
    });
  });

  test("has only a name and a marker if the card has nothing else", async () => {
    await tracker().create(marker, { ...fields, assignee_id: person, due_on: null }, signal);
    expect(vendor.tasks[0]?.fields).toEqual({ name: "Send SOW v2", notify_all: false });
  });

  test.each([
    ["urgent", 1],
    ["high", 2],
    ["normal", 3],
    ["low", 4],
  ] as const)("%s is %i", async (priority, expected) => {
    await tracker().create(marker, { ...fields, priority }, signal);
    expect(vendor.tasks[0]?.fields).toMatchObject({ priority: expected });
  });

  test("with an estimate beyond 32 bits of milliseconds has it in words", async () => {
    await tracker().create(marker, { ...fields, estimate_hours: 600 }, signal);
    expect(vendor.tasks[0]?.fields["time_estimate"]).toBeUndefined();
    expect(vendor.tasks[0]?.fields["description"]).toBe("Estimate: 600 hours");
  });
});

describe("a marker", () => {
  test("is found: the oldest task that carries it, an archived or a moved one too, and no other", async () => {
    expect(await tracker().find(marker, signal)).toBeNull();
    await tracker().create(marker.replace("7b", "7c"), fields, signal);
    expect(await tracker().find(marker, signal)).toBeNull();
    const first = await tracker().create(marker, fields, signal);
    await tracker().create(marker, fields, signal);
    expect(await tracker().find(marker, signal)).toEqual(first);
    for (const task of vendor.tasks) task.archived = true;
    expect(await tracker().find(marker, signal)).toEqual(first);
    for (const task of vendor.tasks) Object.assign(task, { archived: false, isMoved: true });
    expect(await tracker().find(marker, signal)).toEqual(first);
  });

  test.each(["1f3cc395-3448-4264-bedd-590a3b3fa178", "none"])(
    "that the field %s would not store is refused before anything is created",
    async (marker_field_id) => {
      await expect(
        tracker({ settings: { marker_field_id } }).create(marker, fields, signal),
      ).rejects.toMatchObject({ failure: "refused", message: /text field/ });
      expect(creations()).toEqual([]);
    },
  );
});

describe("the effect of a failed call", () => {
  const reset = Math.ceil(Date.now() / 1000) + 30;
  test.each([
    ["429", { status: 429, headers: { "x-ratelimit-reset": String(reset) } }, "busy"],
    ["400", { status: 400, body: { err: "Name invalid", ECODE: "INPUT_001" } }, "refused"],
    ["401", { status: 401, body: { err: "Token invalid", ECODE: "OAUTH_025" } }, "refused"],
    ["403", { status: 403, body: {} }, "refused"],
    ["404", { status: 404, body: { ECODE: "INPUT_005" } }, "refused"],
    ["a redirect", { status: 302, headers: { location: "https://elsewhere.test/" } }, "refused"],
    ["408", { status: 408, body: {} }, "ambiguous"],
    ["500", { status: 500, body: {} }, "ambiguous"],
    ["503", { status: 503, body: {} }, "ambiguous"],
    ["200 with nonsense", { status: 200, body: "done" }, "ambiguous"],
  ] as const)("%s", async (_, how, failure) => {
    vendor.fail({ operation: "CreateTask", when: "before", how });
    const error = await tracker()
      .create(marker, fields, signal)
      .catch((caught) => caught);
    expect(error).toMatchObject({ name: "VendorError", failure });
    expect(error.message).not.toContain(clickUpAccount.token);
    if (failure === "busy") {
      expect(error.retryAfterMs).toBeGreaterThan(0);
      expect(error.retryAfterMs).toBeLessThanOrEqual(31_000);
    }
  });

  test("is unknown after a connection that breaks off, and after silence until the worker has to end", async () => {
    vendor.fail({ operation: "CreateTask", when: "after", how: "reset" });
    await expect(tracker().create(marker, fields, signal)).rejects.toMatchObject({
      failure: "ambiguous",
    });
    expect(vendor.tasks.length).toBe(1);
    vendor.fail({ operation: "CreateTask", when: "before", how: "hang" });
    await expect(tracker().create(marker, fields, AbortSignal.timeout(100))).rejects.toMatchObject({
      failure: "ambiguous",
    });
  });

  test("is none with an unreachable vendor or a worker that has ended: nothing is sent", async () => {
    const closedServer = await startMockClickUp();
    await closedServer.close();
    const nowhere = clickUp({
      apiUrl: closedServer.url,
      token: "pk_x",
      settings: { ...clickUpAccount.settings, assignees: {} },
      timeZone: "UTC",
    });
    await expect(nowhere.create(marker, fields, signal)).rejects.toMatchObject({ failure: "busy" });
    await expect(tracker().create(marker, fields, AbortSignal.abort())).rejects.toMatchObject({
      failure: "busy",
    });
    expect(vendor.requests).toEqual([]);
  });
});

test("when the minute of a token is used up, nothing is sent until it is over", async () => {
  const token = "pk_used_up";
  vendor.fail({
    operation: "GetAccessibleCustomFields",
    when: "before",
    how: {
      status: 429,
      headers: {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 60),
      },
    },
  });
  for (const _ of [1, 2, 3]) {
    await expect(tracker({ token }).create(marker, fields, signal)).rejects.toMatchObject({
      failure: "busy",
    });
  }
  expect(vendor.requests.length).toBe(1);
});

test("a token waits for at most a minute, whatever the vendor's clock says", async () => {
  const token = "pk_other_clock";
  const in_a_year = String(Math.ceil(Date.now() / 1000) + 365 * 86_400);
  vendor.fail({
    operation: "GetAccessibleCustomFields",
    when: "before",
    how: {
      status: 200,
      body: { fields: [] },
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": in_a_year },
    },
  });
  await tracker({ token })
    .find(marker, signal)
    .catch(() => {});
  const error = await tracker({ token })
    .find(marker, signal)
    .catch((caught) => caught);
  expect(error).toMatchObject({ failure: "busy" });
  expect(error.retryAfterMs).toBeLessThanOrEqual(60_000);
});
