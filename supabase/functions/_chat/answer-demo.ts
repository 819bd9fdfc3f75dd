/** Answers a question in demo mode, from the bundled dataset instead of the database. */
import type { z } from "zod";
import { buildContext, type Passage, type Spine } from "../_domain/chat/context.ts";
import type { Citation, chat } from "../_domain/chat/contract.ts";
import { extractiveAnswer } from "../_domain/chat/extractive.ts";
import { Fence } from "../_domain/chat/fence.ts";
import { instructionsOf } from "../_domain/chat/instructions.ts";
import { type ClaimedCitation, countUncited, withoutMarkers } from "../_domain/chat/markers.ts";
import { References } from "../_domain/chat/references.ts";
import { sharedWords, wordsOf } from "../_domain/chat/sentences.ts";
import { demoDataset } from "../_domain/demo/dataset.ts";
import { englishFormat, isoFormat } from "../_domain/words/format.ts";
import { readEnv } from "../_env.ts";
import { askModel, messagesOf } from "./answer-once.ts";
import { lengthOf } from "./length.ts";
import { modelOf } from "./model.ts";

/** `addedPassages` are those of transcripts that were added since the demo started. */
export async function answerDemo(
  rawQuestion: string,
  addedPassages: Passage[],
  signal: AbortSignal,
): Promise<z.input<typeof chat.post.response>> {
  const { spine, passages: demoPassages } = demoDataset(new Date());
  const passages = [...addedPassages, ...demoPassages];
  const model = await modelOf("chat");
  const fence = new Fence();
  const question = fence.plain(rawQuestion);
  const references = new References();
  const { contextChars: maxChars } = readEnv();
  const instructions = model ? instructionsOf(fence, null, { hasTools: false, maxChars }) : "";
  const context = buildContext(
    {
      spine,
      passages: bestOf(passages, question),
      question,
      format: model ? isoFormat : englishFormat,
    },
    Math.max(maxChars - (model ? lengthOf(messagesOf(instructions, "", "")) : 0), 0),
    fence,
    references,
  );
  const { answer, citations, dropped, sentences, unfoundFigures } = model
    ? await askModel(model, instructions, context.text, question, references, signal)
    : extractiveAnswer(question, references);
  // Everyone with the token may see the whole dataset, so every passage in it can be cited.
  const confirmedCitations = citations
    .map((claim) => settledIn(references, { spine, passages }, claim))
    .filter((citation) => citation !== null);
  const confirmedNumbers = new Set(confirmedCitations.map(({ n }) => n));
  return {
    answer: withoutMarkers(answer, confirmedNumbers),
    citations: confirmedCitations,
    dropped_citations: dropped,
    uncited_sentences: countUncited(sentences, confirmedNumbers),
    unfound_figures: unfoundFigures,
    model: model?.name ?? null,
    viewer_id: spine.viewer.id,
    context: {
      projects: context.projects,
      passages: context.passages,
      chars: model ? lengthOf(messagesOf(instructions, context.text, "")) : context.text.length,
      truncated: context.truncated,
    },
  };
}

/** Passages that share words with the question, best first. */
function bestOf(passages: Passage[], question: string): Passage[] {
  const words = wordsOf(question);
  return passages
    .map((passage) => ({
      passage,
      score: sharedWords(wordsOf(`${passage.title} ${passage.content}`), words),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ passage }) => passage);
}

type SettledCitation = z.input<typeof Citation>;

function settledIn(
  references: References,
  { spine, passages }: { spine: Spine; passages: Passage[] },
  { n, id, quote }: ClaimedCitation,
): SettledCitation | null {
  const reference = references.get(n);
  if (!reference) return null;
  if (reference.kind === "row") {
    const { table, title } = reference;
    const project = spine.projects.find((candidate) =>
      [candidate, ...candidate.open_tasks, ...candidate.status_updates].some(
        (row) => row.id === id,
      ),
    );
    return { n, kind: "row", id, table, title, project_id: project?.id ?? null, quote };
  }
  const passage = passages.find(({ passageId }) => passageId === id);
  return {
    n,
    kind: "chunk",
    id,
    source_id: reference.sourceId,
    title: reference.title,
    project_id: passage?.projectId ?? null,
    quote,
    location: (passage?.location ?? {}) as Record<string, string | number>,
  };
}
