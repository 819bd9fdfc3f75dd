import { decodeBase64 } from "deno-std/encoding/base64.js";
import type { Db } from "../_db/client.ts";
import { sha256Of } from "../_db/files.ts";
import * as imports from "../_db/portfolio-imports.ts";
import { AppError } from "../_domain/app-error.ts";
import { Accepted, type BodyOf } from "../_domain/contract.ts";
import {
  MAX_IMPORT_FILE_BYTES,
  MAX_INLINE_ROWS,
  portfolioImport,
} from "../_domain/portfolio/import-contract.ts";
import { withDateFormats } from "../_domain/portfolio/import-date-order.ts";
import {
  columnsOf,
  guessMapping,
  ImportMapping,
  unusedColumns,
} from "../_domain/portfolio/import-mapping.ts";
import { toImportLines } from "../_domain/portfolio/import-rows.ts";
import { readEnv } from "../_env.ts";
import { parseFile } from "../_files/imports/parse-file.ts";
import type { ParsedFile } from "../_files/imports/parsed-file.ts";
import { errors } from "../_http/errors.ts";
import { serve } from "../_http/route.ts";

type Request = BodyOf<typeof portfolioImport.post>;
type FileRequest = Extract<Request, { mode: "dryRun" | "apply" }>;

export default serve(
  portfolioImport,
  {
    get: async ({ db }) => {
      const [runs, mappings] = await Promise.all([
        imports.latestRuns(db),
        imports.savedMappings(db),
      ]);
      return { runs, mappings };
    },

    post: async ({ db, body }) => {
      switch (body.mode) {
        case "undo":
          return { mode: body.mode, run: await imports.undoImport(db, body.run_id) };
        case "saveMapping": {
          const mapping = await imports.saveMapping(db, body.name, body.mapping);
          return { mode: body.mode, mapping };
        }
        case "deleteMapping":
          await imports.deleteMapping(db, body.mapping_id);
          return { mode: body.mode, mapping_id: body.mapping_id };
        default:
          return importFile(db, body);
      }
    },
  },
  imports.requireImporter,
);

async function importFile(db: Db, body: FileRequest) {
  const bytes = decodeBase64(body.content_base64);
  if (bytes.byteLength > MAX_IMPORT_FILE_BYTES) throw errors.tooLarge(MAX_IMPORT_FILE_BYTES);
  const file = await parseFile(bytes, body.sheet);
  const mapping = withChoices(file, mappingFor(file, body.mapping));
  const input = {
    mode: body.mode,
    fileName: body.file_name,
    fileSha256: await sha256Of(bytes),
    parserVersion: file.parserVersion,
    mapping,
    lines: toImportLines(file.rows, mapping),
    planHash: body.mode === "apply" ? body.plan_hash : undefined,
  };
  if (file.rows.length > MAX_INLINE_ROWS || readEnv().prefersBackground) {
    const { run, jobId } = await imports.beginImport(db, input);
    return new Accepted({
      mode: body.mode,
      run,
      run_id: run.id,
      job_id: jobId,
      mapping,
      ...previewOf(file),
      unused: unusedColumns(file.columns, mapping.fields),
    });
  }
  const run = await imports.importPortfolio(db, input);
  return {
    mode: body.mode,
    run,
    mapping,
    ...previewOf(file),
    unused: unusedColumns(file.columns, mapping.fields),
    rows: await imports.firstRows(db, run.id),
    memberships: await imports.firstMemberships(db, run.id),
  };
}

/** The caller's mapping, checked against the file's columns, or a guess from its header. */
function mappingFor(file: ParsedFile, sentMapping: ImportMapping | undefined): ImportMapping {
  if (!sentMapping) {
    const guess = ImportMapping.safeParse({ fields: guessMapping(file.columns) });
    if (guess.success) return guess.data;
    throw new AppError(
      400,
      "mapping_needed",
      "No column looks like a project code or name, or a cost per hour. Choose that column",
      previewOf(file),
    );
  }
  const unknownColumns = Object.values(sentMapping.fields).flatMap((source) =>
    source ? columnsOf(source).filter((column) => !file.columns.includes(column)) : [],
  );
  if (unknownColumns.length > 0) {
    throw new AppError(
      400,
      "unknown_columns",
      `The file has no column ${unknownColumns.join(", ")}`,
      {
        unknown: unknownColumns,
        ...previewOf(file),
      },
    );
  }
  return sentMapping;
}

/**
 * Completes the mapping with the date formats, and with the people who become members. Throws 400 for unclear dates.
 */
function withChoices(file: ParsedFile, input: ImportMapping): ImportMapping {
  const { mapping, unclear } = withDateFormats(file.rows, input);
  const [first] = unclear;
  if (first) {
    throw new AppError(
      400,
      "date_order_needed",
      `Column "${first.column}" has dates such as ${first.samples[0]}, in which the day or the month may come first. Set date_format`,
      { mapping, unclear, ...previewOf(file) },
    );
  }
  return { ...mapping, memberships: mapping.memberships ?? "new" };
}

/** The data for people who map a file: its sheets, and each column with its first twenty different values. */
function previewOf({ columns, rows, sheets, sheet }: ParsedFile) {
  return {
    columns: columns.map((name) => {
      const samples = new Set<string>();
      for (const { cells } of rows) {
        const value = cells[name]?.trim();
        if (value) samples.add(value.slice(0, 100));
        if (samples.size === 20) break;
      }
      return { name, samples: [...samples] };
    }),
    ...(sheets && { sheets, sheet }),
  };
}
