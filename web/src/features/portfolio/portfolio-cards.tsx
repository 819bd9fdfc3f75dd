import { Link } from "@tanstack/react-router";
import { useMemo, useRef } from "react";
import { countOf, formatHours } from "../../format/numbers.ts";
import { useWindowRows } from "../../shell/window-rows.ts";
import { DueDay, LastActivity } from "./activity.tsx";
import { HealthLabel, StatusLabel } from "./badges.tsx";
import { BurnBar } from "./burn-bar.tsx";
import { isRunning } from "./labels.ts";
import classes from "./portfolio-cards.module.css";
import { listed, type PortfolioView, placeOf, type Totals } from "./portfolio-view.ts";
import type { ProjectSummary } from "./queries.ts";
import type { Grouping, PortfolioSearch } from "./search.ts";

/** The portfolio where a table has no room. */
export function PortfolioCards({ view, search }: { view: PortfolioView; search: PortfolioSearch }) {
  const list = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => listed(view, search.group !== "none"), [view, search.group]);
  const shown = useWindowRows({
    list,
    count: lines.length,
    size: (index) => (lines[index]?.project ? 152 : 44),
  });
  return (
    <>
      <p className={classes.total}>
        {countOf(view.totals.projects, "project")}, {inWords(view.totals)}
      </p>
      <div ref={list}>
        <div style={{ height: shown.before }} />
        {shown.indexes.map((index) => {
          const line = lines[index];
          if (!line) return null;
          return (
            <div
              key={line.project?.id ?? line.group.key}
              ref={shown.measure}
              data-index={index}
              className={classes.line}
            >
              {line.project ? (
                <ProjectCard project={line.project} group={search.group} />
              ) : (
                <div className={classes.group}>
                  <h2>{line.group.label}</h2>
                  <span className={classes.quiet}>{inWords(line.group.totals)}</span>
                </div>
              )}
            </div>
          );
        })}
        <div style={{ height: shown.after }} />
      </div>
    </>
  );
}

function inWords(totals: Totals): string {
  return `${countOf(totals.openTasks, "open task")}, ${formatHours(totals.actualHours)} h`;
}

function ProjectCard({ project, group }: { project: ProjectSummary; group: Grouping }) {
  const running = isRunning(project.status);
  return (
    <article className={classes.card}>
      <h3 className={classes.name}>
        <Link to="/projects/$projectId" params={{ projectId: project.id }}>
          {project.name}
        </Link>
      </h3>
      <div className={classes.quiet}>
        {[project.code, placeOf(project, group), project.lead_name].filter(Boolean).join(" · ")}
      </div>
      <div className={classes.labels}>
        <StatusLabel status={project.status} />
        {project.health && <HealthLabel health={project.health} />}
      </div>
      <div className={classes.burn}>
        <BurnBar project={project} />
      </div>
      <div className={classes.facts}>
        <span>{countOf(project.open_task_count, "open task")}</span>
        <LastActivity on={project.last_activity_on} isRunning={running} />
        {project.due_on && (
          <span>
            Due <DueDay on={project.due_on} isRunning={running} />
          </span>
        )}
      </div>
    </article>
  );
}
