import { Alert, Button, Group, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArchiveIcon, CircleDotDashedIcon, TriangleAlertIcon } from "lucide-react";
import type { ReactNode } from "react";
import { ingestDocument } from "../../api/document-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { leads, useViewer } from "../../session/viewer.ts";
import { Problem } from "../../ui/problem.tsx";
import { type Document, documentsKey, type Version } from "./queries.ts";
import { isOnItsWay } from "./upload.ts";
import { useUploads } from "./uploads.ts";
import { useArchive } from "./use-document-action.ts";
import { isRunning, progressInWords } from "./words.ts";

interface Props {
  document: Document;
  onNewVersion: () => void;
}

/** The reason why a document cannot be read, and the next step. */
export function DocumentState({ document, onNewVersion }: Props) {
  const uploads = useUploads();
  if (document.archived_at) return <Archived document={document} at={document.archived_at} />;
  // The uploads of this window are already shown above.
  const isOurs = ({ version }: Version) =>
    uploads.some(
      (upload) =>
        upload.documentId === document.id && upload.version === version && isOnItsWay(upload),
    );
  const latestVersion = document.versions[0];
  const arrived = document.versions.find(({ status }) => status !== "awaiting_upload");
  return (
    <>
      {latestVersion?.status === "awaiting_upload" && !isOurs(latestVersion) && (
        <Unread
          document={document}
          title={`The file of version ${latestVersion.version} isn't uploaded`}
          onNewVersion={onNewVersion}
        >
          The upload was cancelled or is still running in another window. If it has stopped, upload
          the file again.
        </Unread>
      )}
      {arrived?.status === "failed" && (
        <Unread
          document={document}
          title={`Version ${arrived.version} could not be read`}
          onNewVersion={onNewVersion}
        >
          {arrived.failure_reason}
        </Unread>
      )}
      {arrived && isRunning(arrived) && !isOurs(arrived) && (
        <Running document={document} upload={arrived} />
      )}
    </>
  );
}

function Running({ document, upload }: { document: Document; upload: Version }) {
  return (
    <Alert
      color="gray"
      variant="light"
      role="status"
      mb="md"
      icon={<CircleDotDashedIcon />}
      title={`Version ${upload.version}: ${progressInWords(upload)}`}
    >
      {document.indexed_version === null
        ? "You can leave this page. The text appears here when processing is done."
        : `Readers see version ${document.indexed_version} until processing is done. You can leave this page.`}
    </Alert>
  );
}

interface UnreadProps extends Props {
  title: string;
  children: ReactNode;
}

function Unread({ document: about, title, onNewVersion, children }: UnreadProps) {
  const queryClient = useQueryClient();
  const again = useMutation({
    mutationFn: () => ingestDocument(about.id),
    // The pressed button disappears with this alert.
    onSuccess: () => document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: documentsKey }),
  });
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      mb="md"
      icon={<TriangleAlertIcon />}
      title={title}
    >
      <Text size="md">{children}</Text>
      {about.indexed_version !== null && (
        <Text size="md">Readers see version {about.indexed_version}.</Text>
      )}
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={onNewVersion}>
          Upload another file
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          Try again
        </Button>
      </Group>
      {again.error && (
        <div style={{ marginTop: 12 }}>
          <Problem error={again.error} />
        </div>
      )}
    </Alert>
  );
}

function Archived({ document, at }: { document: Document; at: string }) {
  const viewer = useViewer();
  const archive = useArchive(document);
  return (
    <Alert
      color="gray"
      variant="light"
      role="status"
      mb="md"
      icon={<ArchiveIcon />}
      title="Archived"
    >
      <Text size="md">
        Archived <Instant at={at} />. Its text can't be read, found or cited until you restore it.
      </Text>
      {(leads(viewer) || document.created_by === viewer.id) && (
        <Button
          size="xs"
          variant="default"
          mt="sm"
          loading={archive.isPending}
          onClick={() => archive.mutate("restore")}
        >
          Restore
        </Button>
      )}
      {archive.error && <Problem error={archive.error} />}
    </Alert>
  );
}
