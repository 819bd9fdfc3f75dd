import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { googleEvents } from "../../../supabase/functions/_integrations/calendar/google-events.ts";
import { microsoftEvents } from "../../../supabase/functions/_integrations/calendar/microsoft-events.ts";
import { googleDrive } from "../../../supabase/functions/_integrations/files/google-drive.ts";
import type { SyncAdapter } from "../../../supabase/functions/_integrations/sync-port.ts";
import { clickUpTasks } from "../../../supabase/functions/_integrations/tasks/clickup-tasks.ts";
import { harvestHours } from "../../../supabase/functions/_integrations/time/harvest-hours.ts";
import { type ScriptedVendor, startScriptedVendor } from "../../support/scripted-vendor.ts";
import { accountOf } from "../../support/sync-accounts.ts";

const now = new Date("2026-11-22T12:00:00Z");
let vendor: ScriptedVendor;
beforeAll(async () => {
  vendor = await startScriptedVendor();
});
afterAll(() => vendor.close());

const list = (adapter: SyncAdapter, cursor: string | null = null) =>
  adapter.list({
    cursor,
    ...accountOf(adapter),
    baseUrl: vendor.url,
    signal: new AbortController().signal,
  });

const task = (id: string, more: object = {}) => ({
  id,
  name: `Task ${id}`,
  text_content: "",
  status: { status: "to do", type: "open" },
  date_updated: "1790000000000",
  assignees: [],
  tags: [],
  list: { id: "1" },
  ...more,
});

describe("a page with a record that cannot be read", () => {
  test("keeps the record's content for a dead letter, and the other records", async () => {
    const broken = { id: "2", date_updated: "1790000000001", name: 7 };
    const tasks = [task("1"), broken, task("3", { date_updated: "1790000000002" })];
    vendor.answer = () => ({ status: 200, body: { tasks, last_page: true } });
    const { records } = await list(clickUpTasks(() => now));
    expect(records.map(({ externalId }) => externalId)).toEqual(["1", "2", "3"]);
    expect(records[1]?.data).toEqual({ unreadable: broken });
    expect(records[2]?.data).toMatchObject({ title: "Task 3" });
  });

  test("is rejected when the record has no id", async () => {
    const tasks = [{ ...task("1"), id: undefined }];
    vendor.answer = () => ({ status: 200, body: { tasks, last_page: true } });
    await expect(list(clickUpTasks(() => now))).rejects.toMatchObject({
      failure: "invalid_response",
    });
  });
});

describe("an entry of a calendar that is not shared", () => {
  const canary = "Canary: notice for Ann";

  test.each([
    { visibility: "private" },
    { visibility: "confidential", start: canary },
    { visibility: "unheard-of", summary: canary, start: {}, end: {} },
    { visibility: 7, updated: canary },
    { eventType: "outOfOffice" },
  ])("stores no private text from Google, even from a malformed event: %j", async (fields) => {
    const items = [{ id: "1", summary: canary, location: canary, attendees: canary, ...fields }];
    vendor.answer = () => ({ status: 200, body: { items, nextSyncToken: "next" } });
    const { records } = await list(
      googleEvents({ tokenUrl: `${vendor.url}/token`, now: () => now }),
    );
    expect(records).toMatchObject([
      { externalId: "team@agency.test/1", filteredBecause: expect.any(String), data: null },
    ]);
    expect(JSON.stringify(records)).not.toContain(canary);
  });

  test.each([
    { sensitivity: "private" },
    { sensitivity: "confidential", isAllDay: canary },
    { sensitivity: 7, lastModifiedDateTime: 7 },
  ])(
    "stores no private text from Microsoft 365, even from a malformed event: %j",
    async (fields) => {
      const value = [{ id: "1", subject: canary, bodyPreview: canary, ...fields }];
      vendor.answer = () => ({
        status: 200,
        body: { value, "@odata.deltaLink": "https://graph.example/delta?$deltatoken=next" },
      });
      const { records } = await list(
        microsoftEvents({ loginUrl: `${vendor.url}/token`, now: () => now }),
      );
      expect(records).toMatchObject([
        { externalId: "ann@agency.test/1", filteredBecause: "private", data: null },
      ]);
      expect(JSON.stringify(records)).not.toContain(canary);
    },
  );
});

test("characters that no database text accepts are removed", async () => {
  const tasks = [task("1", { name: "a\u0000b\ud800c" })];
  vendor.answer = () => ({ status: 200, body: { tasks, last_page: true } });
  const { records } = await list(clickUpTasks(() => now));
  expect(records[0]?.data).toMatchObject({ title: "ab\ufffdc" });
});

test("tasks in an order other than the requested one are rejected, because paging would lose some", async () => {
  const tasks = [task("1", { date_updated: "1790000000002" }), task("2")];
  vendor.answer = () => ({ status: 200, body: { tasks, last_page: false } });
  await expect(list(clickUpTasks(() => now))).rejects.toMatchObject({
    failure: "invalid_response",
  });
});

test("a task dated in the future does not hide what changes before it", async () => {
  const future = String(now.getTime() + 86_400_000);
  vendor.answer = () => ({
    status: 200,
    body: { tasks: [task("1", { date_updated: future })], last_page: true },
  });
  const { cursor } = await list(clickUpTasks(() => now));
  vendor.requests.length = 0;
  await list(
    clickUpTasks(() => now),
    cursor,
  );
  const bound = new URLSearchParams(vendor.requests[0]?.split("?")[1]).get("date_updated_gt");
  expect(Number(bound)).toBeLessThan(now.getTime());
});

test("a due date is the day in the organization's time zone", async () => {
  const due = String(Date.parse("2026-11-26T23:30:00Z"));
  vendor.answer = () => ({
    status: 200,
    body: { tasks: [task("1", { due_date: due })], last_page: true },
  });
  const adapter = clickUpTasks(() => now);
  const { records } = await adapter.list({
    cursor: null,
    settings: { team_id: "9001", time_zone: "Europe/Berlin" },
    secret: "pk_1",
    baseUrl: vendor.url,
    signal: new AbortController().signal,
  });
  expect(records[0]?.data).toMatchObject({ due_on: "2026-11-27" });
});

test("a listing of hours whose total or entries change while it is read is not a snapshot", async () => {
  const entry = (id: number) => ({
    id,
    spent_date: "2026-11-20",
    hours: 1.25,
    updated_at: "2026-11-20T10:00:00Z",
    user: { id: 1, name: "Ann" },
    project: { id: 2, name: "Web shop" },
  });
  const page = (id: number, total: number, next: number | null) => ({
    status: 200,
    body: { time_entries: [entry(id)], total_entries: total, next_page: next },
  });
  for (const [total, changedTotal, isSnapshot] of [
    [2, 0, true],
    [1, 0, false],
    [2, 1, false],
  ] as const) {
    vendor.answer = (path) => {
      if (path.startsWith("/users")) return { status: 200, body: { users: [] } };
      if (path.includes("updated_since=")) return page(1, changedTotal, null);
      return path.includes("page=1&") ? page(1, 2, 2) : page(2, total, null);
    };
    const first = await list(harvestHours(() => now));
    const last = await list(
      harvestHours(() => now),
      first.cursor,
    );
    expect([first.isSnapshot, last.isSnapshot]).toEqual([false, isSnapshot]);
  }
});

describe("a folder", () => {
  const FOLDER = "application/vnd.google-apps.folder";
  const file = (id: string, parent: string, more: object = {}) => ({
    id,
    version: "7",
    name: `${id}.pdf`,
    mimeType: "application/pdf",
    parents: [parent],
    trashed: false,
    modifiedTime: "2026-11-20T10:00:00.000Z",
    ...more,
  });
  const folder = (id: string, parent: string, more: object = {}) =>
    file(id, parent, { name: id, mimeType: FOLDER, ...more });
  const drive = () => googleDrive({ tokenUrl: `${vendor.url}/token`, now: () => now });

  /** A drive whose folder-1 is synced: inside/report.pdf is in it. Its server writes the date of `clock`. */
  function answerDrive(changes: object[] = [], clock = now) {
    const headers = { date: clock.toUTCString() };
    const content: Record<string, object[]> = {
      "folder-1": [folder("inside", "folder-1")],
      inside: [folder("deeper", "inside")],
      deeper: [file("report", "deeper")],
    };
    vendor.answer = (path) => {
      const url = new URL(path, vendor.url);
      if (url.pathname === "/changes/startPageToken") {
        return { status: 200, body: { startPageToken: "1" } };
      }
      if (url.pathname === "/changes") {
        return { status: 200, headers, body: { changes, newStartPageToken: "2" } };
      }
      if (url.pathname === "/files/folder-1") return { status: 200, body: { name: "Projects" } };
      const id = /^'(.*)' in parents$/.exec(url.searchParams.get("q") ?? "")?.[1] ?? "";
      return { status: 200, headers, body: { files: content[id] ?? [] } };
    };
  }

  async function listAll(cursor: string | null) {
    const records = [];
    let next = cursor;
    let hasMore = true;
    while (hasMore) {
      const page = await list(drive(), next);
      records.push(...page.records);
      next = page.cursor;
      hasMore = page.hasMore;
    }
    return { records, cursor: next };
  }

  test("is listed with everything below it", async () => {
    answerDrive();
    const { records } = await listAll(null);
    expect(records).toMatchObject([
      {
        externalId: "report",
        data: { root_folder_id: "folder-1", folder_path: ["Projects", "inside", "deeper"] },
      },
    ]);
  });

  test("moves its files along when it moves out, although they report no change", async () => {
    answerDrive();
    const { cursor } = await listAll(null);
    const time = "2026-11-21T10:00:00.000Z";
    const movedFolder = folder("inside", "elsewhere");
    answerDrive([
      { changeType: "file", fileId: "inside", removed: false, time, file: movedFolder },
    ]);
    const { records } = await listAll(cursor);
    expect(records.find(({ externalId }) => externalId === "report")).toMatchObject({
      filteredBecause: "outside_folders",
      data: null,
    });
  });

  test.each([
    ["within the second of their own change", 0],
    ["while the server's clock is an hour behind", -3_600_000],
    ["while the server's clock is an hour ahead", 3_600_000],
  ])("moves its files along %s", async (_, skew) => {
    const clock = new Date(now.getTime() + skew);
    answerDrive([], clock);
    const { cursor } = await listAll(null);
    const time = new Date(now.getTime() + 700).toISOString();
    const changes = [
      file("report", "deeper", { name: "renamed.pdf" }),
      folder("inside", "elsewhere"),
    ];
    answerDrive(
      changes.map((file) => ({ changeType: "file", fileId: file.id, removed: false, time, file })),
      clock,
    );
    const { records } = await listAll(cursor);
    const reports = records.filter(({ externalId }) => externalId === "report");
    expect(reports).toMatchObject([
      { version: "7", data: { name: "renamed.pdf" } },
      { version: "7", filteredBecause: "outside_folders" },
    ]);
  });

  test("a change outside the folder costs no further request", async () => {
    answerDrive();
    const { cursor } = await listAll(null);
    const time = "2026-11-21T10:00:00.000Z";
    const other = folder("other", "elsewhere");
    answerDrive([{ changeType: "file", fileId: "other", removed: false, time, file: other }]);
    vendor.requests.length = 0;
    await listAll(cursor);
    expect(vendor.requests.length).toBe(1);
  });
});
