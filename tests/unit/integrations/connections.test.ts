/** The tests of connections, against the simulated vendors, which refuse what their descriptions do not allow. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { demoDirectory } from "../../../scripts/vendors/seed/demo-month.ts";
import { credentials, startVendors, type Vendors } from "../../../scripts/vendors/simulator.ts";
import type { VendorName } from "../../../scripts/vendors/vendor.ts";
import { clickUpConnection } from "../../../supabase/functions/_integrations/connections/clickup.ts";
import { fathomConnection } from "../../../supabase/functions/_integrations/connections/fathom.ts";
import {
  gmailConnection,
  googleCalendarConnection,
  googleDriveConnection,
} from "../../../supabase/functions/_integrations/connections/google.ts";
import { harvestConnection } from "../../../supabase/functions/_integrations/connections/harvest.ts";
import { hubSpotConnection } from "../../../supabase/functions/_integrations/connections/hubspot.ts";
import { linearConnection } from "../../../supabase/functions/_integrations/connections/linear.ts";
import { microsoftConnection } from "../../../supabase/functions/_integrations/connections/microsoft.ts";
import {
  type Acceptance,
  acceptance,
  type ConnectionRefusal,
  type ConnectionTest,
} from "../../../supabase/functions/_integrations/connections/port.ts";
import { resendConnection } from "../../../supabase/functions/_integrations/connections/resend.ts";
import { startScriptedVendor } from "../../support/scripted-vendor.ts";
import { syncAccounts } from "../../support/sync-accounts.ts";

let vendors: Vendors;
let connections: Map<string, ConnectionTest>;
beforeAll(async () => {
  vendors = await startVendors({ seed: 1, now: Date.parse("2026-11-16T09:00:00Z") });
  const google = { tokenUrl: vendors.googleTokenUrl };
  const all = [
    clickUpConnection(),
    linearConnection(),
    harvestConnection(),
    googleCalendarConnection(google),
    microsoftConnection({ loginUrl: vendors.microsoftLoginUrl }),
    googleDriveConnection(google),
    gmailConnection(google),
    hubSpotConnection(),
    fathomConnection(),
    resendConnection(),
  ];
  connections = new Map(all.map((one) => [one.provider, one]));
});
afterAll(async () => {
  expect(vendors.violations).toEqual([]);
  await vendors.stop();
});
afterEach(() => vendors.faults.clear());

const [list] = demoDirectory.clickUpLists;
const mailboxes = demoDirectory.people.map(({ email }) => email);
const secrets: Record<string, string> = {
  fathom: credentials.fathom,
  clickup: credentials.clickup,
  linear: credentials.linear,
  harvest: credentials.harvest,
  hubspot: credentials.hubspot,
  resend: credentials.resend,
};
const settings: Record<string, Record<string, unknown>> = {
  clickup: { list_id: list?.id, team_id: credentials.clickUpTeam },
  harvest: { account_id: credentials.harvestAccount },
  google_calendar: {
    subject: "office@agency.test",
    calendar_ids: [demoDirectory.calendars[0]?.id, "elsewhere@agency.test"],
  },
  microsoft_graph: { mailboxes },
};

function run(
  provider: string,
  { baseUrl, signal, ...changes }: Partial<Parameters<ConnectionTest["run"]>[0]> = {},
): Promise<Acceptance> {
  const request = {
    settings: settings[provider] ?? syncAccounts[provider]?.settings ?? {},
    secret: secrets[provider] ?? syncAccounts[provider]?.secret ?? "",
    baseUrl: baseUrl ?? vendors.baseUrls[nameOf(provider)],
    signal: signal ?? new AbortController().signal,
    ...changes,
  };
  return (connections.get(provider) as ConnectionTest).run(request);
}

const nameOf = (provider: string) => provider.replaceAll("_", "-") as VendorName;

async function refusalOf(provider: string, changes: Parameters<typeof run>[1] = {}) {
  const refusal = (await run(provider, changes).catch(
    (error: unknown) => error,
  )) as ConnectionRefusal;
  expect(refusal.name, String(refusal.stack)).toBe("ConnectionRefusal");
  const { resource, error } = refusal;
  expect(error.message).not.toContain(secrets[provider] ?? "BEGIN PRIVATE KEY");
  return { resource, failure: error.failure, status: error.status, pause: error.retryAfterMs };
}

/** Provider, the first data that it is asked for, and the operations of a test. */
const PROVIDERS: [provider: string, resource: string, operations: string[]][] = [
  ["clickup", "list", ["GetList", "GetFilteredTeamTasks"]],
  ["linear", "teams", ["teams,projects"]],
  ["harvest", "hours", ["listTimeEntries", "listProjects"]],
  ["google_calendar", "calendars", ["calendarList.list"]],
  ["microsoft_graph", "calendars", ["calendar.getSchedule"]],
  ["google_drive", "folders", ["files.list"]],
  ["gmail", "emails", ["users.getProfile"]],
  [
    "hubspot",
    "companies",
    ["companies", "contacts", "0-3"].map((type) => `get-/crm/v3/objects/${type}_getPage`),
  ],
  ["fathom", "meetings", ["listMeetings"]],
  ["resend", "emails", ["emails/list-receiving"]],
];
const SIGNED_IN = ["google_calendar", "google_drive", "gmail", "microsoft_graph"];

describe.each(PROVIDERS)("%s", (provider, resource, operations) => {
  const vendor = nameOf(provider);

  test("accepts the secret with the fewest requests that show it", async () => {
    const before = vendors.requests.length;
    await run(provider);
    const requests = vendors.requests.slice(before);
    expect(requests.map(({ operation }) => operation)).toEqual(operations);
    expect(requests.every(({ status }) => status === 200)).toBe(true);
  });

  test("rejects a revoked secret", async () => {
    vendors.faults.revoke(vendor);
    // All of Google's vendors sign in at one address.
    if (SIGNED_IN.includes(provider)) vendors.faults.revoke("google-calendar");
    expect(await refusalOf(provider)).toMatchObject({
      resource,
      failure: "grant_dead",
      // A refused sign-in comes without an answer about the data.
      status: SIGNED_IN.includes(provider) ? null : 401,
    });
  });

  test("reports that it denies the data, with its status", async () => {
    vendors.faults.add({ vendor, kind: "forbidden" });
    expect(await refusalOf(provider)).toMatchObject({
      resource,
      failure: "forbidden",
      // ClickUp has this status for a token without access too.
      status: provider === "clickup" ? 401 : 403,
    });
  });

  test("reports that it limits requests, with the pause", async () => {
    vendors.faults.add({ vendor, kind: "rate_limited", retryAfterSeconds: 7 });
    const { failure, status, pause } = await refusalOf(provider);
    expect([failure, status]).toEqual(["rate_limited", provider === "linear" ? 400 : 429]);
    // Google gives no hint, and Linear's is in milliseconds of its own header.
    if (!provider.startsWith("g") && provider !== "linear") expect(pause).toBeGreaterThan(5_000);
  });

  test.each([
    ["fails", { kind: "server_error", status: 503 } as const, 503],
    ["breaks the connection", { kind: "reset" } as const, null],
    ["breaks off in the middle of its answer", { kind: "truncated" } as const, null],
  ])("is reported as unavailable when it %s", async (_, fault, status) => {
    vendors.faults.add({ vendor, ...fault });
    expect(await refusalOf(provider)).toMatchObject({ failure: "unavailable", status });
  });

  test("is reported as unavailable when the signal ends the wait", async () => {
    vendors.faults.add({ vendor, kind: "timeout" });
    const refusal = await refusalOf(provider, { signal: AbortSignal.timeout(200) });
    expect(refusal).toMatchObject({ failure: "unavailable", status: null });
  });

  test("is reported as unavailable when nothing listens at its address", async () => {
    const closedVendor = await startScriptedVendor();
    await closedVendor.close();
    const refusal = await refusalOf(provider, { baseUrl: closedVendor.url });
    expect(refusal).toMatchObject({ failure: "unavailable", status: null });
  });
});

describe("lists that can be assigned", () => {
  test("ClickUp shows the lists of the newest tasks and the list for new tasks, and may have more", async () => {
    const { lists, hasMore } = await run("clickup");
    const listNames = new Map(demoDirectory.clickUpLists.map(({ id, name }) => [id, name]));
    expect(lists.length).toBeGreaterThan(1);
    for (const { id, name } of lists) expect(listNames.get(id)).toBe(name);
    expect(lists).toContainEqual({ id: list?.id, name: list?.name });
    expect(hasMore).toBe(true);
    const { lists: onlyList } = await run("clickup", { settings: { list_id: list?.id } });
    expect(onlyList).toEqual([{ id: list?.id, name: list?.name }]);
  });

  test("Linear shows its projects and teams", async () => {
    expect(await run("linear")).toEqual({
      lists: demoDirectory.linearTeams.map(({ id, name }) => ({ id, name })),
      hasMore: false,
    });
  });

  test("Harvest shows its active projects with their clients", async () => {
    const active = demoDirectory.harvestProjects.filter(({ isActive }) => isActive);
    const { lists, hasMore } = await run("harvest");
    expect(new Set(lists)).toEqual(
      new Set(
        active.map(({ id, name, client }) => ({ id: String(id), name: `${name} (${client})` })),
      ),
    );
    expect(hasMore).toBe(false);
  });

  test("Harvest shows no projects to a token that may read only hours", async () => {
    vendors.faults.add({ vendor: "harvest", operation: "listProjects", kind: "forbidden" });
    expect(await run("harvest")).toEqual({ lists: [], hasMore: true });
  });

  test("Google Calendar shows the calendars that syncs read, with the names that it has", async () => {
    const [calendar] = demoDirectory.calendars;
    expect(await run("google_calendar")).toEqual({
      lists: [calendar, { id: "elsewhere@agency.test", name: "elsewhere@agency.test" }],
      hasMore: false,
    });
  });

  test("Microsoft 365 shows the calendars of employees", async () => {
    const { lists } = await run("microsoft_graph");
    expect(lists).toEqual(mailboxes.map((id) => ({ id, name: id })));
  });

  test("Google Drive shows its folders", async () => {
    const { lists } = await run("google_drive");
    expect(lists).toEqual(demoDirectory.driveFolders.map(({ id, name }) => ({ id, name })));
  });

  test("a test stores at most 500 lists, each once, with a name in one line", () => {
    const many = Array.from({ length: 501 }, (_, index) => ({ id: `${index}`, name: "List" }));
    const { lists, hasMore } = acceptance([...many, ...many]);
    expect([lists.length, hasMore]).toEqual([500, true]);
    expect(acceptance(many.slice(0, 500)).hasMore).toBe(false);
    const odd = acceptance([
      { id: "1", name: "  Web\nsite " },
      { id: "2", name: "\u202e" },
      { id: "3", name: "😀".repeat(300) },
      { id: " ", name: "No id" },
      { id: "x".repeat(201), name: "A long id" },
    ]);
    expect(odd.lists).toEqual([
      { id: "1", name: "Web site" },
      { id: "2", name: "2" },
      { id: "3", name: "😀".repeat(100) },
    ]);
  });
});

describe("a missing setting or scope", () => {
  test.each([
    ["clickup", {}],
    ["harvest", {}],
    ["google_calendar", {}],
    ["google_drive", {}],
    ["gmail", {}],
  ])("%s without its settings is not called", async (provider, settings) => {
    const before = vendors.requests.length;
    expect(await refusalOf(provider, { settings })).toMatchObject({
      resource: "settings",
      failure: "forbidden",
      status: null,
    });
    expect(vendors.requests.length).toBe(before);
  });

  test("Microsoft 365 without an employee has no calendar", async () => {
    expect(await refusalOf("microsoft_graph", { settings: { mailboxes: [] } })).toMatchObject({
      resource: "calendars",
      failure: "forbidden",
      status: null,
    });
  });

  test.each(["contacts", "deals"])("HubSpot without the scope for %s names them", async (name) => {
    const operation = `get-/crm/v3/objects/${name === "deals" ? "0-3" : name}_getPage`;
    vendors.faults.add({ vendor: "hubspot", operation, kind: "forbidden" });
    expect(await refusalOf("hubspot")).toMatchObject({ resource: name, status: 403 });
  });

  test("ClickUp denies a workspace that the token's owner is not in", async () => {
    const wrong = { ...settings["clickup"], team_id: "1" };
    expect(await refusalOf("clickup", { settings: wrong })).toMatchObject({
      resource: "workspace",
      failure: "forbidden",
    });
    const unknownList = { list_id: "1" };
    expect(await refusalOf("clickup", { settings: unknownList })).toMatchObject({
      resource: "list",
      failure: "forbidden",
      status: 404,
    });
  });

  test("Google is asked for every scope of reading and writing calendars in one sign-in", async () => {
    let assertion = "";
    const google = createServer(async (incoming, outgoing) => {
      const body = await text(incoming);
      const isSignIn = incoming.url === "/token";
      if (isSignIn) assertion = new URLSearchParams(body).get("assertion") ?? "";
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.end(
        JSON.stringify(isSignIn ? { access_token: "token", expires_in: 3600 } : { items: [] }),
      );
    });
    await new Promise<void>((resolve) => google.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
    try {
      await googleCalendarConnection({ tokenUrl: `${baseUrl}/token` }).run({
        settings: settings["google_calendar"] ?? {},
        secret: syncAccounts["google_calendar"]?.secret ?? "",
        baseUrl,
        signal: new AbortController().signal,
      });
    } finally {
      google.closeAllConnections();
      await new Promise((resolve) => google.close(resolve));
    }
    const [, claims = ""] = assertion.split(".");
    const { scope } = JSON.parse(Buffer.from(claims, "base64url").toString());
    expect(scope.split(" ").map((one: string) => one.split("/").at(-1))).toEqual([
      "calendar.events",
      "calendar.readonly",
      "calendar.freebusy",
    ]);
  });
});
