import { z } from "zod";
import { defineContract } from "../contract.ts";
import { VersionOrNone } from "../normal-forms.ts";

const Settings = z.object({
  forbids_self_approval: z
    .boolean()
    .describe("Whether the proposer and the last editor of a card are barred from deciding it"),
  version: z.int().describe("0 before the first change"),
});

export const settings = defineContract({
  slug: "settings",
  access: "user",
  get: {
    summary: "The organization's settings (admin and lead)",
    response: z.object({ settings: Settings }),
  },
  post: {
    summary: "Changes the organization's settings (admin)",
    body: z.strictObject({
      forbids_self_approval: z.boolean(),
      version: VersionOrNone.describe("Version of the settings that the caller saw"),
    }),
    response: z.object({ settings: Settings }),
  },
});
