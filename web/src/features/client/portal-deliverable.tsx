import { Button, Group, Text, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import {
  actInPortal,
  type ClientPortal,
  type Deliverable,
} from "../../api/client-portal-routes.ts";
import { InstantDay } from "../../format/instant.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifySaved } from "../../ui/saved-notice.tsx";
import classes from "./portal.module.css";
import { PortalDialog } from "./portal-dialog.tsx";
import { recordText, saveText } from "./portal-record.ts";
import { PortalText } from "./portal-text.tsx";

interface Props {
  portal: ClientPortal;
  deliverable: Deliverable;
  mayAct: boolean;
}

/** A deliverable with its file, and the client's decision about it. */
export function PortalDeliverable({ portal, deliverable, mayAct }: Props) {
  const [asking, setAsking] = useState<"approved" | "changes_requested">();
  const { id, title, note, released_at, file, decision } = deliverable;
  const headingId = useId();
  const open = useMutation({
    mutationFn: async () => {
      const { url } = await actInPortal({ action: "open_file", deliverable_id: id });
      const link = document.createElement("a");
      link.href = url;
      link.rel = "noreferrer";
      link.download = "";
      link.click();
    },
  });
  return (
    <li className={classes.entry} aria-labelledby={headingId}>
      <Text fw={500} size="lg" component="h4" m={0} id={headingId} tabIndex={-1}>
        {title}
      </Text>
      <Text c="dimmed" size="sm">
        Delivered <InstantDay at={released_at} />
        {file && ` · ${file.name}`}
      </Text>
      {note && <PortalText>{note}</PortalText>}
      {decision && (
        <Text mt={4}>
          {decision.decision === "approved" ? "Approved" : "Changes requested"} by{" "}
          {decision.decided_by}, <InstantDay at={decision.decided_at} />
          {decision.comment && `: ${decision.comment}`}
        </Text>
      )}
      {open.isError && <Problem error={open.error} />}
      <Group gap="xs" mt="xs">
        {file && mayAct && (
          <Button variant="default" loading={open.isPending} onClick={() => open.mutate()}>
            Download file
          </Button>
        )}
        {mayAct && decision?.decision !== "approved" && (
          <>
            <Button onClick={() => setAsking("approved")}>Approve deliverable</Button>
            <Button variant="default" onClick={() => setAsking("changes_requested")}>
              Request changes
            </Button>
          </>
        )}
        {decision && (
          <Button
            variant="default"
            onClick={() => saveText(`${title}.txt`, recordText(portal, deliverable))}
          >
            Download decision record
          </Button>
        )}
      </Group>
      {asking && (
        <DecisionDialog
          deliverable={deliverable}
          decision={asking}
          onClose={() => setAsking(undefined)}
          // The button that opened the dialog no longer exists after a decision.
          onDecided={() => document.getElementById(headingId)?.focus({ preventScroll: true })}
        />
      )}
    </li>
  );
}

interface DialogProps {
  deliverable: Deliverable;
  decision: "approved" | "changes_requested";
  onClose: () => void;
  onDecided: () => void;
}

function DecisionDialog({ deliverable, decision, onClose, onDecided }: DialogProps) {
  const [comment, setComment] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const isApproval = decision === "approved";
  const decide = useMutation({
    mutationFn: () =>
      actInPortal({
        action: "decide_deliverable",
        deliverable_id: deliverable.id,
        content_hash: deliverable.content_hash,
        decision,
        ...(comment.trim() && { comment: comment.trim() }),
      }),
    onSuccess: () => {
      notifySaved(
        isApproval
          ? "Approved. You can download the decision record."
          : "Request for changes sent. You will get a response.",
      );
      onDecided();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(!isApproval && comment.trim() === "");
    if (isApproval || comment.trim() !== "") decide.mutate();
  };
  return (
    <PortalDialog
      title={isApproval ? "Approve deliverable" : "Request changes"}
      isDirty={comment.trim() !== ""}
      unsent={isApproval ? "comment" : "request"}
      onClose={onClose}
    >
      {(close) => (
        <form onSubmit={submit} noValidate>
          <Text mb="sm">
            {isApproval
              ? `You are approving “${deliverable.title}” as it is now. An approval is final; you can still send a request.`
              : `Describe the changes that “${deliverable.title}” needs.`}
          </Text>
          <Textarea
            label={isApproval ? "Comment (optional)" : "Changes"}
            required={!isApproval}
            data-autofocus
            autosize
            minRows={3}
            maxRows={12}
            maxLength={4000}
            value={comment}
            error={isMissing && comment.trim() === "" && "Describe the changes that you need"}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          {decide.isError && <Problem error={decide.error} />}
          <Group gap="xs" mt="lg" justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={decide.isPending}>
              {isApproval ? "Approve deliverable" : "Request changes"}
            </Button>
          </Group>
        </form>
      )}
    </PortalDialog>
  );
}
