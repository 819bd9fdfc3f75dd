import type { z } from "zod";
import type {
  ApprovalAction,
  approvals,
  InboxAction,
  inbox,
} from "../_domain/approvals/contract.ts";
import type { QueryOf } from "../_domain/contract.ts";
import type { Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";
import { fromDatabase } from "./errors.ts";

type Answer = z.input<typeof approvals.post.response>;
type Result = Extract<Answer, { results: unknown }>["results"][number];

export function list(db: Db, query: QueryOf<typeof approvals.get>): Promise<Json> {
  const { limit, status, ...filter } = query;
  return callFunction(db, "list_approvals", { ...filter, statuses: status, page_size: limit });
}

export function readInbox(db: Db, query: QueryOf<typeof inbox.get>): Promise<Json> {
  const { limit, assigned_to_me, decidable, ...filter } = query;
  return callFunction(db, "get_inbox", {
    ...filter,
    page_size: limit,
    ...(assigned_to_me && { assigned_to_me: assigned_to_me === "true" }),
    ...(decidable && { decidable: decidable === "true" }),
  });
}

export async function changeInbox(db: Db, action: InboxAction): Promise<Json> {
  if (action.action === "propose") {
    const { kind, project_id, payload, citations } = action;
    const approval = await callFunction(db, "propose_approval", {
      kind,
      // The generated type lacks null, which kinds of the prompt need: they have no project.
      project_id: project_id as string,
      payload: payload as Json,
      citations: citations as Json,
    });
    return { approval };
  }
  return callFunction(db, "assign_approval", {
    approval_id: action.id,
    // The generated type lacks null, which unassigns the card.
    person_id: action.person_id as string,
    current_person_id: action.current_person_id as string,
  });
}

/** Performs an action: one SQL function each, which enforces every rule. */
export async function performAction(db: Db, action: ApprovalAction): Promise<Json | Answer> {
  switch (action.action) {
    case "approve":
      return callFunction(db, "approve_approval", {
        approval_id: action.id,
        version: action.version ?? (await readVersions(db, [action.id]))[action.id.toLowerCase()],
        with_quotes: action.with_quotes,
      });
    case "approve_and_execute":
      return callFunction(db, "approve_and_execute_approval", {
        approval_id: action.id,
        version: action.version ?? (await readVersions(db, [action.id]))[action.id.toLowerCase()],
        with_quotes: action.with_quotes,
      });
    case "reject":
      return callFunction(db, "reject_approval", {
        approval_id: action.id,
        reason: action.reason,
        version: action.version,
      });
    case "edit":
      return callFunction(db, "edit_approval", {
        approval_id: action.id,
        payload: action.payload as Json,
        version: action.version,
      });
    case "execute":
      return callFunction(db, "execute_approval", { approval_id: action.id });
    case "state_sentence": {
      const { id, version, sentence, is_stated } = action;
      return callFunction(db, "set_author_statement", {
        approval_id: id,
        // The generated type does not know that the version may be absent.
        version: (version ?? null) as number,
        sentence,
        is_stated,
      });
    }
    case "propose_undo":
      return callFunction(db, "propose_undo", { approval_id: action.id });
    case "batch_approve":
      return batchApprove(db, action);
  }
}

/**
 * The card versions that the caller's session saw last. A call to approve that names no version applies to these. If
 * the session was not shown the card, the database refuses the approval.
 */
async function readVersions(db: Db, ids: string[]): Promise<Record<string, number>> {
  const versions = await callFunction(db, "get_read_versions", { approval_ids: ids });
  return versions as Record<string, number>;
}

/** The database's result for one card of a batch. */
type Outcome =
  | { id: string; ok: true; approval: Json }
  | {
      id: string;
      ok: false;
      error: { code: string; hint: string | null; message: string; detail: Json };
    };

async function batchApprove(
  db: Db,
  { ids, versions }: Extract<ApprovalAction, { action: "batch_approve" }>,
): Promise<Answer> {
  const idsWithoutVersion = ids.filter((id) => versions?.[id] === undefined);
  const { results } = (await callFunction(db, "batch_approve", {
    approval_ids: ids,
    versions: {
      ...(idsWithoutVersion.length > 0 && (await readVersions(db, idsWithoutVersion))),
      ...versions,
    },
  })) as unknown as { results: Outcome[] };
  return {
    results: results.map((outcome) => (outcome.ok ? outcome : refusalOf(outcome))) as Result[],
  };
}

/** A refusal within a batch, in the same shape as that of a single request. */
function refusalOf({ id, error }: Extract<Outcome, { ok: false }>) {
  const { code, hint, message, detail } = error;
  const answer = fromDatabase({
    code,
    hint,
    message,
    details: detail === null ? null : JSON.stringify(detail),
  });
  if (!answer) throw new Error(`Database error ${code}: ${message}`);
  return { id, ok: false, error: answer.toBody() };
}
