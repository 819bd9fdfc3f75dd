import { Link } from "@tanstack/react-router";
import type { InventoryDocument } from "../../api/document-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { formatCount } from "../../format/numbers.ts";
import list from "../../ui/list-table.module.css";
import { type Column, LongTable } from "../../ui/long-table.tsx";
import lineClasses from "./document-table.module.css";
import { formatName } from "./file-types.ts";
import { FlagLabel, RestrictedBadge } from "./labels.tsx";
import { extentInWords, kindLabel, shortFlag } from "./words.ts";

const columns: Column<InventoryDocument>[] = [
  {
    key: "title",
    label: "Title",
    isMain: true,
    cell: (document) => (
      <>
        <span className={lineClasses.head}>
          <Link
            to="/documents/$documentId"
            params={{ documentId: document.document_id }}
            className={lineClasses.title}
          >
            {document.title}
          </Link>
          {document.is_restricted && <RestrictedBadge />}
        </span>
        <span className={list.place}>
          {[
            formatName(document.content_type, document.file_name),
            `version ${document.version}`,
            extentInWords(document.facts),
          ]
            .filter(Boolean)
            .join(", ")}
        </span>
      </>
    ),
  },
  { key: "kind", label: "Kind", width: 136, cell: ({ kind }) => kindLabel(kind) },
  {
    key: "project",
    label: "Project",
    width: 176,
    hideBelow: "md",
    cell: ({ project }) => project.name,
  },
  {
    key: "flags",
    label: "Notes",
    width: 220,
    isWrapped: true,
    cell: ({ flags }) =>
      flags.length === 0 ? (
        <span className={list.quiet}>No issues</span>
      ) : (
        flags.map((flag) => (
          <div key={flag}>
            <FlagLabel>{shortFlag(flag)}</FlagLabel>
          </div>
        ))
      ),
  },
  {
    key: "chunks",
    label: "Passages",
    width: 76,
    isNumber: true,
    isNamed: true,
    hideBelow: "lg",
    cell: ({ chunks }) => formatCount(chunks),
  },
  {
    key: "read",
    label: "Read",
    width: 140,
    isNamed: true,
    hideBelow: "lg",
    cell: ({ indexed_at }) => <Instant at={indexed_at} />,
  },
];

/** Documents whose text is published, with the health of its extraction. */
export function InventoryTable({ documents }: { documents: InventoryDocument[] }) {
  return (
    <LongTable
      label="Documents that can be cited"
      columns={columns}
      empty=""
      rows={{
        total: documents.length,
        row: (index) => documents[index],
        show: () => {},
        isStale: false,
        error: null,
        retry: () => {},
      }}
    />
  );
}
