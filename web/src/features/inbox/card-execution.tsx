import { Alert, Anchor, Loader, Text } from "@mantine/core";
import {
  CircleCheckIcon,
  CircleQuestionMarkIcon,
  CircleXIcon,
  ExternalLinkIcon,
} from "lucide-react";
import type { Approval } from "../../api/approval-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { asSentence } from "../../format/sentence.ts";
import { AppLink } from "../../ui/app-link.tsx";
import { resultLink } from "./result-link.ts";

/** The state of a card's execution, and its result. */
export function CardExecution({ approval }: { approval: Approval }) {
  const { execution } = approval;
  switch (execution.state) {
    case "none":
      return null;
    case "queued":
    case "running":
      return (
        <Alert color="accent" variant="light" icon={<Loader size={18} />} role="status">
          {execution.state === "queued"
            ? "Waiting for execution."
            : "Executing. You can leave this page; the result will appear here."}
          {execution.error && ` The last attempt failed: ${asSentence(execution.error)}`}
        </Alert>
      );
    case "executed":
      return (
        <Alert
          color="gray"
          variant="light"
          icon={<CircleCheckIcon color="var(--cs-good)" />}
          role="status"
          title="Executed"
        >
          {execution.executed_at && <Instant at={execution.executed_at} />}
          {execution.requested_by && `, requested by ${execution.requested_by.name}`}
          <ResultLink approval={approval} />
        </Alert>
      );
    case "failed":
      return (
        <Alert color="red" variant="light" icon={<CircleXIcon />} title="Execution failed">
          <Text size="md">{asSentence(execution.error ?? "No reason was given")}</Text>
          <Text size="md">Nothing was written. Try again, or edit the card first.</Text>
        </Alert>
      );
    case "unknown":
      return (
        <Alert
          color="yellow"
          variant="light"
          icon={<CircleQuestionMarkIcon />}
          title="Result unknown"
        >
          <Text size="md">
            The connected system did not confirm the change.
            {execution.error && ` ${asSentence(execution.error)}`} Countersign checks again
            automatically and changes nothing until the result is known.
          </Text>
        </Alert>
      );
  }
}

function ResultLink({ approval }: { approval: Approval }) {
  const link = resultLink(approval);
  if (!link) return null;
  return (
    <Text size="md" mt={4} component="div">
      {link.isOurs ? (
        <AppLink to={link.href}>{link.label}</AppLink>
      ) : (
        <Anchor inherit href={link.href} target="_blank" rel="noreferrer">
          {link.label} <ExternalLinkIcon size={14} aria-hidden style={{ verticalAlign: "-2px" }} />
        </Anchor>
      )}
    </Text>
  );
}
