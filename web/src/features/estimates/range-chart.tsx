import { Link } from "@tanstack/react-router";
import type { Comparable } from "../../api/estimate-routes.ts";
import { formatHours } from "../../format/numbers.ts";
import classes from "./range-chart.module.css";

const ROWS = 4;

/** The range on a logarithmic axis, and a dot for each comparable that opens its task. The table below has the figures. */
export function RangeChart({
  range,
  typical,
  comparables,
}: {
  range: readonly [number, number];
  typical: number;
  comparables: Comparable[];
}) {
  const values = [...range, ...comparables.map((one) => one.scaled_hours)].filter((one) => one > 0);
  const low = Math.log(Math.min(...values) * 0.9);
  const high = Math.log(Math.max(...values) * 1.1);
  const at = (hours: number) =>
    `${(100 * (Math.log(Math.max(hours, 0.01)) - low)) / (high - low)}%`;
  const [from, to] = range;
  return (
    <section className={classes.chart} aria-label="Range and comparable tasks">
      <div className={classes.band} style={{ left: at(from), right: `calc(100% - ${at(to)})` }} />
      <div className={classes.median} style={{ left: at(typical) }} />
      {comparables.map((one, index) => (
        <Link
          key={one.task_id}
          to="."
          search={(before) => ({ ...before, task: one.task_id })}
          className={classes.dot}
          style={{ left: at(one.scaled_hours), top: `${12 + (76 * (index % ROWS)) / (ROWS - 1)}%` }}
          title={`${one.title}: ${formatHours(one.hours)} h`}
          aria-label={`Open ${one.title}, ${formatHours(one.hours)} hours`}
        />
      ))}
      {[from, to].map((hours) => (
        <span key={hours} className={classes.label} style={{ left: at(hours) }}>
          {formatHours(hours)} h
        </span>
      ))}
    </section>
  );
}
