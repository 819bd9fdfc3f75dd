import { z } from "zod";
import { sourceKinds } from "../approvals/words.ts";
import { defineContract, Id } from "../contract.ts";
import { Day, Line } from "../normal-forms.ts";

const Instant = z.string().describe("Instant with offset, ISO 8601");

export const search = defineContract({
  slug: "search",
  access: "user",
  post: {
    summary: "The best passages for a question, among those that the caller may see",
    body: z.strictObject({
      query: Line(500),
      project_id: Id.optional(),
      source_kinds: z.array(z.enum(sourceKinds)).min(1).max(4).optional(),
      source_id: Id.optional().describe("Within one document, meeting, email or note"),
      occurred_from: Day.optional(),
      occurred_to: Day.optional(),
      limit: z.int().min(1).max(50).default(10),
    }),
    response: z.object({
      results: z.array(
        z.object({
          chunk_id: Id,
          source_id: Id,
          source_kind: z.enum(sourceKinds),
          document_id: Id.optional(),
          project_id: Id,
          title: z.string(),
          snippet: z.string().describe("Plain text"),
          highlights: z
            .array(z.tuple([z.int(), z.int()]))
            .describe("Matches in the snippet: start and end, in UTF-16 units"),
          location: z
            .record(z.string(), z.json())
            .describe("{ page }, { slide }, { sheet }, { heading }, { speaker, at }"),
          occurred_at: Instant.nullable(),
          rank: z.int().min(1),
        }),
      ),
      mode: z.enum(["hybrid", "lexical"]),
      partial: z.boolean().describe("More passages match than were ranked: add a filter"),
    }),
  },
});
