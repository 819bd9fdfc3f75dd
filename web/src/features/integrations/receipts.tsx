import { Text } from "@mantine/core";
import type { SyncReceipt } from "../../api/integration-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { countOf } from "../../format/numbers.ts";
import classes from "./integrations.module.css";
import { endingOf, receiptInWords } from "./words.ts";

/** The last runs; the newest one is also the summary. */
export function Receipts({ runs }: { runs: SyncReceipt[] }) {
  const [latest] = runs;
  if (!latest) {
    return (
      <Text size="sm" c="dimmed">
        No runs yet. Each run leaves a receipt here.
      </Text>
    );
  }
  return (
    <details className={classes.details}>
      <summary>
        Last run <Instant at={latest.started_at} />: {endingOf(latest)}
      </summary>
      <ul className={classes.rows} aria-label="Recent runs">
        {runs.map((run) => (
          <li key={run.id}>
            <div>
              <Instant at={run.started_at} /> · {endingOf(run)}
            </div>
            <div className={classes.quiet}>
              {receiptInWords(run)}. {countOf(run.calls, "API call")}
              {run.retries > 0 && `, ${countOf(run.retries, "retry", "retries")}`}
              {run.gaps > 0 && `, ${countOf(run.gaps, "restart")}`}
            </div>
            {run.error && <div className={classes.quiet}>{run.error}</div>}
          </li>
        ))}
      </ul>
    </details>
  );
}
