/**
 * Push channels with the simulated vendors: opening, delivery, and polling without them. The failures are numbered as in
 * supabase/tests/syncs/twenty_five_failures.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { credentials } from "../../../scripts/vendors/simulator.ts";
import type { VendorName } from "../../../scripts/vendors/vendor.ts";
import type { Db } from "../../../supabase/functions/_db/client.ts";
import {
  googleCalendarChannels,
  googleDriveChannels,
  googlePushes,
} from "../../../supabase/functions/_integrations/google-channels.ts";
import type {
  PushChannels,
  PushReader,
} from "../../../supabase/functions/_integrations/push-channels.ts";
import {
  clickUpPushes,
  clickUpWebhooks,
} from "../../../supabase/functions/_integrations/tasks/clickup-webhooks.ts";
import { pushesOf } from "../../../supabase/functions/_jobs/sync-channels.ts";
import { type ListedVendors, PRESENT, startListedVendors } from "../../support/listed-vendors.ts";
import { syncAccounts } from "../../support/sync-accounts.ts";
import { event, file, task } from "../vendors/records.ts";

const ADDRESS = "https://agency.test/functions/v1/sync";
const now = () => new Date(PRESENT);

let vendors: ListedVendors;
beforeAll(async () => {
  vendors = await startListedVendors(null);
});
afterAll(() => vendors.stop());

interface Case {
  channels(): PushChannels;
  reader: PushReader;
  vendor: VendorName;
  stream: [provider: string, stream: string];
  secret: string;
  settings: Record<string, unknown>;
  /** Makes a change at the vendor, and returns its id. */
  change(): string;
}

const google = () => ({ tokenUrl: vendors.vendors.googleTokenUrl, now });
const cases: Record<string, Case> = {
  "Google Calendar": {
    channels: () => googleCalendarChannels(google()),
    reader: googlePushes,
    vendor: "google-calendar",
    stream: ["google_calendar", "events"],
    secret: syncAccounts["google_calendar"]?.secret ?? "",
    settings: { subject: "office@agency.test", calendar_ids: ["team@demo.test"] },
    change: () => vendors.vendors.truth.googleEvents.create(event()).id,
  },
  "Google Drive": {
    channels: () => googleDriveChannels(google()),
    reader: googlePushes,
    vendor: "google-drive",
    stream: ["google_drive", "files"],
    secret: syncAccounts["google_drive"]?.secret ?? "",
    settings: { subject: "office@agency.test" },
    change: () => vendors.vendors.truth.driveFiles.create(file()).id,
  },
  ClickUp: {
    channels: () => clickUpWebhooks(now),
    reader: clickUpPushes,
    vendor: "clickup",
    stream: ["clickup", "tasks"],
    secret: credentials.clickup,
    settings: { team_id: credentials.clickUpTeam },
    change: () => vendors.vendors.truth.clickUpTasks.create(task()).id,
  },
};

describe.each(Object.entries(cases))("%s", (name, one) => {
  const request = () => ({
    secret: one.secret,
    settings: one.settings,
    baseUrl: vendors.vendors.baseUrls[one.vendor],
    signal: new AbortController().signal,
  });
  const open = () => {
    const [resource = ""] = one.channels().resources(one.settings);
    return one.channels().open({ ...request(), resource, address: ADDRESS });
  };
  const takePushes = () => vendors.vendors.subscriptions.pending.splice(0);

  test("failure 4: a push in the vendor's format names its channel and proves its origin", async () => {
    const channel = await open();
    expect(Date.parse(channel.expiresAt)).toBeGreaterThan(PRESENT + 6 * 86_400_000);
    one.change();
    const pushes = takePushes().map(({ url, headers, body }) => {
      expect(url).toBe(ADDRESS);
      expect(one.reader.isPush(new Headers(headers))).toBe(true);
      return one.reader.read(new Headers(headers), body);
    });
    expect(pushes.every((push) => push?.channelId === channel.externalId)).toBe(true);
    // The first message of a channel of Google announces nothing.
    expect(pushes.map((push) => push?.isChange)).toEqual(
      name === "ClickUp" ? [true] : [false, true],
    );
    const proof = pushes.at(-1)?.proof;
    if ("token" in channel.proof) expect(proof).toEqual(channel.proof);
    else expect(proof).toMatchObject({ signature: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await one.channels().stop({ ...request(), ...channel });
  });

  test("failure 5: a new channel overlaps the former one, and a stopped one pushes nothing", async () => {
    const [first, second] = [await open(), await open()];
    takePushes();
    one.change();
    expect(takePushes()).toHaveLength(2);
    await one.channels().stop({ ...request(), ...first });
    one.change();
    expect(takePushes()).toHaveLength(1);
    await one.channels().stop({ ...request(), ...second });
    one.change();
    expect(takePushes()).toEqual([]);
    await one.channels().stop({ ...request(), ...second });
  });

  test("failure 5: polling finds every change whose push was lost", async () => {
    const channel = await open();
    const before = await vendors.list(...one.stream);
    const id = one.change();
    const deliveries = await vendors.vendors.subscriptions.deliver({ seed: 1, lost: 1 });
    expect(deliveries).toEqual([]);
    const { records } = await vendors.list(...one.stream, before.cursor);
    expect([...records.keys()].some((key) => key.endsWith(id))).toBe(true);
    await one.channels().stop({ ...request(), ...channel });
  });

  test("a request without the vendor's headers or with half of them is not a push", () => {
    expect(one.reader.isPush(new Headers({ "x-webhook": "1" }))).toBe(false);
    for (const headers of [{ "x-goog-channel-id": "channel" }, { "x-signature": "0" }] as Record<
      string,
      string
    >[]) {
      expect(one.reader.read(new Headers(headers), "no JSON")).toBeNull();
    }
  });
});

test("the simulated vendors accept every request", () => {
  expect(vendors.vendors.violations).toEqual([]);
});

test("a push reaches the database with its proof, and a refused one has no result", async () => {
  const calls: [name: string, args: object][] = [];
  let state = "accepted";
  const db = {
    rpc(name: string, args: object) {
      calls.push([name, args]);
      return { data: { state }, error: null };
    },
  } as unknown as Db;
  const headers = new Headers({
    "x-goog-channel-id": "channel",
    "x-goog-channel-token": "token",
    "x-goog-resource-state": "exists",
    "x-goog-message-number": "7",
  });
  const pushes = pushesOf("calendar-sync", googlePushes);
  expect(await pushes.receive(db, headers, "")).toEqual({ state: "accepted" });
  expect(calls).toEqual([
    [
      "receive_sync_push",
      {
        function_slug: "calendar-sync",
        channel_id: "channel",
        is_change: true,
        message_id: "7",
        token: "token",
      },
    ],
  ]);
  state = "refused";
  expect(await pushes.receive(db, headers, "")).toBeNull();
  expect(await pushes.receive(db, new Headers({ "x-goog-channel-id": "channel" }), "")).toBeNull();
  expect(calls).toHaveLength(2);
});
