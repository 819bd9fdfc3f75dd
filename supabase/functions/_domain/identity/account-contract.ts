import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { Day, Line, Version } from "../normal-forms.ts";

/** Base64 of 1 MB. */
const MAX_PICTURE_CHARS = 1_398_104;
const MAX_BODY_BYTES = 1_400_000;

export const Account = z.object({
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  version: z.int(),
  picture_hash: z.string().nullable(),
  has_second_factor: z.boolean(),
  requires_second_factor: z
    .boolean()
    .describe("Whether the organization requires a second factor for decisions of this person"),
  delegation: z
    .object({
      delegate: z.object({ id: Id, name: z.string() }),
      first_on: z.string(),
      last_on: z.string(),
    })
    .nullable()
    .describe(
      "The colleague who is shown the caller's assigned cards during an absence that is not over",
    ),
  notices: z
    .array(
      z.object({
        id: Id,
        at: z.string().describe("Instant with offset, ISO 8601"),
        kind: z.enum(["password_link_created", "password_link_used", "second_factor_removed"]),
        by_name: z.string().nullable().describe("The admin; null for the operator or a link"),
        is_read: z.boolean(),
      }),
    )
    .describe("Changes that others made to the sign-in in the last 90 days, the latest first"),
});

export const account = defineContract({
  slug: "account",
  access: "user",
  get: { summary: "The caller's own account", response: z.object({ account: Account }) },
  post: {
    summary: "Changes the caller's name, picture or absence, or marks notices as read",
    maxBodyBytes: MAX_BODY_BYTES,
    body: z.discriminatedUnion(
      "action",
      [
        z.strictObject({ action: z.literal("rename"), name: Line(200), version: Version }),
        z.strictObject({
          action: z.literal("set_picture"),
          content: z
            .string()
            .max(MAX_PICTURE_CHARS, "A picture can be at most 1 MB. Choose a smaller one")
            .nullable()
            .describe("Base64 of a PNG, JPEG or WebP image; null removes the picture"),
        }),
        z.strictObject({
          action: z.literal("delegate"),
          delegate_id: Id.describe("An admin or lead. They decide by their own rights"),
          first_on: Day,
          last_on: Day,
        }),
        z.strictObject({ action: z.literal("end_delegation") }),
        z.strictObject({
          action: z.literal("read_notices"),
          until: z.iso.datetime({
            offset: true,
            error: "Enter the date and time with a UTC offset",
          }),
        }),
      ],
      "Specify the action",
    ),
    response: z.object({ account: Account }),
  },
});

export const password = defineContract({
  slug: "password",
  access: "public",
  post: {
    summary: "Sets the password that the holder of a password link chose; each link works once",
    body: z.strictObject({
      token: z.string().trim().min(1).max(200),
      password: z.string().min(1).max(200),
    }),
    response: z.object({ email: z.string().describe("The address to sign in with") }),
  },
});
