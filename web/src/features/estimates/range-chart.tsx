import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import type { Comparable } from "../../api/estimate-routes.ts";
import { formatHours } from "../../format/numbers.ts";
import classes from "./range-chart.module.css";

/** The least distance of two dots in one row, in percent of the chart's width: a dot is 24 pixels wide. */
const WIDE_GAP = 4.5;
const NARROW_GAP = 7.5;

/**
 * The range on a logarithmic axis, and a dot for each comparable that opens its task. Dots of similar hours are
 * stacked, so that each can be reached. The table below has the figures. Inside a form the chart is compact, and a dot
 * does not open anything, because that would leave the form.
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
  const values = [...range, ...comparables.map((comparable) => comparable.scaled_hours)].filter(
    (value) => value > 0,
  );
  const low = Math.log(Math.min(...values) * 0.9);
  const high = Math.log(Math.max(...values) * 1.1);
  const percentOf = (hours: number) =>
    (100 * (Math.log(Math.max(hours, 0.01)) - low)) / (high - low);
  const at = (hours: number) => `${percentOf(hours)}%`;
  const [from, to] = range;
  const points = comparables.toSorted((a, b) => a.scaled_hours - b.scaled_hours);
  const positions = points.map((point) => percentOf(point.scaled_hours));
  const wideRows = stack(positions, WIDE_GAP);
  const narrowRows = stack(positions, NARROW_GAP);
  const rows = {
    "--wide-rows": rowsOf(wideRows),
    "--narrow-rows": rowsOf(narrowRows),
  } as CSSProperties;
  return (
    <section
      className={classes.chart}
      style={rows}
      data-compact={isCompact || undefined}
      aria-hidden={isCompact || undefined}
      aria-label="Range and comparable tasks"
    >
      <div className={classes.band} style={{ left: at(from), right: `calc(100% - ${at(to)})` }} />
      <div className={classes.median} style={{ left: at(typical) }} />
      {points.map((point, index) => {
        const dot = {
          className: classes.dot,
          style: {
            left: `${positions[index]}%`,
            "--wide-row": wideRows[index],
            "--narrow-row": narrowRows[index],
          } as CSSProperties,
          title: `${point.title}: ${formatHours(point.hours)} h`,
        };
        return isCompact ? (
          <span key={point.task_id} {...dot} />
        ) : (
          <Link
            key={point.task_id}
            to="."
            search={(before) => ({ ...before, task: point.task_id })}
            aria-label={`Open ${point.title}, ${formatHours(point.hours)} hours`}
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

/** The row of each dot, from the axis up: the lowest whose last dot is at least a gap away. Positions ascend. */
function stack(positions: number[], gap: number): number[] {
  const ends: number[] = [];
  return positions.map((position) => {
    const freeRow = ends.findIndex((end) => position - end >= gap);
    const row = freeRow === -1 ? ends.length : freeRow;
    ends[row] = position;
    return row;
  });
}

function rowsOf(rows: number[]): number {
  return Math.max(...rows, 0) + 1;
}
