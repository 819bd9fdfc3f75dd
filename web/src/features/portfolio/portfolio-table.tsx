import { VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { memo, useMemo, useRef } from "react";
import { AccountLink } from "../../entities/project/account-link.tsx";
import { DueDay, LastActivity } from "../../entities/project/activity.tsx";
import { HealthLabel, RiskLabel, StatusLabel } from "../../entities/project/badges.tsx";
import { BurnBar } from "../../entities/project/burn-bar.tsx";
import { isRunning, tierLabels } from "../../entities/project/labels.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { countOf, formatCount } from "../../format/numbers.ts";
import table from "../../ui/list-table.module.css";
import { ariaSort, SortButton } from "../../ui/sortable-head.tsx";
import { useWindowRows } from "../../ui/window-rows.ts";
import { ProjectMenu } from "../portfolio-actions/project-menu.tsx";
import { GroupHead, TotalHours } from "./group-head.tsx";
import classes from "./portfolio-table.module.css";
import { type Group, listed, type PortfolioView, placeOf, type Totals } from "./portfolio-view.ts";
import {
  type Grouping,
  type PortfolioSearch,
  type SortKey,
  toggleClosed,
} from "./search-params.ts";

interface Column {
  /** Two facts may share a column, one above the other. */
  sorts: { key: SortKey; label: string; first?: PortfolioSearch["dir"] }[];
  className?: string;
}

const columns: Column[] = [
  { sorts: [{ key: "name", label: "Project" }] },
  {
    sorts: [
      { key: "status", label: "Status" },
      { key: "health", label: "Health" },
    ],
    className: classes.status,
  },
  { sorts: [{ key: "risk", label: "Risk" }], className: classes.risk },
  { sorts: [{ key: "tier", label: "Tier" }], className: classes.tier },
  { sorts: [{ key: "lead", label: "Lead" }], className: classes.lead },
  { sorts: [{ key: "burn", label: "Burn", first: "desc" }], className: classes.burn },
  { sorts: [{ key: "open", label: "Open tasks", first: "desc" }], className: classes.open },
  {
    sorts: [
      { key: "due", label: "Due" },
      { key: "activity", label: "Activity", first: "desc" },
    ],
    className: classes.due,
  },
];

const PROJECT_HEIGHT = 45;
const GROUP_HEIGHT = 37;

interface Props {
  view: PortfolioView;
  search: PortfolioSearch;
  onChange: (next: Partial<PortfolioSearch>) => void;
}

export function PortfolioTable({ view, search, onChange }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useMemo(() => listed(view, search.group !== "none"), [view, search.group]);
  const shown = useWindowRows({
    list: body,
    count: rows.length,
    size: (index) => (rows[index]?.project ? PROJECT_HEIGHT : GROUP_HEIGHT),
  });
  const groupProps = {
    grouping: search.group,
    onToggle: (key: string) => onChange({ closed: toggleClosed(search.closed, key) }),
  };

  return (
    <table className={table.table} aria-rowcount={rows.length + 1}>
      <caption>
        <VisuallyHidden>Projects with status, hours and open tasks</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <ColumnHead
              key={column.className}
              column={column}
              search={search}
              onSort={(sort, dir) => onChange({ sort, dir })}
            />
          ))}
          <th scope="col" className={classes.menu}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        <Spacer height={shown.before} />
        {shown.indexes.map((index) => {
          const row = rows[index];
          if (row?.project)
            return <ProjectRow key={row.project.id} project={row.project} group={search.group} />;
          return row && <GroupRow key={row.group.key} {...groupProps} group={row.group} />;
        })}
        <Spacer height={shown.after} />
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total: {countOf(view.totals.projects, "project")}</th>
          <TotalCells totals={view.totals} />
        </tr>
      </tfoot>
    </table>
  );
}

interface HeadProps {
  column: Column;
  search: PortfolioSearch;
  onSort: (key: SortKey, direction: PortfolioSearch["dir"]) => void;
}

function ColumnHead({ column, search, onSort }: HeadProps) {
  const isSorted = column.sorts.some(({ key }) => key === search.sort);
  return (
    <th
      scope="col"
      className={column.className}
      aria-sort={isSorted ? ariaSort(search.dir) : undefined}
    >
      <span className={table.sorts}>
        {column.sorts.map(({ key, label, first }) => (
          <SortButton
            key={key}
            label={label}
            first={first}
            direction={key === search.sort ? search.dir : undefined}
            onSort={(direction) => onSort(key, direction)}
          />
        ))}
      </span>
    </th>
  );
}

/** Stands for the rows out of view. One cell: spanning would add columns where some are hidden. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height, padding: 0, border: "none" }} />
    </tr>
  );
}

interface GroupProps {
  group: Group;
  grouping: Grouping;
  onToggle: (key: string) => void;
}

function GroupRow(props: GroupProps) {
  return (
    <tr className={table.group}>
      <th scope="rowgroup">
        <GroupHead {...props} />
      </th>
      <TotalCells totals={props.group.totals} />
    </tr>
  );
}

function TotalCells({ totals }: { totals: Totals }) {
  return (
    <>
      <td className={classes.status} />
      <td className={classes.risk} />
      <td className={classes.tier} />
      <td className={classes.lead} />
      <td className={classes.burn}>
        <span className={classes.totalHours}>
          <TotalHours totals={totals} />
        </span>
      </td>
      <td className={classes.open}>{formatCount(totals.openTasks)}</td>
      <td className={classes.due} />
      <td className={classes.menu} />
    </>
  );
}

interface RowProps {
  project: ProjectSummary;
  group: Grouping;
}

/** Remembered: while the page scrolls, only the rows that come into view are drawn. */
const ProjectRow = memo(function ProjectRow({ project, group }: RowProps) {
  const running = isRunning(project.status);
  // An imported project without a name bears its code as one: once is enough.
  const code = project.code === project.name ? null : project.code;
  const place = placeOf(project, group);
  return (
    <tr className={table.row}>
      <th scope="row">
        <Link to="/projects/$projectId" params={{ projectId: project.id }} className={table.name}>
          {project.name}
        </Link>
        <span className={table.place}>
          {code && <span className={classes.code}>{code}</span>}
          {place && (
            <AccountLink accountId={project.account_id} className={classes.account}>
              {place}
            </AccountLink>
          )}
        </span>
      </th>
      <td className={classes.status}>
        <StatusLabel status={project.status} />
        {project.health && (
          <span className={table.place}>
            <HealthLabel health={project.health} />
          </span>
        )}
      </td>
      <td className={classes.risk}>{project.risk && <RiskLabel risk={project.risk} isShort />}</td>
      <td className={classes.tier}>
        {project.tier && tierLabels[project.tier]}
        <span className={table.place} title={project.service_line ?? undefined}>
          {project.service_line}
        </span>
      </td>
      <td className={classes.lead}>
        {project.lead_name ?? <span className={table.quiet}>None</span>}
      </td>
      <td className={classes.burn}>
        <BurnBar project={project} />
      </td>
      <td className={classes.open}>{formatCount(project.open_task_count)}</td>
      <td className={classes.due}>
        <DueDay on={project.due_on} isRunning={running} />
        <span className={table.place}>
          <LastActivity on={project.last_activity_on} isRunning={running} />
        </span>
      </td>
      <td className={classes.menu}>
        <ProjectMenu project={project} />
      </td>
    </tr>
  );
});
