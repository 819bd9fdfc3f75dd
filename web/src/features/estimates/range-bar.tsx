import classes from "./range-bar.module.css";

/** The position of hours on a logarithmic axis, in percent. */
export type Scale = (hours: number) => number;

/** An axis that is long enough for all of these hours. */
export function scaleOf(hours: number[]): Scale {
  const positive = hours.filter((value) => value > 0);
  const low = Math.log(Math.min(...positive, 1) * 0.9);
  const high = Math.log(Math.max(...positive, 1) * 1.1);
  return (value) => Math.max(0, (100 * (Math.log(Math.max(value, 0.01)) - low)) / (high - low));
}

/** A range with its median, and the actual hours as a dot. The table beside it has the figures. */
export function RangeBar({
  range: [from, to],
  typical,
  actual,
  scale,
}: {
  range: readonly [number, number];
  typical: number;
  actual: number | null;
  scale: Scale;
}) {
  const isOutside = actual !== null && (actual < from || actual > to);
  return (
    <div className={classes.axis} aria-hidden>
      <div
        className={classes.band}
        style={{ left: `${scale(from)}%`, right: `${100 - scale(to)}%` }}
      />
      <div className={classes.median} style={{ left: `${scale(typical)}%` }} />
      {actual !== null && (
        <div
          className={classes.dot}
          data-outside={isOutside || undefined}
          style={{ left: `${scale(actual)}%` }}
        />
      )}
    </div>
  );
}
