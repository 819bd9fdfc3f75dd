import { Button, Group, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { burnOf } from "../../entities/project/burn.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { formatDay, formatMonth, todayOf } from "../../format/dates.ts";
import { formatExactHours, formatPercent } from "../../format/numbers.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { ExportMenu } from "../../ui/data-table/export-menu.tsx";
import { useDataTable } from "../../ui/data-table/use-data-table.ts";
import { FailedAlert, lazyPart } from "../../ui/lazy-part.tsx";
import { Problem } from "../../ui/problem.tsx";
import { burnPoints, burnSentence, type MonthOfBurn, withTotals } from "./burn-line.ts";
import classes from "./burn-section.module.css";
import { monthsOf } from "./monthly-hours.ts";
import { dailyHours } from "./queries.ts";

const CHART_HEIGHT = 464;
const BurnChart = lazyPart(() => import("./burn-chart.tsx"), {
  waiting: () => <Skeleton height={CHART_HEIGHT} />,
  failed: FailedAlert,
});

/** The hours over time: a sentence, a chart, and the table behind it. */
export function BurnSection({ project }: { project: ProjectSummary }) {
  const days = useQuery(dailyHours(project.id));
  const [asTable, setAsTable] = useState(false);
  const totals = useMemo(() => withTotals(monthsOf(days.data ?? [])), [days.data]);
  const latestFirst = useMemo(() => totals.toReversed(), [totals]);
  const { planned } = burnOf(project);
  const columns = useMemo(() => columnsFor(planned), [planned]);
  const table = useDataTable({
    label: "Hours by month",
    fileName: "hours-by-month",
    columns,
    rows: latestFirst,
    rowId: ({ month }) => month,
  });
  if (days.isError && !days.data)
    return <Problem error={days.error} retry={() => void days.refetch()} />;
  if (!days.data) return <Skeleton height={CHART_HEIGHT} mb="xl" />;
  if (days.data.length === 0) return null;

  const today = todayOf();
  return (
    <section aria-labelledby="burn" className={classes.section}>
      <Group justify="space-between" align="flex-start" mb="sm" gap="sm">
        <Title order={2} id="burn">
          Burn
        </Title>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            Show as table
          </Button>
          <ExportMenu table={table} />
        </Group>
      </Group>
      <Text size="lg" mb="md" maw={720}>
        {burnSentence(days.data, project, today, formatDay)}
      </Text>
      {!asTable && (
        <div aria-hidden>
          <BurnChart
            points={burnPoints(days.data, project, today)}
            months={totals}
            project={project}
          />
        </div>
      )}
      {/* Always present for screen readers. */}
      <div className={asTable ? classes.table : "visually-hidden"}>
        <DataTable table={table} />
      </div>
    </section>
  );
}

function columnsFor(planned: number | null): Column<MonthOfBurn>[] {
  const columns: Column<MonthOfBurn>[] = [
    {
      id: "month",
      label: "Month",
      isMain: true,
      value: ({ month }) => month.slice(0, 7),
      cell: ({ month }) => formatMonth(month),
    },
    {
      id: "hours",
      label: "Hours",
      isNumber: true,
      isNamed: true,
      width: 110,
      value: ({ hours }) => hours,
      cell: ({ hours }) => formatExactHours(hours),
    },
    {
      id: "total",
      label: "Hours so far",
      isNumber: true,
      isNamed: true,
      width: 130,
      value: ({ total }) => total,
      cell: ({ total }) => formatExactHours(total),
    },
  ];
  if (planned === null) return columns;
  return [
    ...columns,
    {
      id: "share",
      label: `Share of ${formatExactHours(planned)} h`,
      isNumber: true,
      width: 130,
      value: ({ total }) => formatPercent(total / planned),
    },
  ];
}
