import { Button, Group, Text, Title } from "@mantine/core";
import { useRef, useState } from "react";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import type { Provider } from "../../api/integration-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { countOf } from "../../format/numbers.ts";
import { administers, useViewer } from "../../session/viewer.ts";
import { ConnectDialog } from "./connect-dialog.tsx";
import { TestButton, TestResult } from "./connection-test.tsx";
import { DisconnectDialog } from "./disconnect-dialog.tsx";
import classes from "./integrations.module.css";
import { StreamView } from "./stream-view.tsx";
import { purposeOf } from "./words.ts";

/** One vendor: its connection, and the data that is read from it. */
export function ProviderSection({ provider }: { provider: Provider }) {
  const mayChange = administers(useViewer());
  const heading = useRef<HTMLHeadingElement>(null);
  const [dialog, setDialog] = useState<"connect" | "disconnect">();
  const { connection, streams } = provider;
  const name = providerName(provider.provider);
  const id = `vendor-${provider.provider}`;
  const rows = streams.reduce((sum, { row_count }) => sum + row_count, 0);
  const close = () => setDialog(undefined);
  const connect = () => setDialog("connect");
  return (
    <section aria-labelledby={id} className={classes.vendor}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div className={classes.head}>
          <Title order={2} id={id} ref={heading} tabIndex={-1}>
            {name}
          </Title>
          <Text size="sm">{purposeOf(provider)}</Text>
          <Text size="sm" c="dimmed">
            {connection ? (
              <>
                Connected by {connection.connected_by.name}, <Instant at={connection.updated_at} />
              </>
            ) : (
              `Not connected${rows > 0 ? `. ${countOf(rows, "record")} read earlier, still managed by ${name}` : ""}`
            )}
          </Text>
        </div>
        {mayChange && (
          <Group gap="xs">
            {connection ? (
              <>
                <TestButton provider={provider} />
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Change connection to ${name}`}
                  onClick={connect}
                >
                  Change connection
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Disconnect ${name}`}
                  onClick={() => setDialog("disconnect")}
                >
                  Disconnect
                </Button>
              </>
            ) : (
              <Button size="xs" variant="default" onClick={connect}>
                Connect {name}
              </Button>
            )}
          </Group>
        )}
      </Group>
      {mayChange && connection && <TestResult provider={provider} />}
      {streams
        .filter(({ removals }) => connection || removals)
        .map((stream) => (
          <StreamView key={stream.id} vendor={provider} stream={stream} onReconnect={connect} />
        ))}
      {dialog === "connect" && <ConnectDialog provider={provider} onClose={close} />}
      {dialog === "disconnect" && (
        <DisconnectDialog
          provider={provider}
          onClose={close}
          onDone={() => {
            close();
            heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}
