import { z } from "zod";
import { defineContract } from "../contract.ts";
import { VersionOrNone } from "../normal-forms.ts";

const Settings = z.object({
  forbids_self_approval: z
    .boolean()
    .describe("Whether the proposer and the last editor of a card are kept from deciding it"),
  version: z.int().describe("0: nobody has set anything yet"),
});

export const settings = defineContract({
  slug: "settings",
  access: "user",
  get: {
    summary: "What the organization is set to (admin and lead)",
    response: z.object({ settings: Settings }),
  },
  post: {
    summary: "Changes what the organization is set to (admin)",
    body: z.strictObject({
      forbids_self_approval: z.boolean(),
      version: VersionOrNone.describe("Of the settings as the caller saw them"),
    }),
    response: z.object({ settings: Settings }),
  },
});
