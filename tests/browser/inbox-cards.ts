/** A test's own cards, which are proposed, decided and moved between states as the service does it. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { owner as sql } from "../support/database.ts";
import { northlight, type PersonName, people, tokenOf } from "../support/personas.ts";
import { stack, visit, waitUntilLoaded } from "./console.ts";
import type { OwnProject } from "./own-project.ts";

interface Citation {
  role: "evidence" | "influence";
  source_id: string;
  chunk_id?: string;
  quote?: string;
}

interface Proposal {
  kind: string;
  project: OwnProject | null;
  payload: Record<string, unknown>;
  by?: PersonName;
  proposer?: "person" | "agent";
  citations?: Citation[];
}

export interface OwnCard {
  id: string;
  title: string;
  version: number;
}

async function post(person: PersonName, address: string, body: unknown) {
  const answer = await fetch(`${stack.url}${address}`, {
    method: "POST",
    headers: {
      apikey: stack.publishable_key,
      authorization: `Bearer ${await tokenOf(person)}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(`${address}: ${JSON.stringify(result)}`);
  return result;
}

export async function propose({
  kind,
  project,
  payload,
  by = "admin",
  proposer = "person",
  citations = [],
}: Proposal): Promise<OwnCard> {
  return post(by, "/rest/v1/rpc/propose_approval", {
    kind,
    project_id: project?.id ?? null,
    payload,
    citations,
    proposer,
    ...(proposer === "agent" && { agent_session_id: randomUUID() }),
  });
}

export function proposeTask(project: OwnProject, title: string, extraFields: object = {}) {
  return propose({ kind: "task_create", project, payload: { title, ...extraFields } });
}

/** Decides as another person on another screen would. */
export function decide(
  person: PersonName,
  body: { action: string; id: string; [field: string]: unknown },
) {
  return post(person, "/api/approvals", body);
}

/** A card as the owner of the database reads it. */
export async function stateOf(id: string) {
  const [row] = await sql<
    {
      status: string;
      version: number;
      payload: Record<string, unknown>;
      reason: string | null;
      decided_by: string | null;
      result: { url?: string } | null;
    }[]
  >`select status, version, payload, reason, decided_by, result from public.approvals where id = ${id}`;
  if (!row) throw new Error(`There is no card ${id}`);
  return row;
}

export interface OwnSource {
  id: string;
  passageId: string;
}

/** A source of the project with one published passage. */
export async function ownSource(
  project: OwnProject,
  { kind, title, text }: { kind: "email" | "meeting" | "document"; title: string; text: string },
): Promise<OwnSource> {
  const source = { id: randomUUID(), passageId: randomUUID() };
  await sql`
    insert into public.sources (id, organization_id, kind, project_id, title, occurred_at, published_version)
    values (${source.id}, ${northlight}, ${kind}, ${project.id}, ${title}, now() - interval '2 days', 1)`;
  await sql`
    insert into public.passages (id, organization_id, source_id, source_version, position, content, location, scope_id)
    values (${source.passageId}, ${northlight}, ${source.id}, 1, 0, ${text}, '{"page": 3}', ${project.id})`;
  return source;
}

/** Brings a card to an unknown result by the real transitions. */
export async function makeUnknown(id: string): Promise<void> {
  const decider = people.admin.personId;
  await sql.begin(async (tx) => {
    await tx`
      update public.approvals
      set status = 'approved', decided_by = ${decider}, decided_at = now(), decided_version = version,
          decided_hash = payload_hash, decided_target_hash = private.target_hash(approvals)
      where id = ${id}`;
    await tx`
      update public.approvals
      set status = 'executing', execution_requested_by = ${decider}, execution_requested_at = now(),
          execution_job_id = ${randomUUID()}, execution_attempt = 1, execution_started_at = now()
      where id = ${id}`;
    await tx`
      update public.approvals
      set status = 'unknown', vendor_called_at = now(), execution_error = 'The connection broke after the call'
      where id = ${id}`;
  });
}

/** Settles an unknown result, as reconciliation does. */
export async function settleAsFailed(id: string): Promise<void> {
  await sql`
    update public.approvals
    set status = 'failed', execution_job_id = null,
        execution_error = 'It was not found in the task system'
    where id = ${id}`;
}

export const cardOf = (page: Page) => page.getByRole("complementary", { name: "Card" });
export const rowsOf = (page: Page, group = "Waiting for your decision") =>
  page.getByRole("region", { name: group }).getByRole("article");

/** Opens the inbox at the cards of one project. */
export async function visitInbox(page: Page, project: OwnProject, id = ""): Promise<void> {
  await visit(page, `/inbox${id && `/${id}`}?project=${project.id}`, "Inbox");
  await waitUntilLoaded(page);
}
