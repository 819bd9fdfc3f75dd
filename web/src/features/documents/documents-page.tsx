import { Button, Group } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { UploadIcon } from "lucide-react";
import { useCallback } from "react";
import { leads, useViewer } from "../../session/viewer.ts";
import { Page } from "../../ui/page.tsx";
import { DocumentLibrary } from "./document-library.tsx";
import type { DocumentsSearch } from "./search-params.ts";
import { useUploadForm } from "./use-upload-form.tsx";

const route = getRouteApi("/documents");

/** The files of all projects that the viewer sees. */
export default function DocumentsPage() {
  const isLead = leads(useViewer());
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (next: Partial<DocumentsSearch>) =>
      void navigate({
        search: (before) => ({ ...before, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const onAsk = useCallback((isAsked: boolean) => change({ upload: isAsked ? "1" : "" }), [change]);
  const upload = useUploadForm({
    projectId: search.project,
    isAsked: search.upload === "1",
    onAsk,
  });
  return (
    <Page
      title="Documents"
      actions={
        <Group gap="xs" wrap="nowrap">
          {isLead && (
            <Button
              size="xs"
              variant="default"
              renderRoot={(props) => <Link to="/documents/inventory" {...props} />}
            >
              Inventory
            </Button>
          )}
          <Button
            id="upload"
            size="xs"
            leftSection={<UploadIcon size={16} strokeWidth={1.8} aria-hidden />}
            onClick={upload.open}
          >
            Upload documents
          </Button>
        </Group>
      }
    >
      <DocumentLibrary
        search={search}
        onChange={change}
        onUpload={upload.open}
        onFiles={upload.add}
      />
      {upload.form}
    </Page>
  );
}
