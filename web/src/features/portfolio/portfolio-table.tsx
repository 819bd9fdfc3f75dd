import { VisuallyHidden } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useMemo, useRef } from "react";
import { countOf, formatCount, formatHours } from "../../format/numbers.ts";
import { useWindowRows } from "../../shell/window-rows.ts";
import { DueDay, LastActivity } from "./activity.tsx";
import { HealthLabel, StatusLabel } from "./badges.tsx";
import { BurnBar } from "./burn-bar.tsx";
import { isRunning } from "./labels.ts";
import classes from "./portfolio-table.module.css";
import { type Group, listed, type PortfolioView, placeOf, type Totals } from "./portfolio-view.ts";
import type { ProjectSummary } from "./queries.ts";
import type { Grouping, PortfolioSearch, SortKey } from "./search.ts";

const columns: { key: SortKey; label: string; className?: string }[] = [
  { key: "name", label: "Project", className: classes.project },
  { key: "status", label: "Status", className: classes.status },
  { key: "health", label: "Health", className: classes.health },
  { key: "lead", label: "Lead", className: classes.lead },
  { key: "burn", label: "Burn", className: classes.burn },
  { key: "open", label: "Open tasks", className: classes.open },
  { key: "activity", label: "Last activity", className: classes.activity },
  { key: "due", label: "Due", className: classes.due },
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

  return (
    <table className={classes.table} aria-rowcount={rows.length + 1}>
      <caption>
        <VisuallyHidden>Projects with status, hours and open tasks</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map(({ key, label, className }) => (
            <SortableHead
              key={key}
              label={label}
              className={className}
              direction={search.sort === key ? search.dir : undefined}
              onSort={(dir) => onChange({ sort: key, dir })}
            />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Spacer height={shown.before} />
        {shown.indexes.map((index) => {
          const row = rows[index];
          if (row?.project)
            return <ProjectRow key={row.project.id} project={row.project} group={search.group} />;
          return row && <GroupRow key={row.group.key} group={row.group} />;
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
  label: string;
  className?: string;
  direction?: "asc" | "desc";
  onSort: (direction: "asc" | "desc") => void;
}

export function SortableHead({ label, className, direction, onSort }: HeadProps) {
  const Arrow = direction === "desc" ? IconChevronDown : IconChevronUp;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={direction && (direction === "asc" ? "ascending" : "descending")}
    >
      <button
        type="button"
        className={classes.sort}
        onClick={() => onSort(direction === "asc" ? "desc" : "asc")}
      >
        {label}
        {direction && <Arrow size={14} aria-hidden />}
      </button>
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

function GroupRow({ group }: { group: Group }) {
  return (
    <tr className={classes.group}>
      <th scope="rowgroup">
        {group.label} <span className={classes.quiet}>{formatCount(group.totals.projects)}</span>
      </th>
      <TotalCells totals={group.totals} />
    </tr>
  );
}

function TotalCells({ totals }: { totals: Totals }) {
  return (
    <>
      <td className={classes.status} />
      <td className={classes.health} />
      <td className={classes.lead} />
      <td className={classes.burn}>
        <span className={classes.totalHours}>{formatHours(totals.actualHours)} h</span>
      </td>
      <td className={classes.open}>{formatCount(totals.openTasks)}</td>
      <td className={classes.activity} />
      <td className={classes.due} />
    </>
  );
}

function ProjectRow({ project, group }: { project: ProjectSummary; group: Grouping }) {
  const running = isRunning(project.status);
  // An imported project without a name bears its code as one: once is enough.
  const code = project.code === project.name ? null : project.code;
  return (
    <tr className={classes.row}>
      <th scope="row">
        <Link to="/projects/$projectId" params={{ projectId: project.id }} className={classes.name}>
          {project.name}
        </Link>
        <span className={classes.place}>
          {code && <span className={classes.code}>{code}</span>}
          {placeOf(project, group)}
        </span>
      </th>
      <td className={classes.status}>
        <StatusLabel status={project.status} />
      </td>
      <td className={classes.health}>
        <HealthLabel health={project.health} />
      </td>
      <td className={classes.lead}>
        {project.lead_name ?? <span className={classes.quiet}>None</span>}
      </td>
      <td className={classes.burn}>
        <BurnBar project={project} />
      </td>
      <td className={classes.open}>{formatCount(project.open_task_count)}</td>
      <td className={classes.activity}>
        <LastActivity on={project.last_activity_on} isRunning={running} />
      </td>
      <td className={classes.due}>
        <DueDay on={project.due_on} isRunning={running} />
      </td>
    </tr>
  );
}
