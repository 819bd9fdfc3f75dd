import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { peopleNames } from "../../entities/person/queries.ts";
import { Instant } from "../../format/instant.tsx";
import { formatBytes } from "../../format/numbers.ts";
import type { usePagedRows } from "../../supabase/paged-rows.ts";
import type { Column, Sort } from "../../ui/data-table/columns.ts";
import list from "../../ui/data-table/data-table.module.css";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { ExportMenu } from "../../ui/data-table/export-menu.tsx";
import { useDataTable } from "../../ui/data-table/use-data-table.ts";
import { ViewsMenu } from "../views/views-menu.tsx";
import classes from "./document-table.module.css";
import { formatName } from "./file-types.ts";
import { ArchivedBadge, RestrictedBadge, StatusLabel } from "./labels.tsx";
import { type ListedDocument, runningVersions } from "./queries.ts";
import { kindLabel, originInWords, type Progress, progressInWords } from "./words.ts";

interface Props {
  documents: ReturnType<typeof usePagedRows<ListedDocument>>;
  /** Whether the list is one project's; then its rows do not name the project. */
  isOfProject: boolean;
  sort: Sort;
}

/** Documents, one per line; the title of each opens it. */
export function DocumentTable({ documents, isOfProject, sort }: Props) {
  const names = useQuery(peopleNames).data;
  const running = useQuery(runningVersions).data;

  const columns = useMemo(
    () => columnsFor({ names, running, isOfProject }),
    [names, running, isOfProject],
  );
  const table = useDataTable({
    label: "Documents",
    fileName: "documents",
    columns,
    rows: documents,
    rowId: ({ id }) => id,
    sort,
  });
  return (
    <>
      <Group justify="flex-end" gap="xs" mb="xs">
        {!isOfProject && <ViewsMenu page="documents" />}
        <ExportMenu table={table} />
      </Group>
      <DataTable table={table} />
    </>
  );
}

interface Joined {
  names: ReadonlyMap<string, string> | undefined;
  running: (Progress & { document_id: string; version: number })[] | undefined;
  isOfProject: boolean;
}

function columnsFor({ names, running, isOfProject }: Joined) {
  const progressOf = (document: ListedDocument) =>
    running?.find(
      ({ document_id, version }) => document_id === document.id && version === document.version,
    ) ?? document;
  const columns: Column<ListedDocument>[] = [
    {
      id: "title",
      label: "Title",
      sort: "asc",
      isMain: true,
      value: ({ title }) => title,
      under: [{ id: "file", label: "File", value: ({ file_name }) => file_name }],
      cell: (document) => (
        <>
          <span className={classes.head}>
            <Link
              to="/documents/$documentId"
              params={{ documentId: document.id }}
              className={classes.title}
              title={document.title}
            >
              {document.title}
            </Link>
            {document.is_restricted && <RestrictedBadge />}
            {document.archived_at && <ArchivedBadge />}
          </span>
          <span className={list.subtitle}>
            {formatName(document.content_type, document.file_name)}, version {document.version}
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
      value: ({ project_name }) => project_name,
    },
    {
      id: "status",
      label: "Status",
      width: 200,
      value: (document) => progressInWords(progressOf(document)),
      cell: (document) => <StatusLabel progress={progressOf(document)} />,
    },
    {
      id: "size_bytes",
      label: "Size",
      sort: "desc",
      width: 84,
      isNumber: true,
      hideBelow: 1120,
      value: ({ size_bytes }) => size_bytes,
      cell: ({ size_bytes }) => formatBytes(size_bytes),
    },
    {
      id: "uploaded_at",
      label: "Uploaded",
      sort: "desc",
      width: 176,
      hideBelow: 900,
      value: ({ uploaded_at }) => uploaded_at,
      under: [
        {
          id: "uploader",
          label: "By",
          value: ({ origin, uploaded_by }) =>
            originInWords(origin) ?? names?.get(uploaded_by ?? ""),
        },
      ],
      cell: ({ origin, uploaded_by, uploaded_at }) => (
        <>
          <Instant at={uploaded_at} />
          <span className={list.subtitle}>
            {originInWords(origin) ?? (uploaded_by && (names?.get(uploaded_by) ?? ""))}
          </span>
        </>
      ),
    },
  ];
  return columns.filter(({ id }) => id !== "project" || !isOfProject);
}
