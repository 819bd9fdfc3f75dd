import { Button, Group, Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { formatHours } from "../../format/numbers.ts";
import { Problem } from "../../ui/problem.tsx";
import classes from "./form-estimate.module.css";
import { type EstimatedWork, outcomeQuery } from "./queries.ts";
import { RangeChart } from "./range-chart.tsx";
import { NotEnoughWork, RangeSummary, Reasons } from "./range-summary.tsx";

/** The field of the form into which the median is copied. */
export interface Suggestion {
  noun: "budget" | "estimate";
  use: (hours: number) => void;
}

/** The first sentences give the number of comparables and their class. The Estimates page shows every sentence. */
const SHOWN_REASONS = 2;

export default function FormEstimateResult({
  work,
  suggestion,
}: {
  work: EstimatedWork;
  suggestion: Suggestion | undefined;
}) {
  const { data: outcome, error, refetch } = useQuery(outcomeQuery(work));
  // The answer is below the button, often out of sight.
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome) answer.current?.scrollIntoView({ block: "nearest" });
  }, [outcome]);
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!outcome) {
    return (
      <>
        <VisuallyHidden>Estimating hours</VisuallyHidden>
        <Skeleton height={180} />
      </>
    );
  }
  const { range_hours: range, typical_hours: typical } = outcome;
  if (!range || typical === null) {
    return (
      <div ref={answer} className={classes.answer}>
        <NotEnoughWork outcome={outcome} order={3} />
      </div>
    );
  }
  // The button names exactly the number that it fills in.
  const hours = Math.max(0.1, Math.round(typical * 10) / 10);
  return (
    <Stack gap="xs" ref={answer} className={classes.answer}>
      <div>
        <RangeSummary outcome={outcome} range={range} typical={typical} order={3} />
      </div>
      <RangeChart range={range} typical={typical} comparables={outcome.comparables} isCompact />
      <Reasons outcome={outcome} max={SHOWN_REASONS} />
      {suggestion && (
        <Group>
          <Button variant="light" onClick={() => suggestion.use(hours)}>
            Use {formatHours(hours)} h as the {suggestion.noun}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
