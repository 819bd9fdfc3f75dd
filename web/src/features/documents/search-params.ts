import type { SearchSchemaInput } from "@tanstack/react-router";
import { isUuid } from "../../format/uuid.ts";
import type { DocumentKind } from "./words.ts";

const kinds: readonly DocumentKind[] = [
  "contract",
  "sow",
  "brief",
  "deliverable",
  "report",
  "transcript",
  "other",
];
const states = ["indexed", "running", "failed", "awaiting_upload", "archived"] as const;
const sorts = ["uploaded_at", "title", "size_bytes"] as const;

export type DocumentState = (typeof states)[number];
export type DocumentSort = (typeof sorts)[number];

/** What the library's address says; what is empty shows all but the archive. */
export interface DocumentsSearch {
  q: string;
  /** Id of a project. */
  project: string;
  kind: DocumentKind | "";
  status: DocumentState | "";
  sort: DocumentSort;
  dir: "asc" | "desc";
  /** Opens the form that uploads. */
  upload: "" | "1";
}

export const defaultDocumentsSearch: DocumentsSearch = {
  q: "",
  project: "",
  kind: "",
  status: "",
  sort: "uploaded_at",
  dir: "desc",
  upload: "",
};

/** Reads an address; what it does not know falls back to the default. */
export function parseDocumentsSearch(
  given: Partial<DocumentsSearch> & SearchSchemaInput,
): DocumentsSearch {
  return {
    q: given.q ?? "",
    project: projectIn(given.project),
    kind: kindIn(given.kind),
    status: stateIn(given.status),
    sort: sorts.find((key) => key === given.sort) ?? defaultDocumentsSearch.sort,
    dir: given.dir === "asc" ? "asc" : "desc",
    upload: given.upload === "1" ? "1" : "",
  };
}

export interface InventorySearch {
  project: string;
  kind: DocumentKind | "";
}

export const defaultInventorySearch: InventorySearch = { project: "", kind: "" };

export function parseInventorySearch(
  given: Partial<InventorySearch> & SearchSchemaInput,
): InventorySearch {
  return {
    project: projectIn(given.project),
    kind: kindIn(given.kind),
  };
}

/** A document's address names the piece of its text to open. */
export interface DocumentSearch {
  chunk: string;
}

export function parseDocumentSearch(
  given: Partial<DocumentSearch> & SearchSchemaInput,
): DocumentSearch {
  return { chunk: given.chunk ?? "" };
}

export function kindIn(given: string | undefined): DocumentKind | "" {
  return kinds.find((kind) => kind === given) ?? "";
}

export function stateIn(given: string | undefined): DocumentState | "" {
  return states.find((state) => state === given) ?? "";
}

/** What is no id would be refused by the database. */
function projectIn(given = ""): string {
  return isUuid(given) ? given : "";
}
