import { Button, Group, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { burnOf } from "../../entities/project/burn.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { formatDay, formatMonth, todayOf } from "../../format/dates.ts";
import { formatExactHours, formatPercent } from "../../format/numbers.ts";
import { FailedAlert, lazyPart } from "../../ui/lazy-part.tsx";
import { Problem } from "../../ui/problem.tsx";
import { burnPoints, burnSentence, type MonthOfBurn, withTotals } from "./burn-line.ts";
import classes from "./burn-section.module.css";
import { dailyHours, monthlyHours } from "./queries.ts";

const CHART_HEIGHT = 464;
const BurnChart = lazyPart(() => import("./burn-chart.tsx"), {
  waiting: <Skeleton height={CHART_HEIGHT} />,
  failed: FailedAlert,
});

/** How the hours ran: a sentence, a chart, and the table behind it. */
export function BurnSection({ project }: { project: ProjectSummary }) {
  const days = useQuery(dailyHours(project.id));
  const months = useQuery(monthlyHours(project.id));
  const [asTable, setAsTable] = useState(false);
  const failed = [days, months].find((query) => query.isError && !query.data);
  if (failed) return <Problem error={failed.error} retry={() => void failed.refetch()} />;
  if (!days.data || !months.data) return <Skeleton height={CHART_HEIGHT} mb="xl" />;
  if (days.data.length === 0) return null;

  const today = todayOf();
  const table = withTotals(months.data);
  return (
    <section aria-labelledby="burn" className={classes.section}>
      <Group justify="space-between" align="flex-start" mb="sm" gap="sm">
        <Title order={2} id="burn">
          Burn
        </Title>
        <Button
          variant="default"
          size="compact-sm"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          Show as table
        </Button>
      </Group>
      <Text size="lg" mb="md" maw={720}>
        {burnSentence(days.data, project, today, formatDay)}
      </Text>
      {!asTable && (
        <div aria-hidden>
          <BurnChart
            points={burnPoints(days.data, project, today)}
            months={table}
            project={project}
          />
        </div>
      )}
      {/* Always there for whoever listens instead of looking. */}
      <div className={asTable ? undefined : "visually-hidden"}>
        <BurnTable months={table} planned={burnOf(project).planned} />
      </div>
    </section>
  );
}

function BurnTable({ months, planned }: { months: MonthOfBurn[]; planned: number | null }) {
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">Hours by month</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Hours</th>
          <th scope="col">Hours so far</th>
          {planned !== null && <th scope="col">Of {formatExactHours(planned)} h</th>}
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, hours, total }) => (
          <tr key={month}>
            <th scope="row">{formatMonth(month)}</th>
            <td>{formatExactHours(hours)}</td>
            <td>{formatExactHours(total)}</td>
            {planned !== null && <td>{formatPercent(total / planned)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
