import { z } from "zod";
import { defineContract, Id, PersonToReadAs } from "../contract.ts";
import { Paragraphs } from "../normal-forms.ts";
import { citedTables } from "./references.ts";

const Question = Paragraphs(8_000);
const As = PersonToReadAs.optional().describe(
  "Person to ask as: admin and lead only, ignored for everyone else",
);

export const Citation = z.object({
  n: z.int().min(1).describe("The number in the answer: [n]"),
  kind: z.enum(["chunk", "row"]),
  id: Id,
  table: z.enum(citedTables).optional(),
  source_id: Id.optional(),
  title: z.string(),
  project_id: Id.nullable(),
  quote: z.string().describe("Verbatim in the passage; for a row, the value that was read"),
  location: z.record(z.string(), z.json()).optional(),
});

const Uncited = z
  .int()
  .describe(
    "Sentences with a fact but without a valid citation: verify them before relying on them",
  );

const UnfoundFigures = z
  .array(z.string())
  .describe(
    "Figures of the answer, at most 20, that are in no source that was looked up: the model calculated, rounded or invented them",
  );

export const ContextSize = z.object({
  projects: z.int().describe("In the effective scope of the viewer"),
  passages: z.int().describe("Passages of documents, meetings, emails and notes"),
  chars: z.int().describe("Length of everything that the model received besides the question"),
  truncated: z.boolean().describe("Whether something in scope was left out for length"),
});

export const chat = defineContract({
  slug: "chat",
  access: "user",
  post: {
    summary: "Answers one question from what the caller may see, with citations; writes nothing",
    body: z.strictObject({ question: Question, as: As }),
    response: z.object({
      answer: z.string().describe("Markdown with numbers of citations, [n]"),
      citations: z.array(Citation),
      dropped_citations: z.int().describe("Citations whose quote is not in their source"),
      uncited_sentences: Uncited,
      unfound_figures: UnfoundFigures,
      model: z
        .string()
        .nullable()
        .describe("Null when no model is configured: the answer is evidence alone"),
      viewer_id: Id,
      context: ContextSize,
    }),
  },
});

/** The events of a stream, one JSON object each; exactly one `done` or `error`, at the end. */
export const ChatEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("delta"), text: z.string() }),
  z.object({
    type: z.literal("tool"),
    name: z.string(),
    status: z.enum(["running", "done", "failed"]),
    summary: z.string(),
    approval_id: Id.optional().describe("The card that the step proposed"),
  }),
  z.object({
    type: z.literal("done"),
    session_id: Id,
    message_id: Id,
    citations: z
      .array(Citation)
      .describe("Valid citations; any other number in the text is invalid"),
    dropped_citations: z.int(),
    uncited_sentences: Uncited,
    unfound_figures: UnfoundFigures,
    model: z.string().nullable(),
    context: ContextSize,
    usage: z.object({ input_tokens: z.int(), output_tokens: z.int() }).nullable(),
  }),
  z.object({ type: z.literal("error"), code: z.string(), message: z.string() }),
]);
export type ChatEvent = z.output<typeof ChatEvent>;

export const chatStream = defineContract({
  slug: "chat-stream",
  access: "user",
  post: {
    summary:
      "Answers with memory and tools, as Server-Sent Events; its proposals wait for a person",
    body: z.strictObject({
      question: Question,
      session_id: Id,
      as: As,
      project_id: Id.optional().describe(
        "Ask about this project alone: all its members can read the proposals",
      ),
    }),
    response: ChatEvent,
    isStream: true,
  },
});

export const research = defineContract({
  slug: "research",
  access: "user",
  post: {
    summary: "Answers from the public web, with addresses; has no access to the caller's projects",
    body: z.strictObject({ question: Paragraphs(2_000) }),
    response: z.object({
      answer: z.string().describe("Markdown without links, with numbers of citations, [n]"),
      citations: z.array(
        z.object({
          n: z.int().min(1).describe("The number in the answer: [n]"),
          url: z.url({ protocol: /^https?$/ }),
          title: z.string(),
        }),
      ),
      model: z.string(),
    }),
  },
});
