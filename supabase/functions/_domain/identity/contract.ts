import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { Timer } from "../work/time-contract.ts";

export const PersonRole = z.enum(["admin", "lead", "member", "client"]);
export type PersonRole = z.infer<typeof PersonRole>;

/** The verified caller. */
export const Viewer = z.object({
  id: Id,
  user_id: Id,
  email: z.string().nullable(),
  name: z.string(),
  role: PersonRole,
  is_prompt_owner: z.boolean(),
  picture_hash: z.string().nullable().describe("Changes with the picture; null without one"),
  organization: z.object({ id: Id, name: z.string(), currency: z.string() }),
});
export type Viewer = z.infer<typeof Viewer>;

export const Whoami = z.object({
  viewer: Viewer,
  project_ids: z.array(Id),
  unread_account_notices: z
    .int()
    .describe("Changes that others made to the caller's sign-in and that the caller has not read"),
  timer: Timer.nullable().describe("The caller's running timer"),
});
export type Whoami = z.infer<typeof Whoami>;

export const whoami = defineContract({
  slug: "whoami",
  access: "user",
  get: {
    summary: "The caller, and the projects whose rows they may see",
    response: Whoami,
  },
});
