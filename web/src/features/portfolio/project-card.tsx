import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { DueDay, LastActivity } from "../../entities/project/activity.tsx";
import { HealthLabel, RiskLabel, StatusLabel } from "../../entities/project/badges.tsx";
import { BurnBar } from "../../entities/project/burn-bar.tsx";
import { isRunning, tierLabels } from "../../entities/project/labels.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { countOf } from "../../format/numbers.ts";
import card from "../../ui/card.module.css";
import { ProjectMenu } from "../portfolio-actions/project-menu.tsx";
import { placeOf } from "./portfolio-view.ts";
import classes from "./project-card.module.css";
import type { Grouping } from "./search-params.ts";

/** A project as a card, for windows that are too narrow for a table. The whole card opens it. */
export function ProjectCard({
  project,
  group,
  checkbox,
}: {
  project: ProjectSummary;
  group: Grouping;
  /** Selects the project. */
  checkbox?: ReactNode;
}) {
  const running = isRunning(project.status);
  // A group has a heading of its own above its cards.
  const Heading = group === "none" ? "h2" : "h3";
  const classification = [project.tier && tierLabels[project.tier], project.service_line].filter(
    Boolean,
  );
  return (
    <article className={card.card}>
      <div className={card.head}>
        {checkbox}
        <Heading className={card.name}>
          <Link to="/projects/$projectId" params={{ projectId: project.id }}>
            {project.name}
          </Link>
        </Heading>
        <ProjectMenu project={project} />
      </div>
      <div className={card.quiet}>
        {[project.code, placeOf(project, group), project.lead_name].filter(Boolean).join(" · ")}
      </div>
      <div className={card.labels}>
        <StatusLabel status={project.status} />
        {project.health && <HealthLabel health={project.health} />}
        {project.risk && <RiskLabel risk={project.risk} />}
      </div>
      <div className={classes.burn}>
        <BurnBar project={project} />
      </div>
      <div className={card.facts}>
        <span>{countOf(project.open_task_count, "open task")}</span>
        <LastActivity on={project.last_activity_on} isRunning={running} />
        {project.due_on && (
          <span>
            <DueDay on={project.due_on} isRunning={running} isNamed />
          </span>
        )}
        {classification.length > 0 && <span>{classification.join(", ")}</span>}
      </div>
    </article>
  );
}
