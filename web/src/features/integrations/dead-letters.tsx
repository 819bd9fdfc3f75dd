import { Button, Title } from "@mantine/core";
import type { SyncStream } from "../../api/integration-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { countOf } from "../../format/numbers.ts";
import { asSentence } from "../../format/sentence.ts";
import { notifySaved } from "../../ui/saved-notice.tsx";
import classes from "./integrations.module.css";
import { useIntegrationAction } from "./use-integration-action.ts";

interface Props {
  stream: SyncStream;
  onDone: () => void;
}

/** Records that could not be applied, each with its reason. */
export function DeadLetters({ stream, onDone }: Props) {
  const { count, rows } = stream.dead_letters;
  const retry = useIntegrationAction((receipt) => {
    const hasFailed = Boolean(receipt?.failed);
    notifySaved(
      hasFailed ? "The record failed again. Its entry shows the new reason." : "Record applied.",
    );
    onDone();
  });
  if (count === 0) return null;
  return (
    <div>
      <Title order={4} size="h3">
        {countOf(count, "record")} not applied
      </Title>
      <ul className={classes.rows} aria-label="Records not applied">
        {rows.map((letter) => {
          const name = letter.title ?? letter.external_id;
          return (
            <li key={letter.id} className={classes.row}>
              <div>
                <div>{name}</div>
                <div className={classes.quiet}>
                  {asSentence(letter.reason)} {countOf(letter.attempt, "attempt")}, first{" "}
                  <Instant at={letter.created_at} />
                </div>
              </div>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Retry ${name}`}
                loading={
                  retry.isPending &&
                  retry.variables.action === "retry_dead_letter" &&
                  retry.variables.dead_letter_id === letter.id
                }
                onClick={() =>
                  retry.mutate({ action: "retry_dead_letter", dead_letter_id: letter.id })
                }
              >
                Retry
              </Button>
            </li>
          );
        })}
      </ul>
      {count > rows.length && (
        <p className={classes.quiet}>{countOf(count - rows.length, "more record")} not shown.</p>
      )}
    </div>
  );
}
