/**
 * npm start -- --vendors from end to end. In npm test, start.test.ts proves that a start without --vendors
 * disconnects simulated vendors and keeps real ones, vendors-process.test.ts proves that the vendors answer, and
 * tests/unit/integrations/sync-adapters.test.ts proves that every stream is read.
 * tests/service/inbound-emails.test.ts and tests/service/email-calendars.test.ts prove what people do with the rows.
 */
import postgres from "postgres";
import { expect, test } from "vitest";
import { connectVendors, disconnectVendors } from "../../scripts/stack/demo/demo-vendors.ts";
import type { StackFile } from "../../scripts/stack/stack-file.ts";
import { runningProcesses } from "./running-processes.ts";
import { signIn, start, startWith, TIMEOUT_MS } from "./start-command.ts";
import { planCalendar, signInLead, triageEmail } from "./vendors-journey.ts";

interface Run {
  id: string;
  /** Vendor and data. */
  name: string;
  provider: string;
  ended_because: string;
  error: string | null;
  record_count: number;
  created: number;
  filtered: number;
  failed: number;
}

const connect = (url: string) => postgres(url, { max: 1, onnotice: () => {} });

const endedRuns = (owner: postgres.Sql, end: string) => owner<Run[]>`
  select distinct on (name) runs.id, provider || ' ' || stream as name, provider::text, ended_because::text, error, record_count, created, filtered, failed
  from public.sync_runs as runs join public.sync_streams as streams on streams.id = runs.stream_id
  where ended_because::text = ${end} order by name, runs.started_at`;

/** The number of rows of each provider, and of those that match no record of a receipt. */
const syncedRows = (owner: postgres.Sql) => owner`
  select rows.provider, count(*)::integer as rows, count(distinct rows.project_id)::integer as projects,
    count(*) filter (where records.external_id is null)::integer as unexplained
  from (
    select managed_by as provider, project_id, external_key from public.tasks
    union all
    select managed_by, project_id, external_key from public.time_entries) as rows
  left join (
    select item.external_id, item.outcome
    from private.sync_run_records
    cross join lateral unnest(external_ids, outcomes) as item (external_id, outcome)) as records
    on records.outcome = 'created' and rows.external_key = rows.provider || ':' || records.external_id
  where rows.provider in ('linear', 'harvest')
  group by rows.provider order by rows.provider desc`;

const calendarsRead = (owner: postgres.Sql) => owner`
  select (select count(*) > 20 from public.calendar_events) as has_events,
    (select count(*) > 5 from public.calendar_events where project_id is not null and match_reason is not null)
      as has_matches,
    (select count(*) > 20 from public.busy_blocks) as has_busy_times`;

const IN_MEETING = "The emergency numbers are inside a picture.";

/** Whether search finds a sentence of a recorded meeting for a person, and whether Ask quotes it to them. */
async function readMeeting(file: StackFile, email: string) {
  const { client, token } = await signIn(file, email);
  const ask = async (route: string, body: object) => {
    const response = await fetch(`${file.url}/api/${route}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const search = await ask("search", { query: "emergency numbers inside a picture" });
  const chat = await ask("chat", {
    question: "Where are the emergency numbers? Inside a picture?",
  });
  const { citations = [], model = null } = JSON.parse(chat.text) as {
    citations?: { id: string; kind: string; quote: string }[];
    model?: string | null;
  };
  const citation = citations.find(({ quote }) => quote.includes(IN_MEETING));
  // Opens the citation as the page of the source does.
  const passages =
    citation && (await client.from("passages").select("content").eq("id", citation.id));
  return {
    statuses: [search.status, chat.status],
    isFound: search.text.includes("emergency"),
    isQuoted: chat.text.includes("emergency numbers are inside"),
    model,
    opens: passages?.data?.[0]?.content.includes(IN_MEETING) ?? false,
  };
}

const STREAMS = [
  "fathom meetings",
  "google_calendar busy",
  "google_calendar events",
  "google_drive files",
  "harvest hours",
  "hubspot companies",
  "hubspot contacts",
  "hubspot deals",
  "linear tasks",
  "resend emails",
];

test("npm start reads every stream of the simulated vendors, lets a lead work with them, reports missing ones, and disconnects them without --vendors", async () => {
  const first = await start("vendors", "--vendors", "--no-demo-files");
  const owner = connect(first.file.database_url);
  const wait = { timeout: TIMEOUT_MS, interval: 200 };
  const streamsOf = async (end: string) =>
    (await endedRuns(owner, end)).map(({ name }) => name).sort();

  await expect.poll(() => streamsOf("completed"), wait).toEqual(STREAMS);
  const receipts = [...(await endedRuns(owner, "completed"))];
  for (const { name, record_count, created, filtered, failed } of receipts) {
    expect({ name, record_count, failed }).toEqual({
      name,
      record_count: created + filtered,
      failed: 0,
    });
  }
  const createdBy = (name: string) => receipts.find(({ provider }) => provider === name)?.created;
  const expectedRows = [
    { provider: "linear", rows: 4, projects: 1, unexplained: 0 },
    { provider: "harvest", rows: createdBy("harvest"), projects: 8, unexplained: 0 },
  ];
  expect(createdBy("linear")).toBe(4);
  expect(createdBy("harvest")).toBeGreaterThan(100);
  expect([...(await syncedRows(owner))]).toEqual(expectedRows);
  const documents = () => owner`
    select count(*)::integer as documents, count(*) filter (where documents.is_restricted)::integer as restricted,
      count(*) filter (where sources.published_version is not null)::integer as searchable
    from public.documents join public.sources using (organization_id, id) where documents.origin = 'google_drive'`;
  await expect
    .poll(async () => [...(await documents())], wait)
    .toEqual([{ documents: 16, restricted: 8, searchable: 16 }]);
  const [crm] = await owner`
    select (select count(*)::integer from public.contacts where managed_by = 'hubspot') as contacts,
      (select count(*)::integer from private.crm_records_to_review((select organization_id from public.integrations limit 1))) as waiting`;
  expect(crm).toEqual({ contacts: 4, waiting: 6 });

  await expect
    .poll(async () => [...(await calendarsRead(owner))], wait)
    .toEqual([{ has_events: true, has_matches: true, has_busy_times: true }]);

  const reader = { statuses: [200, 200], isFound: true, isQuoted: true, model: null, opens: true };
  const otherReader = { ...reader, isFound: false, isQuoted: false, opens: false };
  for (const email of ["lead@demo.test", "member@demo.test"]) {
    expect([email, await readMeeting(first.file, email)]).toEqual([email, reader]);
  }
  for (const email of ["member2@demo.test", "admin@other.test"]) {
    expect([email, await readMeeting(first.file, email)]).toEqual([email, otherReader]);
  }
  for (const email of ["client@demo.test", "outsider@demo.test"]) {
    const refusedReader = { ...otherReader, statuses: [403, 403] };
    expect([email, await readMeeting(first.file, email)]).toEqual([email, refusedReader]);
  }

  const vendors = /curl (\S+)\/resend\/simulated-emails/.exec(first.output())?.[1] ?? "";
  const lead = await signInLead(first.file, owner, vendors);
  await triageEmail(lead);
  await planCalendar(lead);

  const pid = Number(/simulated by process (\d+)/.exec(first.output())?.[1]);
  process.kill(pid);
  await expect.poll(first.output, wait).toContain("The simulated vendors have ended");
  const { client, token } = await signIn(first.file);
  const { data: streams } = await client.from("sync_streams").select("id");
  for (const { id } of streams ?? []) {
    expect((await client.rpc("sync_now", { stream_id: id })).error).toBeNull();
  }
  await expect.poll(() => streamsOf("unavailable"), wait).toEqual(STREAMS);
  for (const { error, record_count } of await endedRuns(owner, "unavailable")) {
    expect([error, record_count]).toEqual([expect.stringMatching(/cannot be reached$/), 0]);
  }
  const states = () => owner`
    select state::text, pause_reason::text, failures, version is not null as is_connected
    from public.sync_streams as streams
    left join public.integrations using (organization_id, provider)`;
  const failingState = { state: "active", pause_reason: null, failures: 1, is_connected: true };
  expect([...(await states())]).toEqual(STREAMS.map(() => failingState));
  expect([...(await syncedRows(owner))]).toEqual(expectedRows);
  expect(first.child.exitCode).toBeNull();

  // Pretends that the last listing ended two hours ago.
  await owner`update public.sync_streams set completed_at = now() - interval '2 hours'`;
  const health = await fetch(`${first.file.url}/api/portfolio-health?code=sync_stale`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(health.status).toBe(200);
  const report = await health.text();
  for (const name of ["Linear tasks", "Harvest hours"]) expect(report).toContain(name);
  await owner.end();
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);

  // Without --vendors, no request with a simulated key may reach a real vendor.
  const names = [
    "LINEAR",
    "HARVEST",
    "GOOGLE_DRIVE",
    "GOOGLE_CALENDAR",
    "HUBSPOT",
    "FATHOM",
    "RESEND",
  ];
  const nowhere = Object.fromEntries(
    names.map((name) => [`${name}_API_URL`, "http://127.0.0.1:9"]),
  );
  const second = await startWith(nowhere, "vendors", "--no-demo-files");
  expect(second.output()).not.toContain("simulated");
  const later = connect(second.file.database_url);
  const countConnections = async () => (await later`select from public.integrations`).length;
  expect(await countConnections()).toBe(0);
  expect([...(await syncedRows(later))]).toEqual(expectedRows);

  const admin = await signIn(second.file);
  const connection = { provider: "linear", settings: {}, secret: "lin_api_of_an_agency" };
  expect((await admin.client.rpc("connect_integration", connection)).error).toBeNull();
  const parts = {
    url: second.file.url,
    publishableKey: second.file.publishable_key,
    secretKey: second.file.secret_key,
    databaseUrl: second.file.database_url,
  };
  await expect(connectVendors(parts)).rejects.toThrow(
    "The account of linear that is connected here is not a simulated one.",
  );
  await disconnectVendors(parts);
  expect(await countConnections()).toBe(1);
  await later.end();
  second.child.kill("SIGTERM");
  expect(await second.ended).toBe(0);
  expect(runningProcesses(second.dataDir)).toEqual([]);
});
