import { Link } from "@tanstack/react-router";
import type { Comparable } from "../../api/estimate-routes.ts";
import { formatHours } from "../../format/numbers.ts";
import classes from "./range-chart.module.css";

const ROWS = 4;

/**
 * The range on a logarithmic axis, and a dot for each comparable that opens its task. The table below has the figures.
 * Inside a form the chart is compact, and a dot does not open anything, because that would leave the form.
 */
export function RangeChart({
  range,
  typical,
  comparables,
  isCompact = false,
}: {
  range: readonly [number, number];
  typical: number;
  comparables: Comparable[];
  isCompact?: boolean;
}) {
  const values = [...range, ...comparables.map((one) => one.scaled_hours)].filter((one) => one > 0);
  const low = Math.log(Math.min(...values) * 0.9);
  const high = Math.log(Math.max(...values) * 1.1);
  const at = (hours: number) =>
    `${(100 * (Math.log(Math.max(hours, 0.01)) - low)) / (high - low)}%`;
  const [from, to] = range;
  return (
    <section
      className={classes.chart}
      data-compact={isCompact || undefined}
      aria-hidden={isCompact || undefined}
      aria-label="Range and comparable tasks"
    >
      <div className={classes.band} style={{ left: at(from), right: `calc(100% - ${at(to)})` }} />
      <div className={classes.median} style={{ left: at(typical) }} />
      {comparables.map((one, index) => {
        const dot = {
          className: classes.dot,
          style: { left: at(one.scaled_hours), top: `${12 + (76 * (index % ROWS)) / (ROWS - 1)}%` },
          title: `${one.title}: ${formatHours(one.hours)} h`,
        };
        return isCompact ? (
          <span key={one.task_id} {...dot} />
        ) : (
          <Link
            key={one.task_id}
            to="."
            search={(before) => ({ ...before, task: one.task_id })}
            aria-label={`Open ${one.title}, ${formatHours(one.hours)} hours`}
            {...dot}
          />
        );
      })}
      {[from, to].map((hours) => (
        <span key={hours} className={classes.label} style={{ left: at(hours) }}>
          {formatHours(hours)} h
        </span>
      ))}
    </section>
  );
}
