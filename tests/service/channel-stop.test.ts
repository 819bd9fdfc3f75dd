/** The push channel of a vendor that an admin disconnects, from the route to the stop request at the simulated vendor. */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import type { Delivery } from "../../scripts/vendors/pushes.ts";
import { startVendors, type Vendors } from "../../scripts/vendors/simulator.ts";
import { googleCalendarChannels } from "../../supabase/functions/_integrations/google-channels.ts";
import { owner } from "../support/database.ts";
import { ask } from "../support/http.ts";
import { googleAccount } from "../support/mock-google-calendar.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";

const { url, secret_key, vendor_ports } = inject("stack");
const settings = { subject: "office@agency.test", calendar_id: "team@demo.test" };
let vendors: Vendors;
let own: OwnOrganization;

/** A proxy, because the service looks for Google at one port without a path. */
const proxy = createServer(async (incoming, outgoing) => {
  const base =
    incoming.url === "/token"
      ? vendors.googleTokenUrl.replace(/\/token$/, "")
      : vendors.baseUrls["google-calendar"];
  const { authorization = "", "content-type": type = "application/json" } = incoming.headers;
  const body = await text(incoming);
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
});
afterEach(() => vendors.stop());

const integrations = (role: "admin" | "lead", body: object) =>
  own.people[role].ask("/api/integrations", { body });

/** Connects the calendar and opens a channel at the vendor, as a run does where the vendor can reach the service. */
async function openChannel(): Promise<string> {
  const connection = await integrations("admin", {
    action: "connect",
    provider: "google_calendar",
    settings,
    secret: googleAccount.serviceAccount,
  });
  expect(connection.status).toBe(200);
  const address = `${url}/functions/v1/calendar-sync`;
  const { externalId, externalResourceId, proof, expiresAt } = await googleCalendarChannels({
    tokenUrl: vendors.googleTokenUrl,
  }).open({
    resource: "team@demo.test",
    address,
    settings,
    secret: googleAccount.serviceAccount,
    baseUrl: vendors.baseUrls["google-calendar"],
    signal: new AbortController().signal,
  });
  await owner`
    insert into private.sync_channels (
      organization_id, stream_id, resource, address, external_id, external_resource_id, token_hash, expires_at)
    select organization_id, id, 'team@demo.test', ${address}, ${externalId}, ${externalResourceId},
      encode(sha256(${"token" in proof ? proof.token : ""}::text::bytea), 'hex'), ${expiresAt}
    from public.sync_streams where organization_id = ${own.id} and stream = 'events'`;
  return externalId;
}

const disconnect = (role: "admin" | "lead") =>
  integrations(role, { action: "disconnect", provider: "google_calendar" });

/** The status of a push that the vendor sent, or of a repeat of it. */
async function push(delivery: Delivery): Promise<number> {
  const { status } = await ask("/functions/v1/calendar-sync", {
    method: "POST",
    headers: delivery.headers,
  });
  return status;
}

const stops = () => vendors.requests.filter(({ operation }) => operation === "channels.stop");

async function remains() {
  const [row] = await owner`
    select
      (select count(*)::int from private.sync_channels where organization_id = ${own.id}) as channels,
      (select count(*)::int from private.jobs
       where organization_id = ${own.id} and kind = 'calendar_sync' and died_at is null) as jobs,
      (select count(*)::int from private.jobs
       where organization_id = ${own.id} and kind = 'calendar_sync' and died_at is not null) as dead_jobs,
      (select count(*)::int from vault.secrets where name like 'closing\\_channels\\_%') as secrets`;
  return row;
}
const NOTHING = { channels: 0, jobs: 0, dead_jobs: 0, secrets: 0 };

const waitingAttempt = async () => [
  ...(await owner`
    select attempt, last_error from private.jobs
    where organization_id = ${own.id} and kind = 'calendar_sync' and leased_by is null and run_at > now()
      and payload ->> 'stream_id' = (
        select id::text from public.sync_streams where organization_id = ${own.id} and stream = 'events')`),
];

/** Lets jobs that wait for another attempt run now. */
async function wake(): Promise<void> {
  await owner`
    update private.jobs set run_at = now() where organization_id = ${own.id} and leased_by is null and died_at is null`;
  await ask("/functions/v1/calendar-sync", { method: "POST", headers: { apikey: secret_key } });
}

test("a channel is stopped at the vendor under its ids when an admin disconnects, and its pushes get 401", async () => {
  const id = await openChannel();
  const [delivery] = vendors.subscriptions.pending.splice(0);
  if (!delivery) throw new Error("The vendor sends no push");
  expect(await push(delivery)).toBe(200);

  expect((await disconnect("lead")).status).toBe(403);
  expect([vendors.subscriptions.get(id) !== undefined, stops().length]).toEqual([true, 0]);

  expect((await disconnect("admin")).status).toBe(200);
  expect(await push(delivery)).toBe(401);
  await wake();
  await expect.poll(remains, { timeout: 20_000 }).toEqual(NOTHING);
  // The simulated vendor stops a channel only for both of its ids.
  expect(stops().map(({ status }) => status)).toEqual([204]);
  expect(vendors.subscriptions.get(id)).toBeUndefined();
  expect(await push(delivery)).toBe(401);
});

test("the stop is requested three times if the vendor does not answer, and then the channel is left to expire", async () => {
  const id = await openChannel();
  const [delivery] = vendors.subscriptions.pending.splice(0);
  vendors.faults.add({ operation: "channels.stop", kind: "server_error", times: 10 });
  expect((await disconnect("admin")).status).toBe(200);
  // A vendor that did not answer is asked again later: the job waits, with the secret.
  await expect
    .poll(() => waitingAttempt(), { timeout: 20_000 })
    .toEqual([{ attempt: 1, last_error: expect.stringContaining("Google Calendar") }]);
  expect(await remains()).toMatchObject({ channels: 1, jobs: 1, secrets: 1 });
  for (const attempt of [2, 3]) {
    await wake();
    await expect.poll(() => stops().length, { timeout: 20_000 }).toBe(attempt);
    if (attempt === 2) await expect.poll(waitingAttempt).toMatchObject([{ attempt: 2 }]);
  }
  await expect.poll(remains, { timeout: 20_000 }).toEqual(NOTHING);
  await wake();
  expect(stops().map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(vendors.subscriptions.get(id)).toBeDefined();
  expect(await push(delivery as Delivery)).toBe(401);
});
