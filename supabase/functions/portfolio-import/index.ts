import * as imports from "../_db/portfolio-imports.ts";
import { AppError } from "../_domain/app-error.ts";
import { MAX_IMPORT_FILE_BYTES, portfolioImport } from "../_domain/portfolio/contract.ts";
import { guessMapping, ImportMapping } from "../_domain/portfolio/import-mapping.ts";
import { toImportLines } from "../_domain/portfolio/import-rows.ts";
import { PARSER_VERSION, type ParsedFile, parseCsv } from "../_domain/portfolio/parse-csv.ts";
import { errors } from "../_http/errors.ts";
import { serve } from "../_http/route.ts";

export default serve(
  portfolioImport,
  {
    get: async ({ db }) => ({ runs: await imports.latestRuns(db) }),

    post: async ({ db, body }) => {
      const bytes = Uint8Array.from(atob(body.content_base64), (char) => char.charCodeAt(0));
      if (bytes.byteLength > MAX_IMPORT_FILE_BYTES) throw errors.tooLarge(MAX_IMPORT_FILE_BYTES);
      const file = parseCsv(bytes);
      const mapping = mappingFor(file, body.mapping);
      const run = await imports.importPortfolio(db, {
        mode: body.mode,
        fileName: body.file_name,
        fileSha256: await sha256(bytes),
        parserVersion: PARSER_VERSION,
        mapping,
        lines: toImportLines(file.rows, mapping),
        planHash: body.plan_hash,
      });
      return { run, mapping, columns: samplesOf(file), rows: await imports.firstRows(db, run.id) };
    },
  },
  imports.requireImporter,
);

/** The caller's mapping, checked against the file's columns, or a guess from its header. */
function mappingFor(file: ParsedFile, given: ImportMapping | undefined): ImportMapping {
  if (!given) {
    const guess = ImportMapping.safeParse({ fields: guessMapping(file.columns) });
    if (guess.success) return guess.data;
    throw new AppError(
      400,
      "mapping_needed",
      "No column looks like a project code or name. Say which one it is",
      { columns: samplesOf(file) },
    );
  }
  const unknown = Object.values(given.fields).flatMap((source) =>
    source && "column" in source && !file.columns.includes(source.column) ? [source.column] : [],
  );
  if (unknown.length > 0) {
    throw new AppError(400, "unknown_columns", `The file has no column ${unknown.join(", ")}`, {
      unknown,
      columns: samplesOf(file),
    });
  }
  return given;
}

/** Each column with its first twenty different values, for people who map them. */
function samplesOf(file: ParsedFile): { name: string; samples: string[] }[] {
  return file.columns.map((name) => {
    const samples = new Set<string>();
    for (const { cells } of file.rows) {
      const value = cells[name]?.trim();
      if (value) samples.add(value.slice(0, 100));
      if (samples.size === 20) break;
    }
    return { name, samples: [...samples] };
  });
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
