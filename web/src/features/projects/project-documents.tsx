import { Button, Group } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { UploadIcon } from "lucide-react";
import { useCallback } from "react";
import { DocumentLibrary } from "../documents/document-library.tsx";
import { type DocumentsSearch, defaultDocumentsSearch } from "../documents/search-params.ts";
import { useUploadForm } from "../documents/use-upload-form.tsx";

const route = getRouteApi("/projects/$projectId");

/** The files of one project. */
export default function ProjectDocuments({ projectId }: { projectId: string }) {
  const { q, kind, reading, upload: uploadParam } = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    ({ status, q, kind, upload }: Partial<DocumentsSearch>) =>
      void navigate({
        search: (before) => ({
          ...before,
          ...(q !== undefined && { q }),
          ...(kind !== undefined && { kind }),
          ...(status !== undefined && { reading: status }),
          ...(upload !== undefined && { upload }),
        }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const onAsk = useCallback((isAsked: boolean) => change({ upload: isAsked ? "1" : "" }), [change]);
  const upload = useUploadForm({ projectId, isAsked: uploadParam === "1", onAsk });
  return (
    <>
      <Group justify="flex-end" mb="sm">
        <Button
          id="upload"
          size="xs"
          leftSection={<UploadIcon size={16} strokeWidth={1.8} aria-hidden />}
          onClick={upload.open}
        >
          Upload documents
        </Button>
      </Group>
      <DocumentLibrary
        isOfProject
        search={{ ...defaultDocumentsSearch, project: projectId, q, kind, status: reading }}
        onChange={change}
        onUpload={upload.open}
        onFiles={upload.add}
      />
      {upload.form}
    </>
  );
}
