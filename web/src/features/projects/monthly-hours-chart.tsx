import { Anchor } from "@mantine/core";
import { useState } from "react";
import { formatMonth } from "../../format/dates.ts";
import { countOf, formatHours } from "../../format/numbers.ts";
import type { MonthlyHours } from "./monthly-hours.ts";
import classes from "./monthly-hours-chart.module.css";

/** Months shown before the reader asks for all. */
const LATEST = 12;

/** A table whose bars repeat its figures, the latest month first. */
export function MonthlyHoursChart({ months }: { months: MonthlyHours[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const most = Math.max(...months.map((month) => month.hours));
  const latestFirst = months.toReversed();
  const shown = showsAll ? latestFirst : latestFirst.slice(0, LATEST);
  return (
    <>
      <table className={classes.table} aria-labelledby="monthly-hours">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Hours</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ month, hours }) => (
            <tr key={month}>
              <th scope="row">{formatMonth(month)}</th>
              <td className={classes.figure}>{formatHours(hours)} h</td>
              <td className={classes.bar} aria-hidden>
                <span style={{ width: `${(hours / most) * 100}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!showsAll && months.length > LATEST && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          mt="xs"
          onClick={() => setShowsAll(true)}
        >
          Show all {countOf(months.length, "month")}
        </Anchor>
      )}
    </>
  );
}
