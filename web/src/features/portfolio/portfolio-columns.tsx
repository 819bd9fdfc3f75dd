import { Link } from "@tanstack/react-router";
import { AccountLink } from "../../entities/project/account-link.tsx";
import { LastActivity } from "../../entities/project/activity.tsx";
import { HealthLabel, RiskLabel } from "../../entities/project/badges.tsx";
import { burnOf } from "../../entities/project/burn.ts";
import { BurnBar } from "../../entities/project/burn-bar.tsx";
import {
  healthLabels,
  isRunning,
  riskWords,
  statusLabels,
  tierLabels,
} from "../../entities/project/labels.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { formatCount } from "../../format/numbers.ts";
import type { Column, Fact } from "../../ui/data-table/columns.ts";
import table from "../../ui/data-table/data-table.module.css";
import { ProjectMenu } from "../portfolio-actions/project-menu.tsx";
import { TotalHours } from "./group-head.tsx";
import classes from "./portfolio-columns.module.css";
import { clientAndAccount, sortValues, totalsOf } from "./portfolio-view.ts";
import { DueCell, LeadCell, StatusCell } from "./project-cells.tsx";
import type { Grouping, SortKey } from "./search-params.ts";

/** A sortable fact: its id is the sort key in the URL. */
function sorting(id: SortKey, sort: "asc" | "desc" = "asc") {
  return { id, sort, order: sortValues[id] };
}

/** The hours from which burn is computed are part of its cell; an export writes each in its own column. */
const hours: Fact<ProjectSummary>[] = [
  { id: "planned", label: "Planned hours", value: (project) => burnOf(project).planned },
  { id: "actual", label: "Actual hours", value: ({ actual_hours }) => actual_hours },
];

export function columnsFor(grouping: Grouping, mayEdit: boolean): Column<ProjectSummary>[] {
  return [
    {
      ...sorting("name"),
      label: "Project",
      isMain: true,
      value: ({ name }) => name,
      under: [
        { id: "code", label: "Code", value: ({ code }) => code },
        { id: "client", label: "Client", value: ({ client_name }) => client_name },
        { id: "account", label: "Account", value: ({ account_name }) => account_name },
      ],
      cell: (project) => <NameCell project={project} grouping={grouping} />,
    },
    {
      ...sorting("status"),
      label: "Status",
      width: 124,
      value: ({ status }) => statusLabels[status],
      under: [
        {
          ...sorting("health"),
          label: "Health",
          value: ({ health }) => health && healthLabels[health],
        },
      ],
      cell: (project) => (
        <>
          <StatusCell project={project} mayEdit={mayEdit} />
          {project.health && (
            <span className={table.subtitle}>
              <HealthLabel health={project.health} />
            </span>
          )}
        </>
      ),
    },
    {
      ...sorting("risk"),
      label: "Risk",
      width: 92,
      hideBelow: 880,
      value: ({ risk }) => risk && riskWords[risk],
      cell: ({ risk }) => risk && <RiskLabel risk={risk} isShort />,
    },
    {
      ...sorting("tier"),
      label: "Tier",
      width: 116,
      hideBelow: 1240,
      value: ({ tier }) => tier && tierLabels[tier],
      under: [{ id: "service", label: "Service line", value: ({ service_line }) => service_line }],
      cell: ({ tier, service_line }) => (
        <>
          {tier && tierLabels[tier]}
          <span className={table.subtitle} title={service_line ?? undefined}>
            {service_line}
          </span>
        </>
      ),
    },
    {
      ...sorting("lead"),
      label: "Lead",
      width: 116,
      hideBelow: 1360,
      value: ({ lead_name }) => lead_name,
      cell: (project) => <LeadCell project={project} mayEdit={mayEdit} />,
    },
    {
      ...sorting("burn", "desc"),
      label: "Burn",
      width: 268,
      className: classes.burn,
      under: hours,
      cell: (project) => <BurnBar project={project} />,
      total: (projects) => (
        <span className={classes.totalHours}>
          <TotalHours totals={totalsOf(projects)} />
        </span>
      ),
    },
    {
      ...sorting("open", "desc"),
      label: "Open tasks",
      width: 88,
      hideBelow: 1080,
      isNumber: true,
      value: ({ open_task_count }) => open_task_count,
      cell: ({ open_task_count }) => formatCount(open_task_count),
      total: (projects) => formatCount(totalsOf(projects).openTasks),
    },
    {
      ...sorting("due"),
      label: "Due",
      width: 124,
      value: ({ due_on }) => due_on,
      under: [
        {
          ...sorting("activity", "desc"),
          label: "Activity",
          value: ({ last_activity_on }) => last_activity_on,
        },
      ],
      cell: (project) => (
        <>
          <DueCell project={project} mayEdit={mayEdit} />
          <span className={table.subtitle}>
            <LastActivity on={project.last_activity_on} isRunning={isRunning(project.status)} />
          </span>
        </>
      ),
    },
    {
      id: "actions",
      label: "Actions",
      isLabelHidden: true,
      width: 44,
      className: classes.menu,
      cell: (project) => <ProjectMenu project={project} />,
    },
  ];
}

function NameCell({ project, grouping }: { project: ProjectSummary; grouping: Grouping }) {
  // An imported project without a name has its code as its name, which is shown only once.
  const code = project.code === project.name ? null : project.code;
  const account = clientAndAccount(project, grouping);
  return (
    <>
      <Link to="/projects/$projectId" params={{ projectId: project.id }} className={table.name}>
        {project.name}
      </Link>
      <span className={table.subtitle}>
        {code && <span className={classes.code}>{code}</span>}
        {account && (
          <AccountLink accountId={project.account_id} className={classes.account}>
            {account}
          </AccountLink>
        )}
      </span>
    </>
  );
}
