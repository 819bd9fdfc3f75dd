import { z } from "zod";
import { defineContract, Id } from "../contract.ts";

/** A transcript that was added. If it names no project, it stays unassigned and cannot be searched. */
export const DemoSession = z.object({
  session_id: Id,
  recording_id: z.string().nullable(),
  title: z.string(),
  project: z.object({ id: Id, name: z.string() }).nullable(),
  status: z.enum(["indexed", "unassigned", "without_text"]),
  passages: z.int(),
  received_at: z.iso.datetime(),
});
export type DemoSession = z.output<typeof DemoSession>;

const Title = z.string().trim().min(1).max(200);
const Transcript = z.string().trim().min(1).max(200_000);

export const board = defineContract({
  slug: "board",
  access: "demo",
  get: {
    summary: "The board of the demo dataset, as a page",
    query: z.strictObject({
      token: z.string().max(500).optional().describe("The demo token, for a browser"),
    }),
    isFile: true,
    response: z.string().describe("HTML"),
  },
});

export const ingest = defineContract({
  slug: "ingest",
  access: "demo",
  post: {
    summary: "Adds a transcript to the demo dataset, until the service stops",
    body: z.strictObject({ title: Title, transcript: Transcript, project_id: Id.optional() }),
    response: z.object({ session: DemoSession }),
  },
});

export const status = defineContract({
  slug: "status",
  access: "demo",
  get: {
    summary: "The transcripts received since the service started, the latest first",
    query: z.strictObject({ session_id: Id.optional() }),
    response: z.object({ mode: z.literal("demo"), sessions: z.array(DemoSession) }),
  },
});

export const meetingWebhook = defineContract({
  slug: "meeting-webhook",
  access: "demo",
  post: {
    summary: "A meeting recorder announces a recording; the same recording twice is one session",
    body: z.strictObject({
      recording_id: z.string().trim().min(1).max(200),
      title: Title.optional(),
      transcript: Transcript.optional().describe("The bundled one when absent"),
      project_id: Id.optional(),
    }),
    response: z.object({ session: DemoSession }),
  },
});
