import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getDocumentInventory } from "../../api/document-routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { readProjectNames } from "../../entities/project/names.ts";
import { isUuid } from "../../format/uuid.ts";
import { type Database, type Rows, read, supabase } from "../../supabase/client.ts";
import { contains } from "../../supabase/contains.ts";
import type { DocumentsSearch, InventorySearch } from "./search-params.ts";
import { isRunning } from "./words.ts";

/** The first part of every query key about documents. */
export const documentsKey = ["documents"] as const;

const RUNNING_MS = 1000;
const IDLE_MS = 20_000;

/** A document with its latest uploaded version, or otherwise the version whose upload is pending. */
export type ListedDocument = Database["public"]["Views"]["document_summaries"]["Row"] & {
  project_name?: string | undefined;
};

export type DocumentFilters = Pick<
  DocumentsSearch,
  "q" | "project" | "kind" | "status" | "sort" | "dir"
>;

/** The matching documents `from` to `to` in the viewer's scope. `isNamed` adds their projects' names, also to an export. */
export async function readDocuments(
  { q, project, kind, status, sort, dir }: DocumentFilters,
  from: number,
  to: number,
  isNamed: boolean,
): Promise<{ rows: ListedDocument[]; total: number }> {
  let query = supabase().from("document_summaries").select("*", { count: "exact" });
  if (project) query = query.eq("project_id", project);
  if (kind) query = query.eq("kind", kind);
  query =
    status === "archived" ? query.not("archived_at", "is", null) : query.is("archived_at", null);
  if (status === "running") query = query.in("status", ["queued", "indexing"]);
  else if (status && status !== "archived") query = query.eq("status", status);
  if (q.trim()) {
    const pattern = contains(q.trim());
    query = query.or(`title.ilike.${pattern},file_name.ilike.${pattern}`);
  }
  const { data, count } = await read(
    query
      .order(sort, { ascending: dir === "asc" })
      .order("id")
      .range(from, to),
  );
  if (!isNamed) return { rows: data, total: count };
  const names = await readProjectNames(data.map(({ project_id }) => project_id));
  const rows = data.map((row) => ({ ...row, project_name: names.get(row.project_id ?? "") }));
  return { rows, total: count };
}

/** Documents of a project whose latest file has one of these names: an upload may be their next version. */
export const documentsNamed = (projectId: string, fileNames: string[]) =>
  queryOptions({
    queryKey: [...documentsKey, "named", projectId, fileNames],
    staleTime: 0,
    enabled: projectId !== "" && fileNames.length > 0,
    queryFn: async ({ signal }) =>
      (
        await read(
          supabase()
            .from("document_summaries")
            .select("id, title, file_name, latest_version")
            .eq("project_id", projectId)
            .in("file_name", fileNames)
            .is("archived_at", null)
            .order("uploaded_at", { ascending: false })
            .limit(100)
            .abortSignal(signal),
        )
      ).data,
  });

const progressColumns =
  "document_id, version, status, step, progress_done, progress_total, content_type, failure_reason";

export type VersionProgress = Pick<
  Rows["document_versions"],
  | "document_id"
  | "version"
  | "status"
  | "step"
  | "progress_done"
  | "progress_total"
  | "content_type"
  | "failure_reason"
>;

/** The number of ids that fit into a URL. */
const IDS_AT_ONCE = 100;

/** The progress of the uploads of these documents. */
export async function readProgress(documentIds: string[]): Promise<VersionProgress[]> {
  const rows: VersionProgress[] = [];
  for (let from = 0; from < documentIds.length; from += IDS_AT_ONCE) {
    const ids = documentIds.slice(from, from + IDS_AT_ONCE);
    const versions = supabase().from("document_versions").select(progressColumns);
    rows.push(...(await read(versions.in("document_id", ids).order("version"))).data);
  }
  return rows;
}

/** Everyone's waiting or processing uploads; reloaded more often while there are any. */
export const runningVersions = queryOptions({
  queryKey: [...documentsKey, "running"],
  staleTime: 0,
  queryFn: async ({ signal }) =>
    (
      await read(
        supabase()
          .from("document_versions")
          .select(progressColumns)
          .in("status", ["queued", "indexing"])
          .order("queued_at")
          .limit(200)
          .abortSignal(signal),
      )
    ).data,
  refetchInterval: ({ state: { data } }) => (data && data.length > 0 ? RUNNING_MS : IDLE_MS),
});

export type Version = Omit<Rows["document_versions"], "facts"> & {
  facts: Record<string, unknown>;
};

export interface Document {
  id: string;
  title: string;
  kind: Rows["documents"]["kind"];
  is_restricted: boolean;
  project_id: string | null;
  archived_at: string | null;
  published_version: number | null;
  latest_version: number;
  indexed_version: number | null;
  created_by: string | null;
  created_at: string;
  /** The vendor that it is synced from, and its URL there. */
  origin: string | null;
  origin_url: string | null;
  /** The newest first. */
  versions: Version[];
}

/** A document in the viewer's scope. A missing, a foreign and a malformed id all give the same 404. */
export const documentById = (id: string) =>
  queryOptions({
    queryKey: [...documentsKey, "one", id],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Document> => {
      if (!isUuid(id)) throw documentNotFound();
      const { data } = await read(
        supabase()
          .from("documents")
          .select(
            `*, source:sources(title, project_id, archived_at, published_version),
             versions:document_versions(*)`,
          )
          .eq("id", id)
          .order("version", { referencedTable: "versions", ascending: false })
          .abortSignal(signal),
      );
      const [document] = data;
      if (!document?.source) throw documentNotFound();
      const { title, project_id, archived_at, published_version } = document.source;
      const { kind, is_restricted, latest_version, indexed_version, created_by, created_at } =
        document;
      const { origin, origin_url } = document;
      return {
        id,
        title,
        kind,
        is_restricted,
        project_id,
        archived_at,
        published_version,
        latest_version,
        indexed_version,
        created_by,
        created_at,
        origin,
        origin_url,
        versions: document.versions as Version[],
      };
    },
    refetchInterval: ({ state: { data } }) =>
      data?.versions.some(isRunning) ? RUNNING_MS : IDLE_MS,
  });

function documentNotFound(): ServiceError {
  return new ServiceError(404, "document_not_found", "There is no such document.");
}

/** Documents that drafts can cite, latest processed first, and documents that could not be processed. */
export const inventoryPages = ({ project, kind }: InventorySearch) =>
  infiniteQueryOptions({
    queryKey: [...documentsKey, "inventory", project, kind],
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: IDLE_MS,
    queryFn: ({ pageParam, signal }) =>
      getDocumentInventory(
        { project_id: project || undefined, kind: kind || undefined, cursor: pageParam },
        signal,
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
