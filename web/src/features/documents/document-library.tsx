import { Anchor, Button, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UploadIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { countOf } from "../../format/numbers.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { usePagedRows } from "../../supabase/paged-rows.ts";
import { DocumentFilters } from "./document-filters.tsx";
import { DocumentTable } from "./document-table.tsx";
import { documentsKey, type ListedDocument, readDocuments, runningVersions } from "./queries.ts";
import {
  type DocumentSort,
  type DocumentsSearch,
  defaultDocumentsSearch,
} from "./search-params.ts";
import { UploadDrop } from "./upload-drop.tsx";
import { UploadPanel } from "./upload-panel.tsx";

interface Props {
  search: DocumentsSearch;
  onChange: (next: Partial<DocumentsSearch>) => void;
  /** Whether the library is that of one project. */
  isOfProject?: boolean;
  onUpload: () => void;
  onFiles: (files: File[]) => void;
}

/** The documents that the URL selects, running uploads, and the drop zone for files. */
export function DocumentLibrary({ search, onChange, isOfProject = false, ...props }: Props) {
  const isLead = leads(useViewer());
  const { q, project, kind, status, sort, dir } = search;
  const filters = { q, project, kind, status, sort, dir };
  const documents = usePagedRows<ListedDocument>({
    key: [...documentsKey, "list", filters, isOfProject],
    read: (from, to) => readDocuments(filters, from, to, !isOfProject),
  });
  useRefreshWhenRead();
  const isNarrowed = q !== "" || kind !== "" || status !== "" || (!isOfProject && project !== "");
  const isEmpty = documents.total === 0 && !documents.error;

  return (
    <>
      <UploadDrop
        effect={isOfProject ? "upload to this project" : "upload"}
        isActive
        onFiles={props.onFiles}
      />
      <UploadPanel />
      {isEmpty && !isNarrowed ? (
        <NothingYet isOfProject={isOfProject} onUpload={props.onUpload} />
      ) : (
        <>
          <DocumentFilters
            search={search}
            onChange={onChange}
            isOfProject={isOfProject}
            isLead={isLead}
          />
          <VisuallyHidden role="status">
            {documents.total !== undefined && countOf(documents.total, "document")}
          </VisuallyHidden>
          {isEmpty ? (
            <Text py="xl" c="dimmed">
              No document matches this search.{" "}
              <Anchor
                component="button"
                type="button"
                onClick={() =>
                  onChange({
                    ...defaultDocumentsSearch,
                    ...(isOfProject && { project }),
                  })
                }
              >
                Clear the filters
              </Anchor>
            </Text>
          ) : (
            <DocumentTable
              documents={documents}
              isOfProject={isOfProject}
              sort={{
                key: sort,
                direction: dir,
                onSort: (key, direction) => onChange({ sort: key as DocumentSort, dir: direction }),
              }}
            />
          )}
        </>
      )}
    </>
  );
}

/** Reloads the list when the processing of any person's upload has ended. */
function useRefreshWhenRead() {
  const queryClient = useQueryClient();
  const processing = useQuery(runningVersions).data;
  const ids = processing?.map(({ document_id, version }) => `${document_id} ${version}`).join();
  const last = useRef(ids);
  useEffect(() => {
    if (last.current !== undefined && last.current !== ids) {
      void queryClient.invalidateQueries({ queryKey: [...documentsKey, "list"] });
    }
    last.current = ids;
  }, [ids, queryClient]);
}

function NothingYet({ isOfProject, onUpload }: { isOfProject: boolean; onUpload: () => void }) {
  return (
    <Stack gap="sm" py="xl" align="flex-start" maw={560}>
      <Title order={2}>No documents yet</Title>
      <Text size="lg">
        {isOfProject
          ? "The files of this project appear here: contracts, briefs, deliverables, transcripts."
          : "The files of your projects appear here: contracts, briefs, deliverables, transcripts."}{" "}
        Their text becomes searchable and can be cited by page. Start by dropping files anywhere on
        this page.
      </Text>
      <Button
        leftSection={<UploadIcon size={16} strokeWidth={1.8} aria-hidden />}
        onClick={onUpload}
      >
        Upload documents
      </Button>
    </Stack>
  );
}
