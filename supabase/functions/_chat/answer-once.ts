import type { z } from "zod";
import { beginChat, settleCitations } from "../_db/chat.ts";
import type { Db } from "../_db/client.ts";
import type { chat } from "../_domain/chat/contract.ts";
import { examine } from "../_domain/chat/examine.ts";
import { extractiveAnswer } from "../_domain/chat/extractive.ts";
import { Fence } from "../_domain/chat/fence.ts";
import { instructionsOf } from "../_domain/chat/instructions.ts";
import { countUncited, withoutMarkers } from "../_domain/chat/markers.ts";
import { References } from "../_domain/chat/references.ts";
import { storableText } from "../_domain/chat/storable-text.ts";
import { englishFormat, isoFormat } from "../_domain/words/format.ts";
import { readEnv } from "../_env.ts";
import type { ChatModel, ModelMessage } from "../_integrations/models/port.ts";
import { answerFailure } from "./answer-failure.ts";
import { answerFromTables } from "./answer-from-tables.ts";
import { gatherContext, type Question } from "./gather.ts";
import { lengthOf } from "./length.ts";
import { modelOf } from "./model.ts";
import { speak } from "./speak.ts";

/** Answers one question: reads the context, calls the model once and verifies the citations. Writes nothing. */
export async function answerOnce(
  db: Db,
  request: Question,
  signal: AbortSignal,
): Promise<z.input<typeof chat.post.response>> {
  const asker = await beginChat(db, request.as);
  const as = asker.as?.id;
  const model = await modelOf("chat");
  const fence = new Fence();
  // Pasted text may contain invisible characters.
  const question = fence.plain(request.question);
  const references = new References();
  const { contextChars: maxChars } = readEnv();
  const instructions = instructionsOf(fence, asker.prompt, { hasTools: false, maxChars });
  const context = await gatherContext(
    db,
    { ...request, question, as },
    Math.max(maxChars - (model ? lengthOf(messagesOf(instructions, "", "")) : 0), 0),
    fence,
    references,
    model ? isoFormat : englishFormat,
  );
  const { answer, citations, dropped, sentences, unfoundFigures } = model
    ? await askModel(model, instructions, context.text, question, references, signal)
    : extractiveAnswer(
        question,
        references,
        await answerFromTables(db, { question, as, today: context.today }, references, fence),
      );
  const settlement = await settleCitations(db, citations, as);
  const confirmedNumbers = new Set(settlement.citations.map(({ n }) => n));
  return {
    answer: withoutMarkers(answer, confirmedNumbers),
    citations: settlement.citations,
    dropped_citations: dropped + settlement.dropped,
    uncited_sentences: countUncited(sentences, confirmedNumbers),
    unfound_figures: unfoundFigures,
    model: model?.name ?? null,
    viewer_id: asker.viewer.id,
    context: {
      projects: context.projects,
      passages: context.passages,
      chars: model ? lengthOf(messagesOf(instructions, context.text, "")) : context.text.length,
      truncated: context.truncated,
    },
  };
}

export function messagesOf(
  instructions: string,
  context: string,
  question: string,
): ModelMessage[] {
  return [
    { role: "system", content: instructions },
    { role: "user", content: context },
    { role: "user", content: question },
  ];
}

/** One call to the model, and the claims of its answer. */
export async function askModel(
  model: ChatModel,
  instructions: string,
  context: string,
  question: string,
  references: References,
  signal: AbortSignal,
) {
  const messages = messagesOf(instructions, context, question);
  const output = { answer: "" };
  try {
    for await (const _ of speak(model, { messages }, output, signal));
  } catch (error) {
    throw answerFailure(error);
  }
  const answer = storableText(output.answer);
  if (answer.trim() === "") throw answerFailure(new Error("The model returned no text"));
  const inputs = [instructions, context, question];
  return { answer, ...examine(answer, references, { questions: [question], inputs }) };
}
