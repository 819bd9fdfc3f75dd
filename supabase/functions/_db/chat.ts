import type { z } from "zod";
import { AppError } from "../_domain/app-error.ts";
import type { Citation, ContextSize } from "../_domain/chat/contract.ts";
import type { ClaimedCitation } from "../_domain/chat/markers.ts";
import type { Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

/** The asker, the person they ask as, and the assistant's instructions. */
export interface Asker {
  viewer: { id: string; name: string; email: string; role: string };
  as: { id: string; name: string; role: string } | null;
  organization_id: string;
  /** Whether restricted rows are visible, in the scope of both. */
  is_lead: boolean;
  prompt: string | null;
}

export interface Turn extends Asker {
  chat_session_id: string;
  message_id: string;
  memory: {
    summary: string | null;
    /** Sources whose text the summary may repeat. */
    summary_source_ids: string[];
    summarized_up_to: number;
    messages: {
      number: number;
      role: "user" | "assistant";
      content: string;
      source_ids: string[];
    }[];
    withheld: number;
  };
}

export interface Settlement {
  citations: z.output<typeof Citation>[];
  dropped: number;
}

export async function beginChat(db: Db, as: string | undefined): Promise<Asker> {
  return (await callFunction(db, "begin_chat", {
    ...(as && { as_person_id: as }),
  })) as unknown as Asker;
}

/** Throws unless the caller may search the public web now. */
export async function beginResearch(db: Db): Promise<void> {
  await callFunction(db, "begin_research");
}

export async function beginChatTurn(
  db: Db,
  {
    question,
    session_id,
    as,
    project_id,
  }: {
    question: string;
    session_id: string;
    as?: string | undefined;
    project_id?: string | undefined;
  },
): Promise<Turn> {
  return (await callFunction(db, "begin_chat_turn", {
    session_id,
    question,
    ...(as && { as_person_id: as }),
    ...(project_id && { project_id }),
  })) as unknown as Turn;
}

export async function settleCitations(
  db: Db,
  citations: ClaimedCitation[],
  as: string | undefined,
): Promise<Settlement> {
  return (await callFunction(db, "settle_citations", {
    citations: citations as unknown as Json,
    ...(as && { as_person_id: as }),
  })) as unknown as Settlement;
}

export interface FinishedTurn {
  message_id: string;
  content: string;
  model: string | null;
  citations: ClaimedCitation[];
  /** The number of citations that were dropped before this call. */
  dropped_citations: number;
  /** The citations of each sentence with a fact. */
  sentences: number[][];
  unfound_figures: string[];
  tool_steps: Json;
  context: z.output<typeof ContextSize>;
  usage: Json;
  source_ids: string[];
}

/** `dropped` counts all dropped citations, `uncited` the sentences without a valid citation, as stored. */
export async function finishChatTurn(
  db: Db,
  turn: FinishedTurn,
): Promise<Settlement & { uncited: number }> {
  return (await callFunction(db, "finish_chat_turn", {
    ...turn,
    model: turn.model as string,
    citations: turn.citations as unknown as Json,
  })) as unknown as Settlement & { uncited: number };
}

/** Throws 409 if another question has stopped this answer. */
export async function requireAnswering(db: Db, messageId: string): Promise<void> {
  const { data, error } = await db
    .from("chat_messages")
    .select("status")
    .eq("id", messageId)
    .maybeSingle();
  if (error) throw error;
  if (data && data.status !== "answering") {
    throw new AppError(409, "message_ended", "A newer question stopped this answer");
  }
}
