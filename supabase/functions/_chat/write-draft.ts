/**
 * Writes drafts for clients: builds an evidence pack, writes a text from that pack alone and proposes it as a card.
 * Nothing is published here.
 */
import type { z } from "zod";
import { callFunction } from "../_db/call.ts";
import type { Db } from "../_db/client.ts";
import { Fence } from "../_domain/chat/fence.ts";
import { storableText } from "../_domain/chat/storable-text.ts";
import { composeSections, composeWeekly, formatDay } from "../_domain/drafts/compose.ts";
import { AuthoringProfile, EvidencePack, type updatesDraft } from "../_domain/drafts/contract.ts";
import {
  type DraftTask,
  draftEvidence,
  draftInstructions,
  sectionsOf,
} from "../_domain/drafts/instructions.ts";
import { renumber } from "../_domain/drafts/markers.ts";
import { visibleText } from "../_domain/visible-text.ts";
import { readEnv } from "../_env.ts";
import type { Json } from "../_schema/database.types.ts";
import { answerFailure } from "./answer-failure.ts";
import { lengthOf } from "./length.ts";
import { modelOf } from "./model.ts";
import { speak } from "./speak.ts";

interface DraftRequest {
  projectId: string;
  fromOn?: string | undefined;
  toOn?: string | undefined;
  title?: string | undefined;
  /** Absent for a weekly update. */
  profile?: { id: string } | { key: string };
}

type DraftAnswer = z.input<typeof updatesDraft.post.response>;

const weeklyHeadings = [
  { heading: "Headline", guidance: "One line, without markers." },
  { heading: "Update", guidance: "Finished work, changes, decisions and risks." },
  { heading: "Next steps", guidance: "Work that is due next." },
];

export async function writeDraft(
  db: Db,
  { projectId, fromOn, toOn, title, profile: profileRef }: DraftRequest,
  signal: AbortSignal,
): Promise<DraftAnswer> {
  const evidence = (await callFunction(db, "build_evidence_pack", {
    project_id: projectId,
    from_on: fromOn,
    to_on: toOn,
    ...(profileRef &&
      ("id" in profileRef ? { profile_id: profileRef.id } : { profile_key: profileRef.key })),
  })) as { pack: Json; profile: Json | null; project: DraftTask["project"] };
  const pack = EvidencePack.parse(evidence.pack);
  const profile = evidence.profile === null ? null : AuthoringProfile.parse(evidence.profile);
  const task: DraftTask = {
    project: evidence.project,
    pack,
    profile,
    headings: profile?.sections ?? weeklyHeadings,
  };
  const model = await modelOf("chat");
  const answer = model && (await askForDraft(model, task, signal));
  const draft = profile
    ? sectionedPayload(task, profile, answer, title)
    : weeklyPayload(pack, answer);
  const proposal = (await callFunction(db, "propose_draft", {
    pack_id: pack.id,
    kind: profile?.kind ?? "weekly_update",
    payload: draft.payload as Json,
    item_numbers: draft.itemNumbers,
    ...(model && { model: model.name }),
  })) as unknown as Omit<DraftAnswer, "pack">;
  return { ...proposal, pack };
}

async function askForDraft(
  model: NonNullable<Awaited<ReturnType<typeof modelOf>>>,
  task: DraftTask,
  signal: AbortSignal,
): Promise<string> {
  const fence = new Fence();
  const system = { role: "system", content: draftInstructions(task, fence) } as const;
  const evidence = draftEvidence(task, fence, readEnv().contextChars - lengthOf([system]));
  const output = { answer: "" };
  const messages = [system, { role: "user", content: evidence } as const];
  try {
    for await (const _ of speak(model, { messages }, output, signal));
  } catch (error) {
    throw answerFailure(error);
  }
  const answer = visibleText(storableText(output.answer)).text;
  if (answer.trim() === "") throw answerFailure(new Error("The model wrote nothing"));
  return answer;
}

function weeklyPayload(pack: EvidencePack, answer: string | null) {
  const draft = composeWeekly(pack);
  const sections = answer === null ? null : sectionsOf(answer);
  const { texts, itemNumbers } = renumber(
    sections
      ? [sections.get("update") || answer || "", sections.get("next steps") ?? ""]
      : [draft.body, draft.next_steps],
    pack.items,
  );
  const [body = "", nextSteps = ""] = texts;
  const headline = withoutMarkers(sections?.get("headline") ?? "") || draft.headline;
  const payload = {
    week_of: pack.from_on,
    headline: headline.slice(0, 200),
    body: body.slice(0, 8_000),
    ...(nextSteps && { next_steps: nextSteps.slice(0, 8_000) }),
  };
  return { payload, itemNumbers };
}

function sectionedPayload(
  { pack, project }: DraftTask,
  profile: AuthoringProfile,
  answer: string | null,
  title: string | undefined,
) {
  const answerSections = answer === null ? null : sectionsOf(answer);
  const sections = answerSections
    ? profile.sections.map(({ heading }) => ({
        heading,
        body: answerSections.get(heading.toLowerCase()) ?? "",
      }))
    : composeSections(pack, profile.sections);
  const { texts, itemNumbers } = renumber(
    sections.map(({ body }) => body),
    pack.items,
  );
  const fallback = `${profile.name} of ${project.name}, ${formatDay(pack.to_on)}`;
  const payload = {
    title: (title ?? fallback).slice(0, 200),
    sections: sections.map(({ heading }, index) => ({ heading, body: texts[index] ?? "" })),
  };
  return { payload, itemNumbers };
}

const withoutMarkers = (text: string) =>
  text
    .replace(/\s*\[\d{1,3}(?:\s*[,\u2013-]\s*\d{1,3})*\]/g, "")
    .replace(/\s+/g, " ")
    .trim();
