import { queryOptions } from "@tanstack/react-query";
import { isUuid } from "../../format/uuid.ts";
import { type Rows, read, supabase } from "../../supabase/client.ts";
import {
  type StoredCitation,
  type StoredMessage,
  type StoredTurn,
  turnsOf,
} from "./stored-turns.ts";

/** How often a conversation is reloaded while another window is receiving its answer. */
const ANSWERING_MS = 1500;
/** Questions and answers together; earlier ones are loaded on request. */
export const PAGE_MESSAGES = 100;
const MAX_SESSIONS = 100;
/** The number of ids that fit into a URL. */
const MAX_IDS = 50;

export type Session = Pick<
  Rows["chat_sessions"],
  "id" | "session_id" | "as_person_id" | "title" | "last_message_at" | "archived_at"
>;
const SESSION = "id, session_id, as_person_id, title, last_message_at, archived_at";

export const askKey = ["ask"];
export const sessionsKey = [...askKey, "sessions"];
export const conversationKey = (sessionId: string) => [...askKey, "conversation", sessionId];

/** The viewer's own conversations, latest first. */
export const sessions = (isArchived: boolean) =>
  queryOptions({
    queryKey: [...sessionsKey, { isArchived }],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Session[]> => {
      const own = supabase().from("chat_sessions").select(SESSION);
      const query = isArchived ? own.not("archived_at", "is", null) : own.is("archived_at", null);
      return (
        await read(
          query
            .order("last_message_at", { ascending: false })
            .limit(MAX_SESSIONS)
            .abortSignal(signal),
        )
      ).data;
    },
  });

export interface Conversation {
  session: Session;
  turns: StoredTurn[];
  hasEarlier: boolean;
}

/** A conversation by the console's id for it; null if the viewer has none with that id. */
export const conversation = (sessionId: string, messages = PAGE_MESSAGES) =>
  queryOptions({
    queryKey: [...conversationKey(sessionId), messages],
    staleTime: 0,
    queryFn: ({ signal }) => readConversation(sessionId, messages, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.turns.at(-1)?.status === "answering" && ANSWERING_MS,
  });

async function readConversation(
  sessionId: string,
  limit: number,
  signal: AbortSignal,
): Promise<Conversation | null> {
  if (!isUuid(sessionId)) return null;
  const byId = supabase().from("chat_sessions").select(SESSION).eq("session_id", sessionId);
  const [session] = (
    await read(byId.order("last_message_at", { ascending: false }).limit(1).abortSignal(signal))
  ).data as Session[];
  if (!session) return null;
  const query = supabase()
    .from("chat_messages")
    .select(
      "id, number, role, status, content, model, tool_steps, context, uncited_sentences, unfound_figures, error_code, created_at",
    )
    .eq("chat_session_id", session.id)
    .neq("role", "summary");
  const { data } = await read(
    query.order("number", { ascending: false }).limit(limit).abortSignal(signal),
  );
  const messages = (data as StoredMessage[]).toReversed();
  return {
    session,
    turns: turnsOf(messages, await citationsOf(messages, signal)),
    hasEarlier: messages.length === limit,
  };
}

async function citationsOf(
  messages: StoredMessage[],
  signal: AbortSignal,
): Promise<StoredCitation[]> {
  const ids = messages.filter(({ role }) => role === "assistant").map(({ id }) => id);
  const parts = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, part) =>
    ids.slice(part * MAX_IDS, (part + 1) * MAX_IDS),
  );
  const answers = await Promise.all(
    parts.map((part) =>
      read(
        supabase()
          .from("chat_citations")
          .select(
            "message_id, number, kind, source_id, passage_id, row_table, row_id, project_id, title, quote",
          )
          .in("message_id", part)
          .order("number")
          .abortSignal(signal),
      ),
    ),
  );
  return answers.flatMap(({ data }) => data);
}

export async function archiveSession(id: string, isArchived: boolean): Promise<void> {
  await read(
    supabase().rpc("archive_chat_session", { chat_session_id: id, is_archived: isArchived }),
  );
}
