import { Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { peopleNames } from "../../entities/person/queries.ts";
import { Instant } from "../../format/instant.tsx";
import { countOf } from "../../format/numbers.ts";
import { Problem } from "../../ui/problem.tsx";
import classes from "./import-runs.module.css";
import { planInWords, resultInWords } from "./plan-words.ts";
import { importRuns, type StoredRun } from "./queries.ts";
import { RunStatusLabel } from "./run-status.tsx";

/** The receipts of the last imports. */
export function ImportRuns() {
  const runs = useQuery(importRuns);
  const names = useQuery(peopleNames).data;
  return (
    <section aria-labelledby="runs" className={classes.section}>
      <Title order={2} id="runs" mb="sm">
        Recent imports
      </Title>
      {runs.isError && !runs.data && (
        <Problem error={runs.error} retry={() => void runs.refetch()} />
      )}
      {runs.isPending && <Skeleton height={120} />}
      {runs.data?.length === 0 && (
        <Text c="dimmed">No imports yet. Every preview and import leaves a receipt here.</Text>
      )}
      <ul className={classes.runs}>
        {runs.data?.map((run) => (
          <li key={run.id} className={classes.run}>
            <Link to="/import/$runId" params={{ runId: run.id }} className={classes.name}>
              {run.file_name}
            </Link>
            <RunStatusLabel run={run} />
            <span className={classes.outcome}>{outcomeOf(run)}</span>
            <span className={classes.quiet}>
              {names?.get(run.requested_by) ?? "Someone"}, <Instant at={run.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function outcomeOf(run: StoredRun): string {
  if (run.error) return run.error;
  const plan = run.counts && planInWords(run.counts);
  const result = run.counts && resultInWords(run.counts);
  if (!plan || !result) {
    const skippedCount = run.counts?.rows?.skipped ?? 0;
    return skippedCount > 0 ? `${countOf(skippedCount, "line")} skipped, no change` : "No change";
  }
  return run.mode === "dry_run"
    ? `Would ${plan}`
    : result.charAt(0).toUpperCase() + result.slice(1);
}
