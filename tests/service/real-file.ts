/**
 * A real export: the tasks of one software company, 2004 to 2008 (the SiP effort estimation data set,
 * 7,143 rows). SIP_CSV names the file; without it the tests that need it are skipped, with a note in their names.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { roundsOf } from "../support/depth.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");
export const realFile =
  process.env["SIP_CSV"] ?? path.resolve(PROJECT, "../shared/data/sip/tasks-2004-2008.csv");

const column = (name: string) => ({ column: name });
export const realMapping = {
  fields: {
    client_name: { value: "Imported" },
    project_code: column("ProjectCode"),
    project_name: column("ProjectCode"),
    task_key: column("TaskNumber"),
    task_title: column("Summary"),
    task_status: {
      column: "StatusCode",
      values: {
        FINISHED: "done",
        COMPLETED: "done",
        RELEASED: "done",
        CHRONICLE: "done",
        CANCELLED: "cancelled",
      },
    },
    task_category: column("Category"),
    task_subcategory: column("SubCategory"),
    task_priority: column("Priority"),
    task_estimate_hours: column("HoursEstimate"),
    task_estimated_on: column("EstimateOn"),
    task_started_on: column("StartedOn"),
    task_completed_on: column("CompletedOn"),
    task_assignee: column("AssignedToID"),
    person: column("DeveloperID"),
    hours: column("DeveloperHoursActual"),
    spent_on: column("CompletedOn"),
  },
};

export const hasRealFile = existsSync(realFile);

const ALL_ROWS = 7143;
export const realRows = roundsOf({ default: 600, nightly: ALL_ROWS });

/** The first rows of the file; in `npm run nightly`, all of them. */
export async function firstRealRows() {
  const whole = await readFile(realFile);
  const records = parse(whole, {
    bom: true,
    columns: true,
    info: true,
    to: realRows,
  }) as unknown as {
    info: { bytes: number };
    record: Record<string, string>;
  }[];
  return {
    csv: whole.subarray(0, records.at(-1)?.info.bytes),
    table: records.map(({ record }) => record),
  };
}
/** For the title of a test: where the file came from, or that there is none. */
export const realFileNote = hasRealFile ? "SIP_CSV" : `there is no ${realFile}`;
