import { z } from "zod";
import { defineContract, Id } from "../contract.ts";

const Instant = z.string().describe("Instant with offset, ISO 8601");
const PersonName = z.object({ id: Id, name: z.string() });
const MAX_CHARACTERS = 100_000;

/** Stored byte for byte: it is neither trimmed nor normalized. */
const Base = z
  .string()
  .refine((text) => /\S/.test(text), "Write a prompt")
  .refine((text) => characters(text) <= MAX_CHARACTERS, "Shorten the prompt to 100,000 characters")
  .refine(
    (text) => !/\p{Cs}/u.test(text) && !text.includes("\0"),
    "Remove characters that text cannot contain",
  );

/** As the database counts them: an emoji of two UTF-16 units is one. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

const Expected = Id.optional().describe(
  "The live version that the caller saw; if another one is live, 409 version_conflict",
);

export const PromptOrigin = z.enum(["set", "staged", "rollback", "learned_rule", "base_update"]);

export const PromptVersion = z.object({
  version_row_id: Id,
  number: z.int(),
  base: z.string(),
  rules: z.array(z.string()).describe("Learned rules, each one approved, in their order"),
  origin: PromptOrigin,
  note: z.string().nullable().describe("The reason, if a card gave one"),
  restores: z
    .object({ version_row_id: Id, number: z.int() })
    .nullable()
    .describe("The version that a rollback repeats byte for byte"),
  approval_id: Id.nullable(),
  created_by: PersonName,
  created_at: Instant,
  is_live: z.boolean(),
  is_staged: z.boolean(),
});
export type PromptVersion = z.output<typeof PromptVersion>;

export const PromptAction = z.discriminatedUnion(
  "action",
  [
    z.strictObject({ action: z.literal("get_prompt") }),
    z.strictObject({
      action: z.literal("stage_prompt"),
      base: Base,
      expected_version_row_id: Expected,
    }),
    z.strictObject({
      action: z.literal("set_base_prompt"),
      base: Base,
      expected_version_row_id: Expected,
    }),
    z.strictObject({
      action: z.literal("prompt_versions"),
      before: z
        .int()
        .min(1)
        .max(2_147_483_647)
        .optional()
        .describe("next_before of the previous page"),
      limit: z.int().min(1).max(50).optional().describe("20 when absent"),
    }),
    z.strictObject({
      action: z.literal("rollback_prompt"),
      version_row_id: Id,
      expected_version_row_id: Expected,
    }),
  ],
  "Specify the action",
);
export type PromptAction = z.output<typeof PromptAction>;

const Prompt = {
  live: PromptVersion.nullable().describe("null before the first prompt"),
  staged: PromptVersion.nullable().describe(
    "Waiting for a prompt owner; changes nothing until then",
  ),
  text: z
    .string()
    .nullable()
    .describe("The assistant's instructions: the live base, then its rules"),
  is_prompt_owner: z.boolean().describe("Whether the caller may change what is live"),
};
const state = <const Name extends string>(action: Name) =>
  z.object({ action: z.literal(action), ...Prompt });

export const servicePrompt = defineContract({
  slug: "service-prompt",
  access: "user",
  post: {
    summary:
      "Reads and stages the prompt (admin and lead); sets it and rolls it back (prompt owner)",
    body: PromptAction,
    // The longest prompt, each character in its longest JSON escape.
    maxBodyBytes: 1_300_000,
    response: z.discriminatedUnion("action", [
      state("get_prompt"),
      state("stage_prompt"),
      state("set_base_prompt"),
      state("rollback_prompt"),
      z.object({
        action: z.literal("prompt_versions"),
        versions: z.array(PromptVersion).describe("Newest first"),
        next_before: z.int().nullable().describe("null at the end"),
      }),
    ]),
  },
});
