import { Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { InventoryDocument } from "../../api/document-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { formatCount } from "../../format/numbers.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import list from "../../ui/data-table/data-table.module.css";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { ExportMenu } from "../../ui/data-table/export-menu.tsx";
import { useDataTable } from "../../ui/data-table/use-data-table.ts";
import lineClasses from "./document-table.module.css";
import { formatName } from "./file-types.ts";
import { FlagLabel, RestrictedBadge } from "./labels.tsx";
import { extentInWords, kindLabel, shortFlag } from "./words.ts";

const columns: Column<InventoryDocument>[] = [
  {
    id: "title",
    label: "Title",
    isMain: true,
    value: ({ title }) => title,
    under: [{ id: "file", label: "File", value: ({ file_name }) => file_name }],
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
        <span className={list.subtitle}>
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
  { id: "kind", label: "Kind", width: 136, value: ({ kind }) => kindLabel(kind) },
  {
    id: "project",
    label: "Project",
    width: 176,
    hideBelow: 900,
    value: ({ project }) => project.name,
  },
  {
    id: "flags",
    label: "Issues",
    width: 220,
    isWrapped: true,
    value: ({ flags }) => flags.map(shortFlag).join("; "),
    cell: ({ flags }) =>
      flags.length === 0 ? (
        <span className={list.quiet}>None</span>
      ) : (
        flags.map((flag) => (
          <div key={flag}>
            <FlagLabel>{shortFlag(flag)}</FlagLabel>
          </div>
        ))
      ),
  },
  {
    id: "chunks",
    label: "Passages",
    width: 76,
    isNumber: true,
    isNamed: true,
    hideBelow: 1120,
    value: ({ chunks }) => chunks,
    cell: ({ chunks }) => formatCount(chunks),
  },
  {
    id: "read",
    label: "Processed",
    width: 140,
    isNamed: true,
    hideBelow: 1120,
    value: ({ indexed_at }) => indexed_at,
    cell: ({ indexed_at }) => <Instant at={indexed_at} />,
  },
];

/** Documents whose text is published, with the problems found in it. */
export function InventoryTable({ documents }: { documents: InventoryDocument[] }) {
  const table = useDataTable({
    label: "Documents that can be cited",
    fileName: "document-inventory",
    columns,
    rows: documents,
    rowId: ({ document_id }) => document_id,
  });
  return (
    <>
      <Group justify="flex-end" mb="xs">
        <ExportMenu table={table} />
      </Group>
      <DataTable table={table} />
    </>
  );
}
