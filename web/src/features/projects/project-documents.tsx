import { Button, Group } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
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
          leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
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
