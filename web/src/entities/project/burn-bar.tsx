import { formatHours, formatPercent } from "../../format/numbers.ts";
import { type Burn, burnOf } from "./burn.ts";
import classes from "./burn-bar.module.css";
import { PlannedHours } from "./planned-hours.tsx";
import type { ProjectSummary } from "./queries.ts";

type Project = Pick<ProjectSummary, "actual_hours" | "budget_hours" | "estimate_hours">;

/** Hours spent and planned, with a bar that repeats the figures. */
export function BurnBar({ project }: { project: Project }) {
  const burn = burnOf(project);
  return (
    <span className={classes.burn} title={inWords(burn)}>
      <span className={classes.figures}>
        {formatHours(burn.actual)}
        {burn.planned !== null && (
          <span className={classes.planned}>
            {" / "}
            <PlannedHours hours={burn.planned} isEstimate={burn.basis === "estimate"} />
          </span>
        )}{" "}
        h
      </span>
      {burn.ratio !== null && (
        <>
          <span className={classes.track} aria-hidden>
            <span
              className={classes.fill}
              data-level={levelOf(burn.ratio)}
              style={{ width: `${Math.min(burn.ratio, 1) * 100}%` }}
            />
          </span>
          <span className={classes.percent} data-level={levelOf(burn.ratio)}>
            {formatPercent(burn.ratio)}
          </span>
        </>
      )}
    </span>
  );
}

function levelOf(ratio: number): "within" | "near" | "over" {
  if (ratio > 1) return "over";
  return ratio > 0.9 ? "near" : "within";
}

function inWords({ actual, planned, basis }: Burn): string {
  if (planned === null) return `${formatHours(actual)} hours spent; no budget or estimate`;
  const plan = basis === "budget" ? "budgeted hours used" : "estimated hours used (no budget)";
  return `${formatHours(actual)} of ${formatHours(planned)} ${plan}`;
}
