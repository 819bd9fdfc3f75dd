import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { LastActivity } from "../../entities/project/activity.tsx";
import { HealthLabel, RiskLabel } from "../../entities/project/badges.tsx";
import { BurnBar } from "../../entities/project/burn-bar.tsx";
import { isRunning, tierLabels } from "../../entities/project/labels.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { countOf } from "../../format/numbers.ts";
import card from "../../ui/card.module.css";
import { ProjectMenu } from "../portfolio-actions/project-menu.tsx";
import { clientAndAccount } from "./portfolio-view.ts";
import classes from "./project-card.module.css";
import { DueCell, LeadCell, StatusCell } from "./project-cells.tsx";
import type { Grouping } from "./search-params.ts";

/** A project as a card, for windows that are too narrow for a table. The whole card opens it. */
export function ProjectCard({
  project,
  group,
  mayEdit = false,
  checkbox,
}: {
  project: ProjectSummary;
  group: Grouping;
  /** Its status, lead and due day become fields when they are pressed. */
  mayEdit?: boolean;
  /** Selects the project. */
  checkbox?: ReactNode;
}) {
  const isActive = isRunning(project.status);
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
        {[project.code, clientAndAccount(project, group)].filter(Boolean).join(" · ")}
        <div>{mayEdit ? <LeadCell project={project} mayEdit /> : project.lead_name}</div>
      </div>
      <div className={card.labels}>
        <StatusCell project={project} mayEdit={mayEdit} />
        {project.health && <HealthLabel health={project.health} />}
        {project.risk && <RiskLabel risk={project.risk} />}
      </div>
      <div className={classes.burn}>
        <BurnBar project={project} />
      </div>
      <div className={card.facts}>
        <span>{countOf(project.open_task_count, "open task")}</span>
        <LastActivity on={project.last_activity_on} isRunning={isActive} />
        {(mayEdit || project.due_on) && (
          <span>
            <DueCell project={project} mayEdit={mayEdit} isNamed />
          </span>
        )}
        {classification.length > 0 && <span>{classification.join(", ")}</span>}
      </div>
    </article>
  );
}
