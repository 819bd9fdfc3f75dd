/**
 * Streams one turn of a conversation as events, in three steps: prepare the context, answer, store the result. The
 * turn itself begins in the database before the first event.
 */

import { callFunction } from "../_db/call.ts";
import { finishChatTurn, type Turn } from "../_db/chat.ts";
import type { Db } from "../_db/client.ts";
import type { ChatEvent } from "../_domain/chat/contract.ts";
import { type Examination, examine } from "../_domain/chat/examine.ts";
import { extractiveAnswer } from "../_domain/chat/extractive.ts";
import { References } from "../_domain/chat/references.ts";
import { storableText } from "../_domain/chat/storable-text.ts";
import { afterAnswer } from "../_http/after-answer.ts";
import type { ChatModel, ModelMessage, Usage } from "../_integrations/models/port.ts";
import type { Json } from "../_schema/database.types.ts";
import { answerFailure } from "./answer-failure.ts";
import { answerFromTables } from "./answer-from-tables.ts";
import type { Question } from "./gather.ts";
import { type PreparedTurn, prepareTurn } from "./prepare-turn.ts";
import { MAX_ANSWER_CHARS } from "./speak.ts";
import { speakWithTools, type VisibleTurn } from "./speak-with-tools.ts";
import { summarize } from "./summarize.ts";

type TurnRequest = Question & { sessionId: string };

interface TurnAnswer {
  examination: Examination;
  usage: Usage | null;
}

export async function* streamTurn(
  db: Db,
  turn: Turn,
  request: TurnRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  // The text so far, which is stored even if the turn fails.
  const visibleTurn: VisibleTurn = { answer: "", steps: [] };
  const references = new References();
  try {
    const preparation = await prepareTurn(db, turn, request, references);
    const { model, memoryChars } = preparation;
    const answer = model
      ? yield* answerByModel(db, turn, request, { ...preparation, model }, visibleTurn, signal)
      : yield* answerByEvidence(db, request, preparation, visibleTurn);
    yield await settle(db, turn, request, preparation, answer, visibleTurn);
    if (model) afterAnswer(summarize(db, turn, memoryChars), `${request.requestId} summary:`);
  } catch (error) {
    yield* fail(db, turn, request, { visibleTurn, references, error, signal });
  }
}

async function* answerByModel(
  db: Db,
  turn: Turn,
  { requestId }: TurnRequest,
  preparation: PreparedTurn & { model: ChatModel },
  visibleTurn: VisibleTurn,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, TurnAnswer> {
  const { model, as, question, instructions, tools, memory, context, budget } = preparation;
  const { fence, references } = preparation;
  const messages: ModelMessage[] = [
    { role: "system", content: instructions },
    ...memory,
    { role: "user", content: context.text },
    { role: "user", content: question },
  ];
  const usage = yield* speakWithTools(
    model,
    messages,
    tools,
    {
      db,
      as,
      organizationId: turn.organization_id,
      isLead: turn.is_lead,
      chatSessionId: turn.chat_session_id,
      messageId: turn.message_id,
      requestId,
      references,
      fence,
    },
    budget,
    visibleTurn,
    signal,
  );
  visibleTurn.answer = storableText(visibleTurn.answer);
  if (visibleTurn.answer.trim() === "")
    throw answerFailure(new Error("The model returned no text"));
  const earlierQuestions = turn.memory.messages.filter(({ role }) => role === "user");
  const questions = [question, ...earlierQuestions.map(({ content }) => content)];
  // The model's own earlier words are not evidence, even if it repeats them.
  const lookedUp = messages.flatMap(({ role, content }) => (role === "tool" ? content : []));
  const inputs = [instructions, context.text, ...questions, ...lookedUp];
  return { examination: examine(visibleTurn.answer, references, { questions, inputs }), usage };
}

async function* answerByEvidence(
  db: Db,
  { projectId }: TurnRequest,
  { question, as, context, references, fence }: PreparedTurn,
  visibleTurn: VisibleTurn,
): AsyncGenerator<ChatEvent, TurnAnswer> {
  const tables = await answerFromTables(
    db,
    { question, as, projectId, today: context.today },
    references,
    fence,
  );
  const evidence = extractiveAnswer(question, references, tables);
  visibleTurn.answer = evidence.answer;
  yield { type: "delta", text: evidence.answer };
  return { examination: evidence, usage: null };
}

/** Stores the answer; the event reports which citations the database confirmed. */
async function settle(
  db: Db,
  turn: Turn,
  { sessionId }: TurnRequest,
  { model, context, references, budget }: PreparedTurn,
  { examination, usage }: TurnAnswer,
  visibleTurn: VisibleTurn,
): Promise<ChatEvent> {
  const size = {
    projects: context.projects,
    passages: context.passages,
    chars: budget.spent,
    truncated: context.truncated,
  };
  const result = await finishChatTurn(db, {
    message_id: turn.message_id,
    content: visibleTurn.answer,
    model: model?.name ?? null,
    citations: examination.citations,
    dropped_citations: examination.dropped,
    sentences: examination.sentences,
    unfound_figures: examination.unfoundFigures,
    tool_steps: visibleTurn.steps as unknown as Json,
    context: size,
    usage: usage as unknown as Json,
    source_ids: references.sourceIds(),
  });
  return {
    type: "done",
    session_id: sessionId,
    message_id: turn.message_id,
    citations: result.citations,
    dropped_citations: result.dropped,
    uncited_sentences: result.uncited,
    unfound_figures: examination.unfoundFigures,
    model: model?.name ?? null,
    context: size,
    usage,
  };
}

/** Stores the text so far and, unless the reader has left, reports why the turn ended. */
async function* fail(
  db: Db,
  turn: Turn,
  { requestId }: TurnRequest,
  {
    visibleTurn,
    references,
    error,
    signal,
  }: {
    visibleTurn: VisibleTurn;
    references: References;
    error: unknown;
    signal: AbortSignal;
  },
): AsyncGenerator<ChatEvent> {
  const refusal = answerFailure(error);
  // If the turn cannot be ended here, the next turn of the conversation ends it.
  await callFunction(db, "fail_chat_turn", {
    message_id: turn.message_id,
    content: storableText(visibleTurn.answer).slice(0, MAX_ANSWER_CHARS),
    tool_steps: visibleTurn.steps as unknown as Json,
    source_ids: references.sourceIds(),
    ...(signal.aborted ? {} : { error_code: refusal.code }),
  }).catch((failure) => console.error(`${requestId} the turn cannot be ended:`, failure));
  if (signal.aborted) return;
  console.error(`${requestId} chat-stream:`, error);
  yield { type: "error", code: refusal.code, message: refusal.message };
}
