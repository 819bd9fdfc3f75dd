import { Alert, Button, FileButton, Group, Modal, Text } from "@mantine/core";
import { TriangleAlertIcon } from "lucide-react";
import { formatBytes } from "../../format/numbers.ts";
import { usePageKeys } from "../../ui/page-keys.ts";
import { acceptedEndings, refusalOf } from "./file-types.ts";
import { focusUploads } from "./focus-uploads.ts";
import type { Document } from "./queries.ts";
import { UploadDrop } from "./upload-drop.tsx";
import { startUploads } from "./uploads.ts";

interface Props {
  document: Document;
  /** The dropped or chosen file, or the request to choose one; null otherwise. */
  choice: File | "choose" | null;
  onAsk: (choice: File | "choose" | null) => void;
}

/** Uploads the next version of a document: by a button, a key, or a dropped file. */
export function NewVersion({ document, choice, onAsk }: Props) {
  const isOpen = document.archived_at === null && document.project_id !== null;
  usePageKeys(isOpen ? { u: () => onAsk("choose") } : {});
  if (!isOpen) return null;
  const file = choice instanceof File ? choice : null;
  const refusal = file && refusalOf(file);
  const upload = () => {
    if (!file || refusal || !document.project_id) return;
    onAsk(null);
    startUploads([
      {
        file,
        title: document.title,
        kind: document.kind,
        projectId: document.project_id,
        documentId: document.id,
      },
    ]);
  };
  return (
    <>
      <UploadDrop
        effect={`upload version ${document.latest_version + 1}`}
        isActive
        onFiles={([first]) => first && onAsk(first)}
      />
      <Modal
        opened={choice !== null}
        onClose={() => onAsk(null)}
        title={`Upload version ${document.latest_version + 1}`}
        transitionProps={{ duration: 120 }}
        closeButtonProps={{ "aria-label": "Close" }}
        returnFocus={false}
        onExitTransitionEnd={focusUploads}
      >
        <Text mb="sm">
          It replaces version {document.latest_version} once it is processed. The files of all
          versions are kept; the title and kind don't change.
        </Text>
        {file && (
          <Text mb="sm">
            <b>{file.name}</b>, {formatBytes(file.size)}
          </Text>
        )}
        {refusal && (
          <Alert color="yellow" variant="light" role="alert" icon={<TriangleAlertIcon />} mb="sm">
            {refusal}.
          </Alert>
        )}
        <Group gap="xs" justify="flex-end" mt="lg">
          <FileButton
            accept={acceptedEndings}
            inputProps={{ "aria-label": "File of the new version" }}
            onChange={(files) => files && onAsk(files)}
          >
            {(props) => (
              <Button {...props} variant="default" mr="auto" data-autofocus={!file || undefined}>
                {file ? "Choose another file" : "Choose a file"}
              </Button>
            )}
          </FileButton>
          <Button variant="default" onClick={() => onAsk(null)}>
            Cancel
          </Button>
          <Button disabled={!file || refusal !== null} onClick={upload}>
            Upload version
          </Button>
        </Group>
      </Modal>
    </>
  );
}
