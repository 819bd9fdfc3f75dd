/** Organizations with cards for one test file, and every caller that may try to act on them. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Approval } from "../../supabase/functions/_domain/approvals/contract.ts";
import { owner } from "../support/database.ts";
import { type Answer, type Ask, askAs, codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { nonPersonNames } from "../support/personas.ts";

export type Kind = Approval["kind"];

// Longer than the database needs to send a call and a worker to take the job.
const QUIET_MS = 250;
// A lease that is still there after this many checks belongs to no worker: a test left it behind.
const QUIET_LOOKS = 40;

/** An organization whose admin is a prompt owner; its lead is not. */
export async function makeOrganizationWithPromptOwner(): Promise<OwnOrganization> {
  const own = await makeOrganization();
  await owner`update public.people set is_prompt_owner = true where id = ${own.people.admin.id}`;
  return own;
}

/**
 * Every caller of the service, by name, with a function that sends their requests. `member` belongs to ALPHA and not
 * to BETA.
 */
export function callersOf(own: OwnOrganization, other: OwnOrganization) {
  const insiders = {
    ...own.people,
    other_admin: other.people.admin,
    other_lead: other.people.lead,
  };
  const signedIn = Object.entries(insiders).map(
    ([name, person]) => [name, (path: string, request: Ask) => person.ask(path, request)] as const,
  );
  const unsigned = ["outsider" as const, ...nonPersonNames].map(
    (name) => [name, (path: string, request: Ask) => askAs(name, path, request)] as const,
  );
  return new Map<string, (path: string, request: Ask) => Promise<Answer>>([
    ...signedIn,
    ...unsigned,
  ]);
}

/** A payload of each kind that needs nothing but the organization. */
export const payloads = {
  task_create: { title: "Send the plan", due_on: "2027-01-15" },
  calendar_event_create: {
    summary: "Kick-off",
    starts_at: "2027-01-15T09:00:00Z",
    ends_at: "2027-01-15T10:00:00Z",
    time_zone: "Europe/Berlin",
  },
  weekly_update: { week_of: "2027-01-11", headline: "All well", body: "We did a lot." },
  scope_change: { title: "More pages", description: "Two more pages." },
  deliverable_release: { title: "Wireframes" },
  scope_flag: { title: "Growing", description: "More than agreed.", severity: "low" },
  sow_estimate: { title: "Estimate", hours: 12 },
  email_draft: { to: ["somebody@example.test"], subject: "Hello", body: "How are you?" },
  prompt_update: { rule: "Answer in English." },
  prompt_base_update: { base: "You are terse." },
} satisfies Partial<Record<Kind, object>>;

export type SampleKind = keyof typeof payloads;

export interface Card {
  id: string;
  version: number;
}

/** Proposes through the Data API, as a console or an assistant would. */
export async function propose(
  own: OwnOrganization,
  kind: SampleKind,
  { by = "lead", payload = payloads[kind], project = own.betaId, ...more }: Partial<Proposal> = {},
): Promise<Approval> {
  const answer = await own.people[by].ask("/rest/v1/rpc/propose_approval", {
    body: {
      kind,
      project_id: kind.startsWith("prompt_") ? null : project,
      payload,
      ...more,
    },
  });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json as Approval;
}
interface Proposal {
  by: keyof OwnOrganization["people"];
  payload: object;
  project: string;
  citations: object[];
}

/** Acts through the route. Before a decision without a version, the person opens the card. */
export async function act(
  own: OwnOrganization,
  by: keyof OwnOrganization["people"],
  body: object,
): Promise<Answer> {
  const { action = "", id, ids = [id], version, versions } = body as Decision;
  if (action.includes("approve") && version === undefined && versions === undefined) {
    for (const card of new Set(ids)) await own.people[by].ask(`/api/inbox?approval_id=${card}`);
  }
  return own.people[by].ask("/api/approvals", { body });
}
interface Decision {
  action?: string;
  id?: string;
  ids?: string[];
  version?: number;
  versions?: object;
}

export async function expectRefused(
  answer: Promise<Answer>,
  status: number,
  code: string,
  label = "",
): Promise<Answer> {
  const refusal = await answer;
  expect([label, refusal.status, codeOf(refusal)]).toEqual([label, status, code]);
  return refusal;
}

/** Acts through the route, expects success, and returns the changed card. */
export async function perform(
  own: OwnOrganization,
  by: keyof OwnOrganization["people"],
  body: object,
): Promise<Approval> {
  const answer = await act(own, by, body);
  expect([answer.status, codeOf(answer)]).toEqual([200, undefined]);
  return (answer.json as { approval: Approval }).approval;
}

/** The card as it is stored. */
export async function storedCard(id: string): Promise<Record<string, unknown>> {
  const [row] = await owner`select * from public.approvals where id = ${id}`;
  return row as Record<string, unknown>;
}

/** The types of a card's events, first to last. */
export async function eventsOf(id: string): Promise<string[]> {
  const rows = await owner<{ type: string }[]>`
    select type::text from public.approval_events where approval_id = ${id} order by number`;
  return rows.map(({ type }) => type);
}

const tables = owner<{ name: string }[]>`
  select attrelid::regclass::text as name from pg_attribute
  join pg_class on pg_class.oid = attrelid
  where attname = 'organization_id' and not attisdropped and relkind = 'r'
    and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    and attrelid not in ('private.rate_limits'::regclass, 'private.approval_readings'::regclass)
  order by 1`;

/**
 * Everything stored about organizations (jobs and audit included), the catalog of kinds, and the number of calls
 * that the database has asked to be sent: a refused attempt must leave it unchanged.
 */
export async function snapshotOf(...organizationIds: string[]): Promise<Record<string, string>> {
  // Reviews that an earlier approval enqueued are not part of the attempt, so they have to end first.
  await expect
    .poll(
      () => owner`
        select from private.jobs
        where kind = 'approval_review' and organization_id in ${owner(organizationIds)}`,
    )
    .toHaveLength(0);
  const queries = (await tables).map(
    ({ name }) => owner`
      select ${name}::text as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as content
      from ${owner.unsafe(name)} t where organization_id in ${owner(organizationIds)}`,
  );
  const contents: Record<string, string> = {};
  for (const rows of await Promise.all(queries)) {
    for (const { name, content } of rows) contents[String(name)] = String(content);
  }
  const [kinds] = await owner`
    select md5(string_agg(k::text, ',' order by k::text)) as kinds from public.approval_kinds k`;
  return { ...contents, approval_kinds: String(kinds?.["kinds"]), calls: await callsSent() };
}

/** The number of requests that the database has queued for sending since it was created. */
export async function callsSent(): Promise<string> {
  const [row] = await owner`
    select coalesce(last_value, 0)::text as count from pg_sequences
    where schemaname = 'net' and sequencename = 'http_request_queue_id_seq'`;
  return String(row?.["count"]);
}

/**
 * Pauses the schedules, so that the database sends only the requests that a test causes. Waits for the jobs of earlier
 * test files, because the end of a job can wake a worker. Returns a function that resumes the schedules.
 */
export async function pauseSchedules(): Promise<() => Promise<void>> {
  const cronJobs = await owner`
    update cron.job set active = false where active returning jobname`;
  let before = "";
  for (let look = 0; look < QUIET_LOOKS; look++) {
    const leases = await owner`select from private.jobs where lease_until > now()`;
    const calls = await callsSent();
    if (leases.length === 0 && calls === before) break;
    before = calls;
    await sleep(QUIET_MS);
  }
  return async () => {
    const names = cronJobs.map(({ jobname }) => String(jobname));
    await owner`update cron.job set active = true where jobname in ${owner(names)}`;
  };
}

/**
 * Waits until a card is neither queued nor in execution. The test also runs the jobs itself, so that they end where no
 * worker is deployed. Only deployed workers execute cards of external kinds.
 */
export async function waitUntilSettled(id: string): Promise<Record<string, unknown>> {
  for (let round = 0; round < 100; round++) {
    const card = await storedCard(id);
    const [job] = await owner`
      select from private.jobs where payload ->> 'approval_id' = ${id} and died_at is null`;
    if (!job && card["execution_job_id"] === null && card["status"] !== "executing") return card;
    const answer = await askAs("secret_key", "/rest/v1/rpc/take_jobs", {
      body: { kinds: ["approval_act", "approval_review"], worker: "test", job_limit: 10 },
    });
    for (const { id: job_id, kind, attempt } of answer.json as TakenJob[]) {
      const name = kind === "approval_act" ? "carry_out_execution" : "review_approval";
      await askAs("secret_key", `/rest/v1/rpc/${name}`, { body: { job_id, attempt } });
    }
    await sleep(20);
  }
  throw new Error(`The card ${id} did not settle: ${JSON.stringify(await storedCard(id))}`);
}
export interface TakenJob {
  id: string;
  kind: string;
  attempt: number;
}

/** An executed weekly update, which can be undone. */
export async function executedUpdate(own: OwnOrganization): Promise<Approval> {
  // One unique word. An update would have to cite its numbers, which letters such as "mix" or "di" can also be.
  const word = randomUUID()
    .replaceAll("-", "")
    .replace(/./g, (digit) => "abefghjknopqrstu".charAt(Number.parseInt(digit, 16)));
  const headline = `Published ${word}`;
  const card = await propose(own, "weekly_update", {
    payload: { ...payloads.weekly_update, headline },
  });
  await perform(own, "lead", { action: "approve_and_execute", id: card.id });
  expect((await waitUntilSettled(card.id))["status"]).toBe("executed");
  return card;
}
