import { Button, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CheckIcon, PlugIcon, TriangleAlertIcon, XIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { connectionTestInWords } from "../../../../supabase/functions/_domain/words/connection-tests.ts";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import { integrationAction, type Provider } from "../../api/integration-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { readerFormat } from "../../format/reader.ts";
import { notifyFailed } from "../../ui/saved-notice.tsx";
import classes from "./integrations.module.css";
import { integrationsQuery, isTesting, OVERDUE_MS } from "./queries.ts";

/** Has the service call the vendor with the stored secret; the page then waits for the result. */
export function TestButton({ provider: { provider, connection } }: { provider: Provider }) {
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => integrationAction({ action: "test", provider }),
    onSuccess: () => client.invalidateQueries(integrationsQuery),
    onError: (error) => notifyFailed("Not tested", error),
  });
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<PlugIcon size={14} aria-hidden />}
      aria-label={`Test connection to ${providerName(provider)}`}
      loading={test.isPending || isTesting(connection)}
      onClick={() => test.mutate()}
    >
      Test connection
    </Button>
  );
}

const icons = { good: CheckIcon, warn: TriangleAlertIcon, bad: XIcon };

/** The result of the last test. The element is always there, so that screen readers announce each result. */
export function TestResult({ provider }: { provider: Provider }) {
  const test = provider.connection?.test ?? null;
  const isOpen = test?.ended_at === null;
  const isOverdue = useOverdue(isOpen ? test.requested_at : null);
  const text = test && connectionTestInWords({ ...provider, ...test }, readerFormat);
  const tone = toneOf(test?.result ?? null);
  const Icon = icons[tone];
  return (
    <div role="status" className={classes.test} data-tone={isOpen ? undefined : tone}>
      {isOpen && (
        <Text size="sm" c="dimmed">
          {isOverdue
            ? "No result yet. If none appears within a few minutes, ask your operator to check the background jobs."
            : "Testing the connection…"}
        </Text>
      )}
      {test?.ended_at && text && (
        <>
          <Icon size={16} aria-hidden />
          <Text size="sm">
            {text}{" "}
            <span className={classes.quiet}>
              Tested <Instant at={test.ended_at} />.
            </span>
          </Text>
        </>
      )}
    </div>
  );
}

function toneOf(result: string | null): keyof typeof icons {
  if (result === "accepted") return "good";
  return result === "rejected" || result === "forbidden" ? "bad" : "warn";
}

/** Whether this instant is longer ago than a test takes. */
function useOverdue(since: string | null): boolean {
  const [overdue, setOverdue] = useState<string | null>(null);
  useEffect(() => {
    if (since === null) return;
    const timer = setTimeout(
      () => setOverdue(since),
      Math.max(0, Date.parse(since) + OVERDUE_MS - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [since]);
  return since !== null && overdue === since;
}
