import { queryOptions } from "@tanstack/react-query";
import type { ImportMapping, ImportRow, ImportRun } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { type Rows, read, supabase } from "../../supabase/client.ts";
import type { Disposition } from "./search-params.ts";

/** A run as stored; counts and validation have the shapes of the route's contract. */
export type StoredRun = Omit<Rows["portfolio_import_runs"], "counts" | "validation"> &
  Pick<ImportRun, "counts" | "validation">;

const LISTED_RUNS = 20;

export const importRuns = queryOptions({
  queryKey: ["import-runs"],
  queryFn: async ({ signal }) =>
    (
      await read(
        supabase()
          .from("portfolio_import_runs")
          .select("*")
          .order("created_at", { ascending: false })
          .limit(LISTED_RUNS)
          .abortSignal(signal),
      )
    ).data as StoredRun[],
});

export type SavedMapping = Pick<Rows["import_mappings"], "id" | "name"> & {
  mapping: ImportMapping;
};

export const savedMappings = queryOptions({
  queryKey: ["import-mappings"],
  queryFn: async ({ signal }) =>
    (
      await read(
        supabase()
          .from("import_mappings")
          .select("id, name, mapping")
          .order("name")
          .abortSignal(signal),
      )
    ).data as unknown as SavedMapping[],
});

export type ImportedMembership = Pick<
  Rows["portfolio_import_memberships"],
  "project_id" | "person_id" | "project_name" | "person_name"
>;

/** The people who see each project because of an applied import, or who would see it if the preview is applied. */
export async function readMemberships(
  runId: string,
  { sort, dir }: { sort: "project_name" | "person_name"; dir: "asc" | "desc" },
  from: number,
  to: number,
): Promise<{ rows: ImportedMembership[]; total: number }> {
  const { data, count } = await read(
    supabase()
      .from("portfolio_import_memberships")
      .select("project_id, person_id, project_name, person_name", { count: "exact" })
      .eq("run_id", runId)
      .order(sort, { ascending: dir === "asc" })
      .order("project_name")
      .order("person_name")
      .order("project_id")
      .order("person_id")
      .range(from, to),
  );
  return { rows: data, total: count };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const importRun = (id: string) =>
  queryOptions({
    queryKey: ["import-run", id],
    queryFn: async ({ signal }) => {
      const query = supabase().from("portfolio_import_runs").select("*").eq("id", id);
      const rows = uuid.test(id) ? (await read(query.abortSignal(signal))).data : [];
      if (!rows[0]) throw new ServiceError(404, "import_run_not_found", "There is no such import.");
      return rows[0] as StoredRun;
    },
    // Reloaded while it waits or runs.
    refetchInterval: ({ state }) => (state.data && !state.data.finished_at ? 1000 : false),
  });

export type LineSort = "line" | "disposition" | "project_code" | "task_key";

/** Lines `from` to `to` of a run's result, or of its plan. */
export async function readImportRows(
  runId: string,
  { show, sort, dir }: { show: Disposition | undefined; sort: LineSort; dir: "asc" | "desc" },
  from: number,
  to: number,
): Promise<{ rows: ImportRow[]; total: number }> {
  let query = supabase()
    .from("portfolio_import_rows")
    .select("line, disposition, project_code, task_key, reason, changes", { count: "exact" })
    .eq("run_id", runId);
  if (show) query = query.eq("disposition", show);
  const { data, count } = await read(
    query
      .order(sort, { ascending: dir === "asc", nullsFirst: false })
      .order("line")
      .range(from, to),
  );
  return { rows: data as ImportRow[], total: count };
}
