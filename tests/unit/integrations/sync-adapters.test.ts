/** The failures are numbered as in supabase/tests/syncs/twenty_five_failures. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Collection } from "../../../scripts/vendors/truth.ts";
import { syncAdapters } from "../../../supabase/functions/_integrations/sync-adapters.ts";
import type { SyncPage } from "../../../supabase/functions/_integrations/sync-port.ts";
import { type ListedVendors, startListedVendors } from "../../support/listed-vendors.ts";

const HOUR = 3_600_000;
let vendors: ListedVendors;
// All tests share one month of records and change it, so each compares with the current records.
beforeAll(async () => {
  vendors = await startListedVendors(1);
});
afterAll(async () => {
  expect(vendors.vendors.violations).toEqual([]);
  await vendors.stop();
});

const truth = () => vendors.vendors.truth;
const STREAMS = syncAdapters().map(({ provider, stream }) => [provider, stream] as const);
const idsOf = <T extends object>(collection: Collection<T>) =>
  collection
    .live()
    .map(({ id }) => id)
    .sort();
const sorted = (ids: Iterable<string>) => [...ids].sort();

function firstOf<T extends object>(collection: Collection<T>) {
  const [entry] = collection.live();
  if (!entry) throw new Error("The demo month has no such record");
  return entry;
}

/** Records with one timestamp, the last version of each. */
function createAtOnce<T extends object>(collection: Collection<T>, count: number): string[] {
  const { data } = firstOf(collection);
  truth().clock.step = 0;
  const ids = Array.from({ length: count }, () => collection.create({ ...data }).id);
  truth().clock.step = 1000;
  truth().clock.advance(1000);
  return ids;
}

/** Makes a change at the vendor after the first page of the next listing. */
function whileListing(provider: string, stream: string, change: (page: SyncPage) => void): void {
  const adapter = vendors.adapter(provider, stream);
  const { list } = adapter;
  adapter.list = async (request) => {
    adapter.list = list;
    const page = await list.call(adapter, request);
    expect(page.hasMore).toBe(true);
    change(page);
    return page;
  };
}

describe.each(STREAMS)("%s %s", (provider, stream) => {
  test("lists everything once, and then only what changes", async () => {
    const first = await vendors.list(provider, stream);
    expect(first.records.size).toBeGreaterThan(0);
    // Resend removes old emails by itself.
    expect(first.isSnapshot).toBe(provider !== "resend");
    expect(first.pages.at(-1)?.confirmedAt).not.toBeNull();

    const again = await vendors.list(provider, stream, first.cursor);
    if (stream === "busy") return expect(again.isSnapshot).toBe(true);
    expect(again.records.size).toBeLessThan(first.records.size);
    expect(again.isSnapshot).toBe(false);
    // Events are requested by calendar.
    expect(again.calls).toBeLessThanOrEqual(stream === "events" ? again.pages.length : 2);
  });
});

test.each([
  ["clickup", "tasks", () => idsOf(truth().clickUpTasks)],
  ["linear", "tasks", () => idsOf(truth().linearIssues)],
  ["harvest", "hours", () => idsOf(truth().timeEntries)],
  ["fathom", "meetings", () => idsOf(truth().meetings)],
  ["google_drive", "files", () => idsOf(truth().driveFiles)],
  ["hubspot", "contacts", () => idsOf(truth().contacts)],
  ["resend", "emails", () => idsOf(truth().receivedEmails)],
] as const)("%s %s are all of the vendor's records", async (provider, stream, ids) => {
  expect(sorted((await vendors.list(provider, stream)).records.keys())).toEqual(ids());
});

describe("a vendor without tombstones", () => {
  test.each([
    ["clickup", "tasks", () => truth().clickUpTasks],
    ["linear", "tasks", () => truth().linearIssues],
    ["harvest", "hours", () => truth().timeEntries],
    ["hubspot", "deals", () => truth().deals],
    ["fathom", "meetings", () => truth().meetings],
  ] as const)(
    "%s %s are listed completely after a day, without the deleted ones",
    async (provider, stream, collection) => {
      const { cursor } = await vendors.list(provider, stream);
      const deletedId = firstOf<object>(collection() as Collection<object>).id;
      collection().delete(deletedId);
      truth().clock.advance(HOUR);
      const soon = await vendors.list(provider, stream, cursor);
      expect(soon.isSnapshot).toBe(false);
      truth().clock.advance(25 * HOUR);
      const later = await vendors.list(provider, stream, soon.cursor);
      expect(later.isSnapshot).toBe(true);
      const remaining = [...later.records.values()].filter(({ isDeleted }) => !isDeleted);
      expect(sorted(remaining.map(({ externalId }) => externalId))).toEqual(
        idsOf<object>(collection() as Collection<object>),
      );
    },
  );
});

describe("records that share a timestamp", () => {
  test("failure 24: 250 tasks changed in one millisecond are all read in pages of 100", async () => {
    const { cursor } = await vendors.list("clickup", "tasks");
    const ids = createAtOnce(truth().clickUpTasks, 250);
    const { records } = await vendors.list("clickup", "tasks", cursor);
    expect(sorted(records.keys())).toEqual(expect.arrayContaining(sorted(ids)));
  });

  test("450 contacts changed in one millisecond are all read in searches of 200", async () => {
    const { cursor } = await vendors.list("hubspot", "contacts");
    const ids = createAtOnce(truth().contacts, 450);
    const { records, pages } = await vendors.list("hubspot", "contacts", cursor);
    expect(sorted(records.keys())).toEqual(expect.arrayContaining(sorted(ids)));
    expect(pages.length).toBeLessThan(10);
    const next = await vendors.list("hubspot", "contacts", pages.at(-1)?.cursor);
    expect(next.pages.at(-1)?.hasMore).toBe(false);
  });

  test("failure 15: hours of the second in which the last run ended are read by the next", async () => {
    truth().clock.step = 0;
    const { data } = firstOf(truth().timeEntries);
    truth().timeEntries.create({ ...data });
    const { cursor } = await vendors.list("harvest", "hours");
    const { id } = truth().timeEntries.create({ ...data });
    truth().clock.step = 1000;
    expect((await vendors.list("harvest", "hours", cursor)).records.has(id)).toBe(true);
  });
});

test("failure 16: hours entered for a day a month ago are found by the next run", async () => {
  const { cursor } = await vendors.list("harvest", "hours");
  const { data } = firstOf(truth().timeEntries);
  const { id } = truth().timeEntries.create({ ...data, spentOn: "2026-10-12", hours: 3.5 });
  const { records } = await vendors.list("harvest", "hours", cursor);
  expect(records.get(id)?.data).toMatchObject({ spent_on: "2026-10-12", hours: 3.5 });
});

test("a task that changes while its page is read moves no other past the next page", async () => {
  const ids = createAtOnce(truth().clickUpTasks, 150);
  for (const id of ids) truth().clickUpTasks.edit(id, { name: "Renamed" });
  const adapter = vendors.adapter("clickup", "tasks");
  const { list } = adapter;
  adapter.list = async (request) => {
    const page = await list.call(adapter, request);
    const changedId = page.records[0]?.externalId;
    if (page.hasMore && changedId) truth().clickUpTasks.edit(changedId, { name: "Changed" });
    return page;
  };
  const { records } = await vendors.list("clickup", "tasks");
  expect(sorted(records.keys())).toEqual(idsOf(truth().clickUpTasks));
});

test("failure 7: hours that move to another day while they are listed leave an incomplete listing", async () => {
  const ids = createAtOnce(truth().timeEntries, 2001);
  truth().clock.advance(HOUR);
  expect((await vendors.list("harvest", "hours")).isSnapshot).toBe(true);
  const last = ids.at(-1) ?? "";
  whileListing("harvest", "hours", () => {
    truth().timeEntries.edit(last, { spentOn: "2026-01-02" });
  });
  const { records, isSnapshot } = await vendors.list("harvest", "hours");
  expect(records.size).toBeLessThan(idsOf(truth().timeEntries).length);
  expect(isSnapshot).toBe(false);
  for (const id of ids) truth().timeEntries.delete(id);
});

test("failure 25: records merged in the CRM are named by the survivor", async () => {
  const { cursor } = await vendors.list("hubspot", "companies");
  const [deletedId, survivor] = truth().companies.live();
  truth().companies.merge(deletedId?.id ?? "", survivor?.id ?? "");
  const { records } = await vendors.list("hubspot", "companies", cursor);
  expect(records.get(survivor?.id ?? "")?.data).toMatchObject({
    merged_external_ids: [deletedId?.id],
  });
});

describe("calendars", () => {
  test.each([
    ["google_calendar", "google-calendar", () => truth().googleEvents],
    ["microsoft_graph", "microsoft-graph", () => truth().graphEvents],
  ] as const)(
    "failure 2: %s reports a deleted event, and after a dead cursor a full listing lacks it",
    async (provider, vendor, events) => {
      const first = await vendors.list(provider, "events");
      const [id = ""] = first.records.keys();
      events().delete(id.split("/").at(-1) ?? "");
      const second = await vendors.list(provider, "events", first.cursor);
      expect(second.records.get(id)).toMatchObject({ isDeleted: true, data: null });

      vendors.vendors.faults.expireCursors(vendor);
      await expect(vendors.list(provider, "events", second.cursor)).rejects.toMatchObject({
        failure: "cursor_died",
      });
      const full = await vendors.list(provider, "events");
      expect([full.isSnapshot, full.records.has(id)]).toEqual([true, false]);
    },
  );

  test("a private event arrives without its content", async () => {
    const { records } = await vendors.list("google_calendar", "events");
    const isPrivate = [...records.values()].filter(
      ({ filteredBecause }) => filteredBecause === "private",
    );
    expect(isPrivate.length).toBeGreaterThan(0);
    expect(isPrivate.every(({ data }) => data === null)).toBe(true);
  });

  test("busy times contain no title, place or person", async () => {
    const titles = truth()
      .googleEvents.live()
      .map(({ data }) => data.title);
    for (const provider of ["google_calendar", "microsoft_graph"]) {
      const text = JSON.stringify([...(await vendors.list(provider, "busy")).records.values()]);
      expect(titles.filter((title) => text.includes(title))).toEqual([]);
    }
  });
});

describe("files", () => {
  const recordAfter = async (index: number, change: (id: string) => void) => {
    const { cursor } = await vendors.list("google_drive", "files");
    const id = idsOf(truth().driveFiles)[index] ?? "";
    change(id);
    return (await vendors.list("google_drive", "files", cursor)).records.get(id);
  };

  test("failure 10: a trashed file is filtered out", async () => {
    const record = await recordAfter(0, (id) => truth().driveFiles.edit(id, { isTrashed: true }));
    expect(record).toMatchObject({ filteredBecause: "trashed", data: null });
  });

  test("failure 25: a file that is moved out of the synced folders is filtered out", async () => {
    const record = await recordAfter(1, (id) =>
      truth().driveFiles.edit(id, { folderId: "elsewhere" }),
    );
    expect(record).toMatchObject({ filteredBecause: "outside_folders", data: null });
  });

  test("a file that is no longer shared is deleted", async () => {
    const record = await recordAfter(2, (id) => truth().driveFiles.edit(id, { isShared: false }));
    expect(record).toMatchObject({ isDeleted: true, data: null });
  });
});

describe("mail", () => {
  test("failure 6: a trashed message is filtered out, and an expired history leads to a full listing instead of a failure", async () => {
    const first = await vendors.list("gmail", "emails");
    const { id, data } = firstOf(truth().gmailMessages);
    truth().gmailMessages.edit(id, { labelIds: [...data.labelIds, "TRASH"] });
    const second = await vendors.list("gmail", "emails", first.cursor);
    expect(second.records.get(id)).toMatchObject({ filteredBecause: "trashed", data: null });
    vendors.vendors.faults.expireCursors("gmail");
    await expect(vendors.list("gmail", "emails", second.cursor)).rejects.toMatchObject({
      failure: "cursor_died",
    });
  });

  test("failure 17: 45 received emails are read in pages of 20, and one that is indexed late is found", async () => {
    const ids = createAtOnce(truth().receivedEmails, 45);
    const first = await vendors.list("resend", "emails");
    expect(sorted(first.records.keys())).toEqual(expect.arrayContaining(sorted(ids)));
    const { data } = firstOf(truth().receivedEmails);
    const at = truth().clock.now() - 120_000;
    const { id } = truth().receivedEmails.create({ ...data, receivedAt: at }, { at });
    expect((await vendors.list("resend", "emails", first.cursor)).records.has(id)).toBe(true);
  });

  test("failure 17: an email dated in the future does not hide those that arrive before that day", async () => {
    const { data } = firstOf(truth().receivedEmails);
    const future = truth().clock.now() + 48 * HOUR;
    truth().receivedEmails.create({ ...data, receivedAt: future }, { at: future });
    const first = await vendors.list("resend", "emails");
    const at = truth().clock.now();
    const { id } = truth().receivedEmails.create({ ...data, receivedAt: at }, { at });
    expect((await vendors.list("resend", "emails", first.cursor)).records.has(id)).toBe(true);
  });

  test("mailboxes are only read: no request could send", () => {
    const requests = vendors.vendors.requests.filter(({ vendor }) =>
      ["gmail", "resend"].includes(vendor),
    );
    expect(new Set(requests.map(({ vendor, method }) => `${vendor} ${method}`))).toEqual(
      new Set(["gmail GET", "resend GET"]),
    );
  });
});

test("failure 21: a grant that ended is dead, while a vendor that is down is only unavailable", async () => {
  const { cursor } = await vendors.list("google_drive", "files");
  vendors.vendors.faults.add({ vendor: "google-drive", kind: "server_error", status: 503 });
  const again = () => vendors.list("google_drive", "files", cursor);
  await expect(again()).rejects.toMatchObject({ failure: "unavailable" });
  await expect(again()).resolves.toBeDefined();
  vendors.vendors.faults.revoke("google-drive");
  await expect(again()).rejects.toMatchObject({ failure: "grant_dead" });
  vendors.vendors.faults.clear();
});

test.each([
  ["clickup", "tasks", () => truth().clickUpTasks, 150],
  ["linear", "tasks", () => truth().linearIssues, 150],
  ["hubspot", "contacts", () => truth().contacts, 250],
  ["harvest", "hours", () => truth().timeEntries, 2001],
  ["resend", "emails", () => truth().receivedEmails, 25],
] as const)(
  "failure 13: %s %s changed while a long listing runs are read by the next run",
  async (provider, stream, collection, count) => {
    const records = collection() as Collection<object>;
    const ids = createAtOnce(records, count);
    const { data } = firstOf(records);
    const changedIds: string[] = [];
    // All of this is on a page that was read already, and the rest of the listing takes longer than any overlap.
    whileListing(provider, stream, (page) => {
      const readIds = page.records.slice(0, 3).map(({ externalId }) => externalId);
      if (provider !== "resend") for (const id of readIds) records.edit(id, {});
      const at = truth().clock.now();
      const late = records.create(
        provider === "resend" ? { ...data, receivedAt: at } : { ...data },
      );
      changedIds.push(...readIds, late.id);
      truth().clock.advance(6 * HOUR);
    });
    const first = await vendors.list(provider, stream);
    const next = await vendors.list(provider, stream, first.cursor);
    const { records: currentRecords } = await vendors.list(provider, stream);
    for (const id of changedIds) {
      const record = next.records.get(id) ?? first.records.get(id);
      expect([id, record?.version]).toEqual([id, currentRecords.get(id)?.version]);
    }
    for (const id of [...ids, changedIds.at(-1) ?? ""]) records.delete(id);
  },
);

test("failure 13: a response that breaks off is unavailable, and the same cursor reads it all afterwards", async () => {
  vendors.vendors.faults.add({ vendor: "harvest", kind: "truncated" });
  await expect(vendors.list("harvest", "hours")).rejects.toMatchObject({ name: "SyncError" });
  expect((await vendors.list("harvest", "hours")).records.size).toBe(
    truth().timeEntries.live().length,
  );
});
