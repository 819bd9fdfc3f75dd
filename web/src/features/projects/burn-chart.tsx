import "@mantine/charts/styles.css";
import { BarChart, type ChartReferenceLineProps, CompositeChart } from "@mantine/charts";
import { useMediaQuery } from "@mantine/hooks";
import { burnOf } from "../../entities/project/burn.ts";
import { formatDay, formatMonth } from "../../format/dates.ts";
import { formatHours } from "../../format/numbers.ts";
import classes from "./burn-chart.module.css";
import {
  type BurnPoint,
  type BurnProject,
  hourTicks,
  type MonthOfBurn,
  monthTicks,
} from "./burn-line.ts";

interface Props {
  points: BurnPoint[];
  months: MonthOfBurn[];
  project: BurnProject;
}

const inHours = (value: number) => `${formatHours(value)} h`;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The used hours against the planned ones, and below them the hours of each month. */
export default function BurnChart({ points, months, project }: Props) {
  const isNarrow = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  const withPace = points.some((point) => point.planned !== null);
  const isOver = (burnOf(project).ratio ?? 0) > 1;
  const top = Math.max(project.actual_hours, project.budget_hours ?? 0, project.estimate_hours);
  return (
    <>
      <CompositeChart
        h={280}
        data={points}
        dataKey="at"
        series={[
          {
            name: "used",
            label: "Hours used",
            color: isOver ? "var(--cs-bad)" : "var(--cs-accent)",
            type: "area",
          },
          ...(withPace
            ? [
                {
                  name: "planned",
                  label: "Even pace to the due date",
                  color: "var(--mantine-color-dimmed)",
                  type: "line" as const,
                  strokeDasharray: "2 4",
                },
              ]
            : []),
        ]}
        curveType="linear"
        withDots={false}
        connectNulls={false}
        withLegend
        legendProps={{ verticalAlign: "bottom" }}
        accessibilityLayer={false}
        valueFormatter={inHours}
        referenceLines={referenceLines(project)}
        tooltipProps={{ labelFormatter: (at) => typeof at === "number" && formatDay(dayOf(at)) }}
        xAxisProps={{
          type: "number",
          scale: "time",
          domain: ["dataMin", "dataMax"],
          ticks: monthTicks(points, isNarrow ? 4 : 10),
          tickFormatter: (at: number) => formatMonth(dayOf(at)),
        }}
        yAxisProps={yAxis(top)}
        className={`${classes.chart} ${classes.lines}`}
      />
      <BarChart
        h={160}
        data={months}
        dataKey="month"
        series={[{ name: "hours", label: "Hours", color: "var(--cs-accent)" }]}
        accessibilityLayer={false}
        valueFormatter={inHours}
        maxBarWidth={48}
        barProps={{ isAnimationActive: false }}
        tooltipProps={{ labelFormatter: (day) => typeof day === "string" && formatMonth(day) }}
        xAxisProps={{ tickFormatter: formatMonth, minTickGap: 24 }}
        yAxisProps={yAxis(Math.max(...months.map((month) => month.hours)))}
        className={classes.chart}
      />
    </>
  );
}

function yAxis(top: number) {
  const ticks = hourTicks(top);
  return {
    width: 72,
    ticks,
    interval: 0 as const,
    domain: [0, ticks.at(-1) ?? 0] as [number, number],
  };
}

function referenceLines({
  budget_hours,
  estimate_hours,
  due_on,
}: BurnProject): ChartReferenceLineProps[] {
  const lines: ChartReferenceLineProps[] = [];
  // The higher line has its label above, the lower one below, so they never overlap.
  const [above, below] = ["insideBottomLeft", "insideTopLeft"] as const;
  const isBudgetHigher = (budget_hours ?? 0) >= estimate_hours;
  if (budget_hours) {
    lines.push({
      y: budget_hours,
      label: `Budget ${inHours(budget_hours)}`,
      color: "var(--mantine-color-text)",
      labelPosition: isBudgetHigher ? above : below,
    });
  }
  if (estimate_hours > 0) {
    lines.push({
      y: estimate_hours,
      label: `Estimate ${inHours(estimate_hours)}`,
      color: "var(--mantine-color-dimmed)",
      labelPosition: isBudgetHigher ? below : above,
      strokeDasharray: "6 4",
    });
  }
  if (due_on) {
    lines.push({
      x: Date.parse(due_on),
      label: `Due ${formatDay(due_on)}`,
      color: "var(--mantine-color-dimmed)",
      labelPosition: "insideBottomRight",
      strokeDasharray: "6 4",
    });
  }
  return lines;
}
