import { z } from "zod";
import { defineContract, Id } from "../contract.ts";

const Day = z.string().describe("Calendar day, YYYY-MM-DD");
const Pair = z.tuple([z.number(), z.number()]);
const Step = z.enum(["client_and_service", "service", "category", "all"]);

const question = {
  query: z.string().trim().min(1).max(1000).describe("The work, like the title of a task"),
  project_id: Id.optional(),
  category: z.string().trim().min(1).max(200).optional(),
  client_id: Id.optional(),
  service: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe("Service line; defaults to the project's"),
};
const expectedHours = z.number().positive().max(1_000_000);

export const Outcome = z
  .object({
    query: z.string(),
    no_data: z
      .boolean()
      .describe("Fewer than nine finished tasks with hours are visible, so there is no number"),
    typical_hours: z.number().nullable(),
    range_hours: Pair.nullable().describe(
      "80% of similar work took a number of hours in this range",
    ),
    duration_weeks: Pair.nullable(),
    category: z.string().nullable(),
    budget_variance_hours: z
      .object({ average: z.number(), range: Pair })
      .nullable()
      .describe("Actual minus estimated hours of the comparables; null for fewer than nine"),
    financials: z
      .object({
        cases: z.int(),
        average_margin_percent: z.number().nullable(),
        average_revenue: z.number(),
        average_cost: z.number(),
      })
      .nullable()
      .describe("For admins and leads: from the comparables whose hours all have a rate"),
    confidence: z.enum(["low", "medium", "high"]).nullable(),
    comparables: z
      .array(
        z.object({
          task_id: Id,
          title: z.string(),
          project_id: Id,
          project_name: z.string(),
          client_id: Id.nullable(),
          client_name: z.string().nullable(),
          category: z.string().nullable(),
          hours: z.number(),
          estimate_hours: z.number().nullable(),
          scaled_hours: z
            .number()
            .describe("Its hours, scaled to the size of the work in question"),
          completed_on: Day,
          weight: z.number().describe("1 is the most similar"),
          class: Step,
        }),
      )
      .describe("At most 100, the most similar first"),
    scope_signals: z
      .object({
        completed_after_hours: z
          .array(z.object({ task_id: Id, title: z.string(), project_id: Id, hours: z.number() }))
          .describe("Comparables with hours booked after their completion"),
        recent_burn_hours: z.number().describe("Hours of the last four weeks on the projects"),
      })
      .nullable(),
    assumptions: z.array(z.string()),
    service: z.string().nullable(),
    project_id: Id.nullable(),
    client_id: Id.nullable(),
    expected_hours: z.number().nullable(),
    model_version: z.string(),
    as_of: Day,
    finished_cases: z.int(),
    comparable_count: z.int(),
    effective_cases: z
      .number()
      .nullable()
      .describe("The number of equally weighted cases that would contain as much information"),
    steps: z
      .array(z.object({ step: Step, n: z.int().nullable(), is_used: z.boolean() }))
      .describe(
        "Classes from narrow to wide; n is null for a class that the question does not specify",
      ),
  })
  .meta({ id: "Outcome" });
export type Outcome = z.infer<typeof Outcome>;

export const outcome = defineContract({
  slug: "outcome",
  access: "user",
  get: {
    summary: "The hours that similar finished work took, as a calibrated 80% range",
    query: z.strictObject({
      ...question,
      expected_hours: z.coerce.number().pipe(expectedHours).optional(),
    }),
    response: Outcome,
  },
});

const EstimateCase = z.object({
  id: Id,
  query: z.string(),
  project_id: Id.nullable(),
  project_name: z.string().nullable(),
  task_id: Id.nullable(),
  task_title: z.string().nullable(),
  category: z.string().nullable(),
  service: z.string().nullable(),
  expected_hours: z.number().nullable(),
  model_version: z.string(),
  typical_hours: z.number(),
  range_hours: Pair,
  created_at: z.string(),
  created_by: z.string().nullable(),
  actual_hours: z.number().nullable().describe("Null until the work is done"),
  finished_on: Day.nullable(),
  is_in_range: z.boolean().nullable(),
  pinball_loss: z.number().nullable(),
});
export type EstimateCase = z.infer<typeof EstimateCase>;

export const estimateCases = defineContract({
  slug: "estimate-cases",
  access: "user",
  get: {
    summary: "Saved estimates with their scores, and how well they predicted (admin and lead)",
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
    response: z.object({
      total: z.int(),
      cases: z.array(EstimateCase),
      calibration: z.array(
        z.object({
          kind: z.enum(["all", "category", "service", "month"]),
          name: z.string(),
          n: z.int(),
          coverage: z.number(),
          band: Pair.describe("Contains the coverage of a calibrated range with 95% probability"),
          is_outside_band: z.boolean(),
          pinball_loss: z.number(),
        }),
      ),
    }),
  },
  post: {
    summary: "Saves the current estimate; the database computes it (admin and lead)",
    body: z.strictObject({
      ...question,
      expected_hours: expectedHours.optional(),
      task_id: Id.optional().describe("The task to estimate; requires project_id"),
    }),
    response: z.object({
      id: Id,
      query: z.string(),
      project_id: Id.nullable(),
      task_id: Id.nullable(),
      model_version: z.string(),
      low_hours: z.number(),
      typical_hours: z.number(),
      high_hours: z.number(),
      created_at: z.string(),
    }),
  },
});
