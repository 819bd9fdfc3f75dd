import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { LastActivity } from "../../entities/project/activity.tsx";
import { isRunning, noneLabels, riskLabels, tierLabels } from "../../entities/project/labels.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { formatDay } from "../../format/dates.ts";
import { formatCount, formatExactHours, formatMoney } from "../../format/numbers.ts";
import { useViewer } from "../../session/viewer.ts";
import classes from "./project-details.module.css";

/** The stored facts about the project itself. */
export function ProjectDetails({ project }: { project: ProjectSummary }) {
  const { currency } = useViewer().organization;
  const { budget_hours, budget_amount, starts_on, due_on, tier, risk } = project;
  const facts: [string, ReactNode][] = [
    ["Client", project.client_name],
    ["Account", project.account_name],
    ["Code", project.code ?? "None"],
    ["Lead", project.lead_name ?? "None"],
    ["Start", starts_on ? formatDay(starts_on) : "No date"],
    ["Due", due_on ? formatDay(due_on) : "No date"],
    ["Budget in hours", budget_hours !== null ? `${formatExactHours(budget_hours)} h` : "None"],
    ["Budget", budget_amount !== null ? formatMoney(budget_amount, currency) : "None"],
    ["Sum of estimates", `${formatExactHours(project.estimate_hours)} h`],
    ["Hours used", `${formatExactHours(project.actual_hours)} h`],
    [
      "Tasks",
      `${formatCount(project.task_count)}, ${formatCount(project.open_task_count)} of them open`,
    ],
    ["Tier", tier ? tierLabels[tier] : noneLabels.tier],
    ["Service line", project.service_line ?? noneLabels.service],
    ["Risk", risk ? riskLabels[risk] : noneLabels.risk],
    [
      "Last activity",
      <LastActivity
        key="activity"
        on={project.last_activity_on}
        isRunning={isRunning(project.status)}
      />,
    ],
  ];
  return (
    <>
      {project.summary && (
        <Text size="lg" maw={720} mb="lg" className={classes.prose}>
          {project.summary}
        </Text>
      )}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
