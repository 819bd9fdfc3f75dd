import { z } from "zod";
import type { Enums } from "../../_schema/database.types.ts";
import { defineContract, Id } from "../contract.ts";
import { Line } from "../normal-forms.ts";

export const foundKinds = [
  "project",
  "client",
  "account",
  "person",
  "task",
  "card",
  "document",
] as const satisfies Enums<"found_kind">[];
export type FoundKind = (typeof foundKinds)[number];

const Kinds = z
  .string()
  .max(100)
  .transform((text) => text.split(","))
  .pipe(z.array(z.enum(foundKinds)).min(1).max(foundKinds.length))
  .describe("One kind, or several with commas between them; if absent, all");

export const find = defineContract({
  slug: "find",
  access: "user",
  get: {
    summary: "Rows by their names, among those that the caller may see",
    query: z.strictObject({
      q: Line(200).describe("Words of the name; a name with a typo is found too"),
      kinds: Kinds.optional(),
      limit: z.coerce.number().int().min(1).max(20).default(5).describe("Rows of each kind"),
    }),
    response: z.object({
      groups: z
        .array(
          z.object({
            kind: z.enum(foundKinds),
            is_similar: z.boolean().describe("No name matches; these resemble the query"),
            has_more: z.boolean(),
            rows: z.array(
              z.object({
                id: Id,
                title: z.string(),
                context: z
                  .string()
                  .nullable()
                  .describe("Its project, client or account; the address of a person"),
                status: z.string().nullable().describe("The role of a person"),
                is_restricted: z.boolean(),
              }),
            ),
          }),
        )
        .describe("Kinds with a match, the best first"),
    }),
  },
});
export type Find = z.infer<typeof find.get.response>;
