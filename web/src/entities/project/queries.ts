import { queryOptions } from "@tanstack/react-query";
import { ServiceError } from "../../api/service-error.ts";
import { isUuid } from "../../format/uuid.ts";
import {
  type Database,
  type Enums,
  PAGE_ROWS,
  read,
  readAll,
  supabase,
} from "../../supabase/client.ts";

type ViewRow = Database["public"]["Views"]["project_summaries"]["Row"];

/** Columns that are never null in the tables behind the view; a view's generated type does not show this. */
type Present =
  | "id"
  | "name"
  | "status"
  | "account_id"
  | "account_name"
  | "client_id"
  | "client_name"
  | "actual_hours"
  | "estimate_hours"
  | "task_count"
  | "open_task_count"
  | "version"
  | "classification_version";

export type ProjectSummary = Omit<ViewRow, Present> & {
  [Column in Present]: NonNullable<ViewRow[Column]>;
};
export type ProjectStatus = Enums["project_status"];
export type ProjectHealth = Enums["project_health"];
export type RiskLevel = Enums["risk_level"];
export type PortfolioTier = Enums["portfolio_tier"];

/** The projects in the viewer's scope, except archived ones. */
export const projectSummaries = queryOptions({
  queryKey: ["project-summaries"],
  queryFn: async ({ signal }) => {
    const first = supabase()
      .from("project_summaries")
      .select("*")
      .is("archived_at", null)
      .order("name")
      .order("id")
      .range(0, PAGE_ROWS - 1);
    const projects = (await read(first.abortSignal(signal))).data as ProjectSummary[];
    return projects.length < PAGE_ROWS
      ? projects
      : [...projects, ...(await projectsAfter(projects.at(-1), signal))];
  },
});

interface SummaryPage {
  columns: string[];
  rows: unknown[][];
  accounts: Record<string, object>;
  people: Record<string, string>;
  has_more: boolean;
}

/** The other projects of a large portfolio: twice as many per request, each name of an account or person sent once. */
async function projectsAfter(
  last: ProjectSummary | undefined,
  signal: AbortSignal,
): Promise<ProjectSummary[]> {
  const following: ProjectSummary[] = [];
  let after = last;
  let hasMore = true;
  while (after && hasMore) {
    const query = supabase().rpc("list_project_summaries", {
      after_name: after.name,
      after_id: after.id,
    });
    const page = (await read(query.abortSignal(signal))).data as unknown as SummaryPage;
    for (const row of page.rows) {
      const project = Object.fromEntries(page.columns.map((column, index) => [column, row[index]]));
      following.push({
        archived_at: null,
        ...project,
        ...page.accounts[String(project["account_id"])],
        lead_name: page.people[String(project["lead_id"])] ?? null,
      } as ProjectSummary);
    }
    after = following.at(-1);
    hasMore = page.has_more;
  }
  return following;
}

/** A project in the viewer's scope. A missing, a foreign and a malformed id all give the same 404. */
export const projectSummary = (id: string) =>
  queryOptions({
    queryKey: ["project-summary", id],
    queryFn: async ({ signal }) => {
      const query = supabase().from("project_summaries").select("*").eq("id", id);
      const rows = isUuid(id) ? (await read(query.abortSignal(signal))).data : [];
      if (!rows[0]) throw new ServiceError(404, "project_not_found", "There is no such project.");
      return rows[0] as ProjectSummary;
    },
  });

/** Ids of the projects that a person works on, as far as the viewer sees them. */
export const memberships = (personId: string) =>
  queryOptions({
    queryKey: ["memberships", personId],
    queryFn: async ({ signal }) => {
      const rows = await readAll((from, to) =>
        supabase()
          .from("project_members")
          .select("project_id")
          .eq("person_id", personId)
          .order("project_id")
          .range(from, to)
          .abortSignal(signal),
      );
      return new Set(rows.map((row) => row.project_id));
    },
  });
