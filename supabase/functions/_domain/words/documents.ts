import type { Enums } from "../../_schema/database.types.ts";

export type DocumentKind = Enums<"document_kind">;

interface KindWords {
  label: string;
  /** Whether documents of this kind are only for admins and leads, as private.is_restricted_kind() decides. */
  isRestricted: boolean;
}

/** The kinds of documents, in the order in which lists show them. */
export const documentKindWords: Record<DocumentKind, KindWords> = {
  contract: { label: "Contract", isRestricted: true },
  sow: { label: "Statement of work", isRestricted: true },
  brief: { label: "Brief", isRestricted: false },
  deliverable: { label: "Deliverable", isRestricted: false },
  report: { label: "Report", isRestricted: false },
  transcript: { label: "Transcript", isRestricted: false },
  other: { label: "Other", isRestricted: false },
};
export const documentKinds = Object.keys(documentKindWords) as [DocumentKind, ...DocumentKind[]];
