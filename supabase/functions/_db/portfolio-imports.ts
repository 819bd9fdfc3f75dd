import type { z } from "zod";
import { AppError } from "../_domain/app-error.ts";
import type {
  ImportedMembership,
  ImportRow,
  ImportRun,
  SavedMapping,
} from "../_domain/portfolio/import-contract.ts";
import type { ImportMapping } from "../_domain/portfolio/import-mapping.ts";
import type { ImportLine } from "../_domain/portfolio/import-rows.ts";
import type { Json, Tables } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";
import { refusal } from "./errors.ts";

type RunRow = Pick<Tables<"portfolio_import_runs">, Exclude<keyof ImportRun, "mode"> | "mode">;

const LISTED_RUNS = 20;
const SHOWN_ROWS = 200;

/** Refuses (401, 403) callers who may not import, before reading their file. */
export async function requireImporter(db: Db): Promise<void> {
  await callFunction(db, "require_importer");
}

export async function latestRuns(db: Db): Promise<ImportRun[]> {
  const { data, error } = await db
    .from("portfolio_import_runs")
    .select(
      "id, mode, status, file_name, parser_version, plan_hash, counts, validation, error, created_at, finished_at, undone_at, undone_by",
    )
    .order("created_at", { ascending: false })
    .limit(LISTED_RUNS);
  if (error) throw refusal(error);
  return data.map(toRun);
}

export async function savedMappings(db: Db): Promise<SavedMapping[]> {
  const { data, error } = await db
    .from("import_mappings")
    .select("id, name, mapping, created_by, created_at, updated_at")
    .order("name");
  if (error) throw refusal(error);
  return data as unknown as SavedMapping[];
}

/** Saves a mapping under a name, and replaces the one with that name. */
export async function saveMapping(
  db: Db,
  name: string,
  mapping: ImportMapping,
): Promise<SavedMapping> {
  const row = await callFunction(db, "save_import_mapping", { name, mapping: mapping as Json });
  return row as unknown as SavedMapping;
}

export async function deleteMapping(db: Db, mappingId: string): Promise<void> {
  await callFunction(db, "delete_import_mapping", { mapping_id: mappingId });
}

/** Undoes an applied import completely. Throws 409 if its rows have changed or are used by newer rows. */
export async function undoImport(db: Db, runId: string): Promise<ImportRun> {
  return toRun((await callFunction(db, "undo_import", { run_id: runId })) as RunRow);
}

export interface ImportInput {
  mode: ImportRun["mode"];
  fileName: string;
  fileSha256: string;
  parserVersion: string;
  mapping: ImportMapping;
  lines: ImportLine[];
  planHash: string | undefined;
}

/** Runs the import as one transaction. Throws 409 with the run's id if the transaction failed. */
export async function importPortfolio(db: Db, input: ImportInput): Promise<ImportRun> {
  const run = toRun((await callFunction(db, "import_portfolio", argumentsOf(input))) as RunRow);
  if (run.status === "failed") {
    throw new AppError(
      409,
      "import_failed",
      `The import failed and changed nothing: ${run.error}`,
      {
        run_id: run.id,
      },
    );
  }
  return run;
}

/** Stores the import for a job to apply. */
export async function beginImport(
  db: Db,
  input: ImportInput,
): Promise<{ run: ImportRun; jobId: string }> {
  const answer = (await callFunction(db, "begin_import", argumentsOf(input))) as {
    run: RunRow;
    job_id: string;
  };
  return { run: toRun(answer.run), jobId: answer.job_id };
}

function argumentsOf(input: ImportInput) {
  return {
    mode: input.mode === "dryRun" ? ("dry_run" as const) : ("apply" as const),
    file_name: input.fileName,
    file_sha256: input.fileSha256,
    parser_version: input.parserVersion,
    mapping: input.mapping as Json,
    rows: input.lines as unknown as Json,
    expected_plan_hash: input.planHash,
  };
}

/** Applies an import in the background; the database has the rules and ends the job. */
export async function applyStoredImport(db: Db, job_id: string, attempt: number): Promise<void> {
  const job = { job_id, attempt };
  if (await callFunction(db, "start_import_job", job)) {
    await callFunction(db, "apply_import_job", job);
  }
}

export async function firstRows(db: Db, runId: string): Promise<z.infer<typeof ImportRow>[]> {
  const { data, error } = await db
    .from("portfolio_import_rows")
    .select("line, disposition, project_code, task_key, reason, changes")
    .eq("run_id", runId)
    .order("line")
    .limit(SHOWN_ROWS);
  if (error) throw refusal(error);
  return data as z.infer<typeof ImportRow>[];
}

/** The memberships that the run creates, by the project's name. */
export async function firstMemberships(
  db: Db,
  runId: string,
): Promise<z.infer<typeof ImportedMembership>[]> {
  const { data, error } = await db
    .from("portfolio_import_memberships")
    .select("project_name, person_name")
    .eq("run_id", runId)
    .order("project_name")
    .order("person_name")
    .limit(SHOWN_ROWS);
  if (error) throw refusal(error);
  return data;
}

function toRun(row: RunRow): ImportRun {
  return {
    ...row,
    mode: row.mode === "dry_run" ? "dryRun" : "apply",
    counts: row.counts as ImportRun["counts"],
    validation: row.validation as ImportRun["validation"],
  };
}
