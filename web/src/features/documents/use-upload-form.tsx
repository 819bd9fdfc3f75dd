import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { leads, useViewer } from "../../session/viewer.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { usePageKeys } from "../../ui/page-keys.ts";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { type ChosenFile, chosenFiles } from "./chosen-files.ts";
import { focusUploads } from "./focus-uploads.ts";
import { onUnwatchedEnd, startUploads } from "./uploads.ts";
import { kindsFor } from "./words.ts";

const UploadDialog = lazyPart(() => import("./upload-dialog.tsx"));

interface Options {
  projectId: string;
  /** Whether the URL asks for the form. */
  isAsked: boolean;
  /** Updates the URL when the form opens or closes. */
  onAsk: (isAsked: boolean) => void;
}

/** The upload form, which a button, a key, the URL or files dropped on the page open. */
export function useUploadForm({ projectId, isAsked, onAsk }: Options) {
  const isLead = leads(useViewer());
  const navigate = useNavigate();
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const open = useCallback(() => onAsk(true), [onAsk]);
  const add = useCallback(
    (newFiles: File[]) => {
      if (newFiles.length === 0) return;
      setFiles((before) => [...before, ...chosenFiles(newFiles, kindsFor(isLead))]);
      onAsk(true);
    },
    [isLead, onAsk],
  );
  usePageKeys({ u: open });
  useEffect(() => {
    onUnwatchedEnd(({ phase, title, documentId }) => {
      const message =
        phase === "published" ? `Searchable now: ${title}` : `Upload failed: ${title}`;
      const address = documentId ? `/documents/${documentId}` : "/documents";
      notifySaved(message, {
        label: "Show document",
        take: () => void navigate({ href: address }),
      });
    });
  }, [navigate]);

  const form: ReactNode = isAsked && (
    <UploadDialog
      files={files}
      projectId={projectId}
      onAdd={add}
      onChange={setFiles}
      onStart={startUploads}
      onClosed={() => {
        setFiles([]);
        onAsk(false);
        focusUploads();
      }}
    />
  );
  return { open, add, form };
}
