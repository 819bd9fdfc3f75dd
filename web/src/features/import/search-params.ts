import type { SearchSchemaInput } from "@tanstack/react-router";
import type { Enums } from "../../supabase/client.ts";

export type Disposition = Enums["import_disposition"];

export const dispositions: readonly Disposition[] = ["create", "update", "unchanged", "skipped"];

/** Which lines of a run the page shows; all of them when absent. */
interface ImportSearch {
  show?: Disposition;
}

export function parseImportSearch(input: ImportSearch & SearchSchemaInput): ImportSearch {
  return { show: dispositions.find((name) => name === input.show) };
}
