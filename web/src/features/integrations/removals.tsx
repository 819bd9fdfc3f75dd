import { Alert, Button, Group, Modal, Text } from "@mantine/core";
import { useState } from "react";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import type { SyncStream } from "../../api/integration-routes.ts";
import { countOf } from "../../format/numbers.ts";
import { administers, useViewer } from "../../session/viewer.ts";
import { notifySaved } from "../../ui/saved-notice.tsx";
import classes from "./integrations.module.css";
import { useIntegrationAction } from "./use-integration-action.ts";
import { removalInWords } from "./words.ts";

interface Props {
  provider: string;
  stream: SyncStream;
  onDone: () => void;
}

type Decision = "carry_out_removals" | "drop_removals";

/** Rows that are gone at the vendor, more than a sync may remove by itself: an admin decides. */
export function Removals({ provider, stream, onDone }: Props) {
  const mayDecide = administers(useViewer());
  const [decision, setDecision] = useState<Decision>();
  const name = providerName(provider);
  const { count, rows } = stream.removals ?? { count: 0, rows: [] };
  const counted = countOf(count, "row");
  const decide = useIntegrationAction((receipt) => {
    setDecision(undefined);
    notifySaved(receipt ? `${countOf(receipt.deleted, "row")} removed.` : `${counted} kept.`);
    onDone();
  });
  const isRemoval = decision === "carry_out_removals";
  return (
    <Alert color="yellow" variant="light" title={`${counted} gone in ${name}`}>
      <Text size="sm">
        The sync is paused, and nothing was removed yet.
        {!mayDecide && " An admin decides whether the rows stay."}
      </Text>
      <details className={classes.details}>
        <summary>Show the rows</summary>
        <ul className={classes.rows} aria-label="Rows to remove">
          {rows.map((row) => (
            <li key={row.external_id}>
              {row.title ?? row.external_id}
              {row.project_name && <span className={classes.quiet}> · {row.project_name}</span>}
            </li>
          ))}
        </ul>
        {count > rows.length && (
          <p className={classes.quiet}>{countOf(count - rows.length, "more row")} not shown.</p>
        )}
      </details>
      {mayDecide && (
        <Group gap="xs" mt="sm">
          <Button size="xs" variant="default" onClick={() => setDecision("drop_removals")}>
            Keep {counted}…
          </Button>
          <Button size="xs" variant="default" onClick={() => setDecision("carry_out_removals")}>
            Remove {counted}…
          </Button>
        </Group>
      )}
      <Modal
        opened={decision !== undefined}
        onClose={() => setDecision(undefined)}
        title={`${isRemoval ? "Remove" : "Keep"} ${counted}?`}
        closeButtonProps={{ "aria-label": "Close" }}
        transitionProps={{ duration: 120 }}
      >
        <Text mb="md">
          {isRemoval
            ? removalInWords(stream.stream)
            : `The rows stay and are ours from now on. If ${name} lists one again, it manages the row again.`}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => setDecision(undefined)}>
            Cancel
          </Button>
          <Button
            color={isRemoval ? "red" : undefined}
            loading={decide.isPending}
            onClick={() => decision && decide.mutate({ action: decision, stream_id: stream.id })}
          >
            {isRemoval ? "Remove" : "Keep"} {counted}
          </Button>
        </Group>
      </Modal>
    </Alert>
  );
}
