import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import {
  ArchiveIcon,
  DownloadIcon,
  EllipsisIcon,
  LockIcon,
  PencilIcon,
  UploadIcon,
} from "lucide-react";
import { useState } from "react";
import { explain } from "../../api/service-error.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { DocumentDialog } from "./document-dialog.tsx";
import { useDownload } from "./download.ts";
import type { Document } from "./queries.ts";
import { useArchive } from "./use-document-action.ts";

const icon = { size: 16, strokeWidth: 1.6, "aria-hidden": true };

interface Props {
  document: Document;
  onNewVersion: () => void;
}

/** The title line of a document: its file, its next version, and a menu with the rest. */
export function DocumentActions({ document, onNewVersion }: Props) {
  const viewer = useViewer();
  const [dialog, setDialog] = useState<"rename" | "kind" | null>(null);
  const download = useDownload(document.id);
  const archive = useArchive(document);
  const hasFile = document.versions.some(({ status }) => status !== "awaiting_upload");
  if (document.archived_at) return null;
  const failure = download.error ?? archive.error;
  return (
    <>
      <Group gap="xs" justify="flex-end">
        {hasFile && (
          <Button
            size="xs"
            variant="default"
            leftSection={<DownloadIcon {...icon} />}
            loading={download.isPending}
            onClick={() => download.mutate(undefined)}
          >
            Download
          </Button>
        )}
        <Button id="upload" size="xs" leftSection={<UploadIcon {...icon} />} onClick={onNewVersion}>
          Upload new version
        </Button>
        <Menu position="bottom-end" width={200} transitionProps={{ duration: 120 }}>
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label="More actions">
              <EllipsisIcon size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<PencilIcon {...icon} />} onClick={() => setDialog("rename")}>
              Rename…
            </Menu.Item>
            {leads(viewer) && (
              <Menu.Item leftSection={<LockIcon {...icon} />} onClick={() => setDialog("kind")}>
                Change kind…
              </Menu.Item>
            )}
            {(leads(viewer) || document.created_by === viewer.id) && (
              <Menu.Item
                leftSection={<ArchiveIcon {...icon} />}
                onClick={() => archive.mutate("archive")}
              >
                Archive
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {failure && (
        <p role="alert" style={{ margin: "4px 0 0", color: "var(--cs-bad)", maxWidth: 360 }}>
          {explain(failure).detail}
        </p>
      )}
      {dialog && (
        <DocumentDialog document={document} about={dialog} onClosed={() => setDialog(null)} />
      )}
    </>
  );
}
