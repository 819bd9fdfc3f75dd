import { Alert, Button, Group, Select, Text, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import {
  actInPortal,
  type ClientRequest,
  type PortalProject,
} from "../../api/client-portal-routes.ts";
import { formatDay } from "../../format/dates.ts";
import { InstantDay } from "../../format/instant.tsx";
import { formatBytes } from "../../format/numbers.ts";
import { listInWords } from "../../format/sentence.ts";
import { Problem } from "../../ui/problem.tsx";
import { notifySaved } from "../../ui/saved-notice.tsx";
import classes from "./portal.module.css";
import { PortalDialog } from "./portal-dialog.tsx";
import { PortalText } from "./portal-text.tsx";
import { RequestFileLink } from "./request-file-link.tsx";
import { RequestFilesField } from "./request-files-field.tsx";
import { isUploading, useRequestUploads } from "./request-uploads.ts";

const kindLabels: Record<ClientRequest["kind"], string> = {
  question: "Question",
  change: "Change",
  problem: "Problem",
  other: "Something else",
};

const statusLabels: Record<ClientRequest["status"], string> = {
  open: "Open",
  answered: "Answered",
  declined: "Declined",
};

interface ListProps {
  requests: ClientRequest[];
  mayAct: boolean;
}

/** The requests of a project, with their files and the replies. */
export function PortalRequests({ requests, mayAct }: ListProps) {
  return (
    <ul className={classes.list}>
      {requests.map(({ id, kind, text, status, asked_by, asked_at, respond_by, reply, files }) => (
        <li key={id} className={classes.entry}>
          <Text c="dimmed" size="sm">
            {kindLabels[kind]} by {asked_by}, <InstantDay at={asked_at} /> · {statusLabels[status]}
            {status === "open" && `, response by ${formatDay(respond_by)}`}
          </Text>
          <PortalText>{text}</PortalText>
          {files.length > 0 && (
            <ul className={classes.list} aria-label="Files">
              {files.map((file) => (
                <li key={file.id} className={classes.text}>
                  {mayAct ? <RequestFileLink id={file.id} name={file.name} /> : file.name}{" "}
                  <Text span c="dimmed" size="sm">
                    {formatBytes(file.size_bytes)}
                  </Text>
                </li>
              ))}
            </ul>
          )}
          {reply && (
            <>
              <Text fw={500}>Reply</Text>
              <PortalText>{reply}</PortalText>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A new request for a project. */
export function RequestButton({ project }: { project: PortalProject }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Send a request
      </Button>
      {isOpen && <RequestDialog project={project} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RequestDialog({ project, onClose }: { project: PortalProject; onClose: () => void }) {
  const [kind, setKind] = useState<ClientRequest["kind"]>("question");
  const [text, setText] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const [isFailureVisible, setIsFailureVisible] = useState(false);
  const { uploads, add, retry, remove } = useRequestUploads(project.id);
  const isBusy = uploads.some(isUploading);
  const failedFileNames = uploads.filter(({ problem }) => problem).map(({ file }) => file.name);
  const file_ids = uploads.flatMap(({ fileId }) => fileId ?? []);
  const send = useMutation({
    mutationFn: () =>
      actInPortal({
        action: "request",
        project_id: project.id,
        kind,
        text: text.trim(),
        ...(file_ids.length > 0 && { file_ids }),
      }),
    onSuccess: ({ request }) => {
      notifySaved(`Request sent. You will get a response by ${formatDay(request.respond_by)}.`);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(text.trim() === "");
    setIsFailureVisible(failedFileNames.length > 0);
    if (text.trim() !== "" && !isBusy && failedFileNames.length === 0) send.mutate();
  };
  return (
    <PortalDialog
      title={`Request for ${project.name}`}
      isDirty={text.trim() !== "" || uploads.length > 0}
      unsent="request"
      onClose={onClose}
    >
      {(close) => (
        <form onSubmit={submit} noValidate>
          <Select
            label="Kind"
            allowDeselect={false}
            data={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
            value={kind}
            onChange={(value) => setKind(value as ClientRequest["kind"])}
            mb="sm"
          />
          <Textarea
            label="Your request"
            required
            data-autofocus
            autosize
            minRows={4}
            maxRows={14}
            maxLength={4000}
            value={text}
            error={isMissing && text.trim() === "" && "Write your request"}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <RequestFilesField uploads={uploads} onAdd={add} onRetry={retry} onRemove={remove} />
          {isFailureVisible && failedFileNames.length > 0 && (
            <Alert
              color="red"
              variant="light"
              role="alert"
              mt="sm"
              title={failureTitle(failedFileNames)}
            >
              Remove {failedFileNames.length === 1 ? "it" : "them"} or try the upload again, then
              send the request.
            </Alert>
          )}
          {send.isError && <Problem error={send.error} />}
          <Group gap="xs" mt="lg" justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={send.isPending} aria-disabled={isBusy || undefined}>
              {isBusy ? "Waiting for files" : "Send request"}
            </Button>
          </Group>
        </form>
      )}
    </PortalDialog>
  );
}

const failureTitle = (names: string[]) =>
  `${listInWords(names)} ${names.length === 1 ? "isn't" : "aren't"} attached`;
