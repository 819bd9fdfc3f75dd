import { Alert, Button, Group, Text, Title } from "@mantine/core";
import { RefreshCwIcon } from "lucide-react";
import { useRef } from "react";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import type { Provider, SyncStream } from "../../api/integration-routes.ts";
import { formatMoment } from "../../format/dates.ts";
import { Instant } from "../../format/instant.tsx";
import { countOf } from "../../format/numbers.ts";
import { administers, useViewer } from "../../session/viewer.ts";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { CrmReview } from "./crm-review.tsx";
import { DeadLetters } from "./dead-letters.tsx";
import classes from "./integrations.module.css";
import { Receipts } from "./receipts.tsx";
import { Removals } from "./removals.tsx";
import { Scopes } from "./scopes.tsx";
import { useIntegrationAction } from "./use-integration-action.ts";
import { containerOf, streamTitle } from "./words.ts";

interface Props {
  vendor: Provider;
  stream: SyncStream;
  onReconnect: () => void;
}

/** One kind of data from a vendor: how fresh it is, where it goes, and what went wrong. */
export function StreamView({ vendor, stream, onReconnect }: Props) {
  const { provider } = vendor;
  const mayChange = administers(useViewer());
  const heading = useRef<HTMLHeadingElement>(null);
  const name = providerName(provider);
  const run = useIntegrationAction(() => notifySaved("The sync starts within a minute."));
  const isReady = stream.state === "active" && (stream.scopes.length > 0 || !stream.requires_scope);
  const isRunning = stream.runs[0]?.ended_at === null;
  const id = `stream-${stream.id}`;
  // A settled record disappears together with the button that had the focus.
  const refocus = () => heading.current?.focus();
  return (
    <section aria-labelledby={id} className={classes.stream}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div className={classes.head}>
          <Title order={3} id={id} ref={heading} tabIndex={-1}>
            {streamTitle(name, stream.stream)}
          </Title>
          <Text size="sm">
            {stream.confirmed_at ? (
              <>
                Up to date with {name} as of <Instant at={stream.confirmed_at} />
              </>
            ) : (
              "Not read completely yet"
            )}
            {`. ${countOf(stream.row_count, "record")} managed by ${name}.`}
          </Text>
          {stream.state === "active" && stream.failures > 0 && (
            <Text size="sm" className={classes.warning}>
              {countOf(stream.failures, "run")} failed in a row. Next attempt:{" "}
              {formatMoment(stream.next_at)}.
            </Text>
          )}
        </div>
        {isReady && (
          <Button
            size="xs"
            variant="default"
            leftSection={<RefreshCwIcon size={14} aria-hidden />}
            aria-label={`Sync now: ${streamTitle(name, stream.stream)}`}
            loading={run.isPending || isRunning}
            onClick={() => run.mutate({ action: "sync_now", stream_id: stream.id })}
          >
            Sync now
          </Button>
        )}
      </Group>
      {stream.state === "needs_reconnect" && (
        <Alert color="red" variant="light" title={`${name} rejects our access`}>
          <Text size="sm" mb="xs">
            Syncs are stopped until {mayChange ? "you enter" : "an admin enters"} a new secret.
            Nothing that was read is lost.
          </Text>
          {mayChange && (
            <Button size="xs" onClick={onReconnect}>
              Reconnect {name}
            </Button>
          )}
        </Alert>
      )}
      {stream.removals && (
        <Removals
          provider={provider}
          removals={stream.removals}
          isDisconnected={stream.pause_reason === "disconnected"}
        />
      )}
      {stream.accepts_scopes && <Scopes provider={vendor} stream={stream} onDone={refocus} />}
      {stream.requires_scope && stream.scopes.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing is read until a {containerOf(provider)} is assigned to a project.
        </Text>
      )}
      <CrmReview provider={provider} stream={stream} onDone={refocus} />
      <DeadLetters stream={stream} onDone={refocus} />
      <Receipts runs={stream.runs} />
    </section>
  );
}
