import type { SearchSchemaInput } from "@tanstack/react-router";
import {
  type DocumentKind,
  documentKinds,
} from "../../../../supabase/functions/_domain/words/documents.ts";
import { isUuid } from "../../format/uuid.ts";

const states = ["indexed", "running", "failed", "awaiting_upload", "archived"] as const;
const sorts = ["uploaded_at", "title", "size_bytes"] as const;

export type DocumentState = (typeof states)[number];
export type DocumentSort = (typeof sorts)[number];

/** The search parameters of the library; empty values show everything but the archive. */
export interface DocumentsSearch {
  q: string;
  /** Id of a project. */
  project: string;
  kind: DocumentKind | "";
  status: DocumentState | "";
  sort: DocumentSort;
  dir: "asc" | "desc";
  /** Opens the upload form. */
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

/** Parses search parameters; an unknown value becomes the default. */
export function parseDocumentsSearch(
  input: Partial<DocumentsSearch> & SearchSchemaInput,
): DocumentsSearch {
  return {
    q: input.q ?? "",
    project: projectIn(input.project),
    kind: kindIn(input.kind),
    status: stateIn(input.status),
    sort: sorts.find((key) => key === input.sort) ?? defaultDocumentsSearch.sort,
    dir: input.dir === "asc" ? "asc" : "desc",
    upload: input.upload === "1" ? "1" : "",
  };
}

export interface InventorySearch {
  project: string;
  kind: DocumentKind | "";
}

export const defaultInventorySearch: InventorySearch = { project: "", kind: "" };

export function parseInventorySearch(
  input: Partial<InventorySearch> & SearchSchemaInput,
): InventorySearch {
  return {
    project: projectIn(input.project),
    kind: kindIn(input.kind),
  };
}

/** A document's URL names the passage of its text to open. */
export interface DocumentSearch {
  passage: string;
}

export function parseDocumentSearch(
  input: Partial<DocumentSearch> & SearchSchemaInput,
): DocumentSearch {
  return { passage: input.passage ?? "" };
}

export function kindIn(input: string | undefined): DocumentKind | "" {
  return documentKinds.find((kind) => kind === input) ?? "";
}

export function stateIn(input: string | undefined): DocumentState | "" {
  return states.find((state) => state === input) ?? "";
}

/** The database would refuse a value that is not an id. */
function projectIn(input = ""): string {
  return isUuid(input) ? input : "";
}
