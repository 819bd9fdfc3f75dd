/** An admin tests a connection: from the route through the worker to the simulated vendor, and back to the page. */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { startVendors, type Vendors } from "../../scripts/vendors/simulator.ts";
import type { ConnectionTest } from "../../supabase/functions/_domain/integrations/contract.ts";
import { owner } from "../support/database.ts";
import { codeOf } from "../support/http.ts";
import { googleAccount } from "../support/mock-google-calendar.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";

const { vendor_ports } = inject("stack");
const settings = { subject: "office@agency.test", calendar_id: "team@demo.test" };
let vendors: Vendors;
let own: OwnOrganization;
let delay: Promise<void> | undefined;
let requestCount = 0;

/** A proxy, because the service looks for Google at one port without a path. */
const proxy = createServer(async (incoming, outgoing) => {
  const isSignIn = incoming.url === "/token";
  const base = isSignIn
    ? vendors.googleTokenUrl.replace(/\/token$/, "")
    : vendors.baseUrls["google-calendar"];
  const { authorization = "", "content-type": type = "application/json" } = incoming.headers;
  const body = await text(incoming);
  if (!isSignIn) {
    requestCount += 1;
    await delay;
  }
  const answer = await fetch(`${base}${incoming.url}`, {
    method: incoming.method ?? "GET",
    headers: { authorization, "content-type": type },
    ...(body !== "" && { body }),
  });
  outgoing.writeHead(answer.status, {
    "content-type": answer.headers.get("content-type") ?? "application/json",
  });
  outgoing.end(await answer.text());
});

beforeAll(() => new Promise<void>((done) => proxy.listen(vendor_ports.google, "127.0.0.1", done)));
afterAll(() => {
  proxy.closeAllConnections();
  return new Promise((done) => proxy.close(done));
});
beforeEach(async () => {
  vendors = await startVendors({ seed: null });
  own = await makeOrganization();
  const connection = await act("admin", {
    action: "connect",
    settings,
    secret: googleAccount.serviceAccount,
  });
  expect(connection.status).toBe(200);
  // No stream is due, so that every call of the vendor is one of a test.
  await owner`
    update public.sync_streams set next_at = '2999-01-01' where organization_id = ${own.id}`;
});
afterEach(() => vendors.stop());

const act = (role: "admin" | "lead" | "member" | "client", body: object) =>
  own.people[role].ask("/api/integrations", { body: { provider: "google_calendar", ...body } });
const request = (role: Parameters<typeof act>[0] = "admin") => act(role, { action: "test" });

async function lastTest(role: "admin" | "lead" = "admin"): Promise<ConnectionTest | null> {
  const { json } = await own.people[role].ask("/api/integrations");
  const { providers } = json as {
    providers: { provider: string; connection: { test: ConnectionTest | null } | null }[];
  };
  const calendar = providers.find(({ provider }) => provider === "google_calendar");
  return calendar?.connection?.test ?? null;
}

/** The result, once the worker has stored it. */
async function result(): Promise<ConnectionTest | null> {
  await expect
    .poll(async () => (await lastTest())?.result ?? null, { timeout: 30_000 })
    .not.toBeNull();
  return lastTest();
}

/** The vendor answers only after `release`. */
function hold(): () => void {
  let release = () => {};
  requestCount = 0;
  delay = new Promise((resolve) => {
    release = () => {
      delay = undefined;
      resolve();
    };
  });
  return release;
}

const isCalled = () => expect.poll(() => requestCount, { timeout: 30_000 }).toBe(1);
const jobs = () => owner`
  select from private.jobs where organization_id = ${own.id} and kind like '%\\_connection\\_test'`;

const calls = () => vendors.requests.map(({ operation }) => operation);
const streams = () => owner`
  select stream::text, state::text, cursor, listing, failures from public.sync_streams
  where organization_id = ${own.id} order by stream`;

test("the vendor accepts the stored secret, and shows its calendars to admins alone", async () => {
  for (const role of ["lead", "member", "client"] as const) {
    expect((await request(role)).status).toBe(403);
  }
  expect([await lastTest(), calls()]).toEqual([null, []]);

  expect((await request()).status).toBe(200);
  expect(await result()).toMatchObject({ result: "accepted", http_code: null, resource: null });
  expect(calls()).toEqual(["calendarList.list"]);
  expect(await lastTest("lead")).toBeNull();

  const lists = "/rest/v1/vendor_lists?select=external_id,name&order=external_id";
  const { json } = await own.people.admin.ask(lists);
  expect(json).toContainEqual({ external_id: "team@demo.test", name: "Northlight team" });
  expect((await own.people.lead.ask(lists)).json).toEqual([]);
  const actions = await owner`
    select action, actor_person_id is not null as has_actor from public.audit_events
    where organization_id = ${own.id} and action like 'integration.test%' order by occurred_at`;
  expect([...actions]).toEqual([
    { action: "integration.test_requested", has_actor: true },
    { action: "integration.tested", has_actor: false },
  ]);
});

test("a revoked secret is reported as the result, and stops no stream by itself", async () => {
  const before = [...(await streams())];
  vendors.faults.revoke("google-calendar");
  await request();
  expect(await result()).toMatchObject({ result: "rejected", resource: "calendars" });
  expect([...(await streams())]).toEqual(before);
});

test("a hundred requests at once are one job and one call, and a later test calls the vendor again", async () => {
  const release = hold();
  const answers = await Promise.all(Array.from({ length: 100 }, () => request()));
  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
  expect((await request()).status).toBe(200);
  expect((await jobs()).length).toBe(1);
  expect((await lastTest())?.ended_at).toBeNull();
  release();
  expect(await result()).toMatchObject({ result: "accepted" });
  expect(calls()).toEqual(["calendarList.list"]);
  expect((await request()).status).toBe(200);
  expect(await result()).toMatchObject({ result: "accepted" });
  expect(calls()).toEqual(["calendarList.list", "calendarList.list"]);
});

test("a secret that changes while it is tested is tested again", async () => {
  const release = hold();
  await request();
  await isCalled();
  await act("admin", { action: "connect", settings, secret: googleAccount.serviceAccount });
  release();
  expect(await result()).toMatchObject({ result: "accepted" });
  expect(calls()).toEqual(["calendarList.list", "calendarList.list"]);
});

test("an account that is connected during the test of another one is tested itself", async () => {
  const release = hold();
  await request();
  await isCalled();
  expect((await act("admin", { action: "disconnect" })).status).toBe(200);
  const other = { ...settings, calendar_id: "nora@northlight.test" };
  await act("admin", { action: "connect", settings: other, secret: googleAccount.serviceAccount });
  expect((await request()).status).toBe(200);
  expect((await jobs()).length).toBe(1);
  release();
  expect(await result()).toMatchObject({ result: "accepted" });
  expect(calls()).toEqual(["calendarList.list", "calendarList.list"]);
});

test("a vendor that is disconnected during its test has neither a result nor lists", async () => {
  const release = hold();
  await request();
  await isCalled();
  await act("admin", { action: "disconnect" });
  release();
  await expect.poll(async () => (await jobs()).length).toBe(0);
  expect(await lastTest()).toBeNull();
  const { json } = await own.people.admin.ask("/rest/v1/vendor_lists?select=name");
  expect(json).toEqual([]);
});

test("an admin who loses the role during the test does not see its result", async () => {
  const release = hold();
  await request();
  await isCalled();
  await owner`update public.people set role = 'admin' where id = ${own.people.lead.id}`;
  await owner`update public.people set role = 'lead' where id = ${own.people.admin.id}`;
  release();
  await expect
    .poll(async () => {
      const { json } = await own.people.lead.ask("/rest/v1/connection_tests?select=result");
      return json;
    })
    .toEqual([{ result: "accepted" }]);
  expect(await lastTest()).toBeNull();
  for (const table of ["connection_tests", "vendor_lists"]) {
    expect((await own.people.admin.ask(`/rest/v1/${table}?select=provider`)).json).toEqual([]);
  }
  expect((await request()).status).toBe(403);
});

test("a vendor that is not connected cannot be tested", async () => {
  const answer = await act("admin", { action: "test", provider: "linear" });
  expect([answer.status, codeOf(answer)]).toEqual([404, "integration_not_found"]);
});
