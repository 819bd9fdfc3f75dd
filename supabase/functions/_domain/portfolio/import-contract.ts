import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { importFieldNames } from "./import-fields.ts";
import { ImportMapping } from "./import-mapping.ts";

const Instant = z.string().describe("Instant with offset, ISO 8601");

const ImportDisposition = z.enum(["create", "update", "unchanged", "skipped"]);
const ImportCounts = z.object({
  create: z.int(),
  update: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
});

export const ImportRun = z.object({
  id: Id,
  mode: z.enum(["dryRun", "apply"]),
  status: z.enum(["pending", "running", "succeeded", "failed"]),
  file_name: z.string(),
  parser_version: z.string(),
  plan_hash: z.string().nullable(),
  counts: z
    .partialRecord(
      z.enum([
        "rows",
        "clients",
        "accounts",
        "projects",
        "people",
        "tasks",
        "time_entries",
        "rates",
        "memberships",
      ]),
      ImportCounts,
    )
    .nullable(),
  validation: z
    .object({
      problem_count: z.int(),
      problems: z.array(
        z.object({
          line: z.int(),
          message: z.string(),
          field: z
            .enum(importFieldNames)
            .optional()
            .describe("The field of the mapping that the problem is about"),
        }),
      ),
    })
    .nullable(),
  error: z.string().nullable(),
  created_at: Instant,
  finished_at: Instant.nullable(),
  undone_at: Instant.nullable(),
  undone_by: Id.nullable(),
});
export type ImportRun = z.infer<typeof ImportRun>;

export const ImportRow = z.object({
  line: z
    .int()
    .describe(
      "CSV: line in the file, the header being line 1. Workbook: number of the row in the sheet. JSON: position in the list, from 1",
    ),
  disposition: ImportDisposition,
  project_code: z.string().nullable(),
  task_key: z.string().nullable(),
  reason: z.string().nullable().describe("Why the line is skipped"),
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })).nullable(),
});

export const ImportedMembership = z.object({
  project_name: z.string(),
  person_name: z.string(),
});

export const SavedMapping = z.object({
  id: Id,
  name: z.string(),
  mapping: ImportMapping,
  created_by: Id,
  created_at: Instant,
  updated_at: Instant,
});
export type SavedMapping = z.infer<typeof SavedMapping>;

/** Files with more lines than this are imported in the background. */
export const MAX_INLINE_ROWS = 3_000;

/** 10 MB of file; base64 adds a third. */
export const MAX_IMPORT_FILE_BYTES = 10_000_000;

const ImportFile = z.strictObject({
  file_name: z.string().trim().min(1).max(200),
  content_base64: z
    .base64()
    .min(1, "The file is empty")
    .describe(
      "CSV, XLSX or JSON, detected by content. JSON is a list of flat objects, or an object with rows",
    ),
  sheet: z.string().min(1).max(100).optional().describe("Sheet of a workbook; the first otherwise"),
  mapping: ImportMapping.optional(),
});

const ImportRequest = z.discriminatedUnion("mode", [
  ImportFile.extend({ mode: z.literal("dryRun") }),
  ImportFile.extend({
    mode: z.literal("apply"),
    plan_hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .describe("Plan hash of the dry run: apply answers 409 if the plan has changed"),
  }),
  z
    .strictObject({ mode: z.literal("undo"), run_id: Id })
    .describe(
      "Refused (409 import_touched) if rows that the run wrote have changed or are used by newer rows",
    ),
  z
    .strictObject({
      mode: z.literal("saveMapping"),
      name: z.string().trim().min(1).max(100),
      mapping: ImportMapping,
    })
    .describe("Replaces the mapping of that name, whatever its case"),
  z.strictObject({ mode: z.literal("deleteMapping"), mapping_id: Id }),
]);

/** The changes that a dry run would make, or that an application has made. */
export const ImportResult = z.object({
  mode: z.enum(["dryRun", "apply"]),
  run: ImportRun,
  mapping: ImportMapping,
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  unused: z.array(z.string()).describe("Columns that map to no field"),
  sheets: z.array(z.string()).optional().describe("Visible sheets of a workbook"),
  sheet: z.string().optional().describe("The sheet that was read"),
  rows: z.array(ImportRow).describe("The first 200 lines of the plan"),
  memberships: z
    .array(ImportedMembership)
    .describe("The first 200 memberships that the plan creates: who will see which project"),
});

/**
 * The response for a large file, or for every file if SERVICE_BACKGROUND_TASKS is on: a job applies the import, and
 * the run reports the result.
 */
export const ImportAccepted = ImportResult.omit({ rows: true, memberships: true }).extend({
  run_id: Id,
  job_id: Id,
});

const ImportAnswer = z.discriminatedUnion("mode", [
  ImportResult,
  z.object({ mode: z.literal("undo"), run: ImportRun }),
  z.object({ mode: z.literal("saveMapping"), mapping: SavedMapping }),
  z.object({ mode: z.literal("deleteMapping"), mapping_id: Id }),
]);

export const portfolioImport = defineContract({
  slug: "portfolio-import",
  access: "user",
  get: {
    summary:
      "The last 20 import runs and the saved mappings of the caller's organization (admin and lead)",
    response: z.object({ runs: z.array(ImportRun), mappings: z.array(SavedMapping) }),
  },
  post: {
    summary:
      "Previews (dryRun), applies (apply) or reverses (undo) an import of one file, and saves mappings (admin and lead)",
    body: ImportRequest,
    response: ImportAnswer,
    accepted: ImportAccepted,
    maxBodyBytes: Math.ceil((MAX_IMPORT_FILE_BYTES * 4) / 3) + 100_000,
  },
});
