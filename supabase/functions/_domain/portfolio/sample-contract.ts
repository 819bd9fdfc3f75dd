import { z } from "zod";
import { defineContract, Id } from "../contract.ts";

export const SampleData = z.object({
  rows: z.int().describe("How many rows of the organization are sample data"),
  has_own_projects: z.boolean().describe("Whether there are projects besides those of sample data"),
  is_empty: z
    .boolean()
    .describe("Whether there are no clients and projects; sample data can be added only then"),
});
export type SampleData = z.infer<typeof SampleData>;

const FirstSteps = z.object({
  is_named: z.boolean().describe("An admin has saved the settings of the organization"),
  has_colleague: z.boolean().describe("A second person has signed in or is invited"),
  has_document: z.boolean(),
  has_integration: z.boolean(),
});
const SampleDataAndSteps = SampleData.extend({
  steps: FirstSteps.describe("Which first steps of an organization are done"),
});
export type SampleDataAndSteps = z.infer<typeof SampleDataAndSteps>;

const RemainingRow = z.object({
  entity: z.enum(["client", "account", "person", "project", "task", "time_entry", "status_update"]),
  id: Id,
  result: z
    .enum(["archived", "retained"])
    .describe("Archived if a person changed or used it, retained if live work belongs to it"),
  label: z.string().nullable(),
});

export const sampleData = defineContract({
  slug: "sample-data",
  access: "user",
  get: {
    summary: "Whether the organization has sample data, and its first steps (admin and lead)",
    response: SampleDataAndSteps,
  },
  post: {
    summary: "Adds sample data to an empty organization, or removes it (admin)",
    body: z.strictObject({ action: z.enum(["add", "remove"]) }),
    response: z.discriminatedUnion("action", [
      z.object({ action: z.literal("add"), sample_data: SampleData }),
      z.object({
        action: z.literal("remove"),
        deleted: z.int(),
        remaining: z.array(RemainingRow).describe("Rows that are not deleted"),
      }),
    ]),
  },
});
