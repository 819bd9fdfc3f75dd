import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { projectSummaries } from "../../entities/project/queries.ts";
import { Instant } from "../../format/instant.tsx";
import { formatBytes } from "../../format/numbers.ts";
import type { usePagedRows } from "../../supabase/paged-rows.ts";
import list from "../../ui/list-table.module.css";
import { type Column, LongTable } from "../../ui/long-table.tsx";
import { peopleNames } from "../projects/queries.ts";
import classes from "./document-table.module.css";
import { formatName } from "./file-types.ts";
import { ArchivedBadge, RestrictedBadge, StatusLabel } from "./labels.tsx";
import { type ListedDocument, runningVersions } from "./queries.ts";
import { kindLabel } from "./words.ts";

interface Props {
  documents: ReturnType<typeof usePagedRows<ListedDocument>>;
  /** Whether the list is one project's: then that is not told on every line. */
  isOfProject: boolean;
}

/** Documents, one a line; each opens by its title. */
export function DocumentTable({ documents, isOfProject }: Props) {
  const names = useQuery(peopleNames).data;
  const projects = useQuery(projectSummaries).data;
  const projectNames = useMemo(
    () => new Map(projects?.map(({ id, name }) => [id, name])),
    [projects],
  );
  const running = useQuery(runningVersions).data;

  const columns: Column<ListedDocument>[] = [
    {
      key: "title",
      label: "Title",
      isMain: true,
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
          <span className={list.place}>
            {formatName(document.content_type, document.file_name)}, version {document.version}
          </span>
        </>
      ),
    },
    { key: "kind", label: "Kind", width: 136, cell: ({ kind }) => kindLabel(kind) },
    ...(isOfProject
      ? []
      : [
          {
            key: "project",
            label: "Project",
            width: 176,
            hideBelow: "md" as const,
            cell: ({ project_id }: ListedDocument) => projectNames.get(project_id ?? "") ?? "",
          },
        ]),
    {
      key: "status",
      label: "Status",
      width: 200,
      cell: (document) => (
        <StatusLabel
          progress={
            running?.find(
              ({ document_id, version }) =>
                document_id === document.id && version === document.version,
            ) ?? document
          }
        />
      ),
    },
    {
      key: "size",
      label: "Size",
      width: 84,
      isNumber: true,
      hideBelow: "lg",
      cell: ({ size_bytes }) => formatBytes(size_bytes),
    },
    {
      key: "uploaded",
      label: "Uploaded",
      width: 176,
      hideBelow: "md",
      cell: ({ uploaded_by, uploaded_at }) => (
        <>
          <Instant at={uploaded_at} />
          <span className={list.place}>{uploaded_by && (names?.get(uploaded_by) ?? "")}</span>
        </>
      ),
    },
  ];
  return <LongTable label="Documents" columns={columns} rows={documents} empty="" />;
}
