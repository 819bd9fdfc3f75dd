import type { ContextSize } from "../../api/chat-routes.ts";
import type { Rows } from "../../supabase/client.ts";
import { type AnswerCitation, newTurn, type Step, type Turn } from "./turn.ts";

/** An answer that has no end after this time never gets one, because the process that wrote it has ended. */
const LONGEST_ANSWER_MS = 10 * 60_000;

export type StoredMessage = Pick<
  Rows["chat_messages"],
  | "id"
  | "number"
  | "role"
  | "status"
  | "content"
  | "model"
  | "tool_steps"
  | "context"
  | "uncited_sentences"
  | "unfound_figures"
  | "error_code"
  | "created_at"
>;
export type StoredCitation = Pick<
  Rows["chat_citations"],
  | "message_id"
  | "number"
  | "kind"
  | "source_id"
  | "passage_id"
  | "row_table"
  | "row_id"
  | "project_id"
  | "title"
  | "quote"
>;

/** `number` is the position of the question in its conversation. */
export type StoredTurn = Turn & { number: number };

/**
 * Stored questions with their answers. A viewer always sees their own question; its answer is missing if they may no
 * longer see its sources.
 */
export function turnsOf(
  messages: StoredMessage[],
  citations: StoredCitation[],
  now = Date.now(),
): StoredTurn[] {
  const answers = new Map(
    messages.filter(({ role }) => role === "assistant").map((answer) => [answer.number, answer]),
  );
  const byMessage = new Map<string, StoredCitation[]>();
  for (const citation of citations) {
    byMessage.set(citation.message_id, [...(byMessage.get(citation.message_id) ?? []), citation]);
  }
  return messages
    .filter(({ role }) => role === "user")
    .map((question) => {
      const { number } = question;
      const answer = answers.get(number + 1);
      const turn = answer
        ? turnOf(question, answer, byMessage.get(answer.id) ?? [], now)
        : withheld(question);
      return { ...turn, number };
    });
}

function turnOf(
  question: StoredMessage,
  answer: StoredMessage,
  citations: StoredCitation[],
  now: number,
): Turn {
  const isOver = now - Date.parse(answer.created_at) > LONGEST_ANSWER_MS;
  return {
    ...newTurn(question.content, question.created_at),
    status: answer.status === "answering" && isOver ? "unfinished" : answer.status,
    text: answer.content,
    steps: answer.tool_steps as unknown as Step[],
    citations: answer.status === "done" ? citations.map(citationOf) : null,
    model: answer.status === "done" ? answer.model : undefined,
    context: answer.context as ContextSize | null,
    uncited: answer.uncited_sentences,
    unfoundFigures: answer.unfound_figures,
    errorCode: answer.error_code,
  };
}

function withheld({ content, created_at }: StoredMessage): Turn {
  return { ...newTurn(content, created_at), status: "withheld" };
}

function citationOf(stored: StoredCitation): AnswerCitation {
  const { number, kind, source_id, passage_id, row_table, row_id, project_id, title, quote } =
    stored;
  return {
    n: number,
    kind,
    id: (kind === "chunk" ? passage_id : row_id) ?? "",
    title,
    quote,
    project_id,
    ...(source_id && { source_id }),
    ...(row_table && { table: row_table as NonNullable<AnswerCitation["table"]> }),
  };
}
