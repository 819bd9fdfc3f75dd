import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatDay } from "../../format/dates.ts";
import { formatMoney } from "../../format/numbers.ts";
import { DueDay, LastActivity } from "../portfolio/activity.tsx";
import { HealthLabel, StatusLabel } from "../portfolio/badges.tsx";
import { BurnBar } from "../portfolio/burn-bar.tsx";
import { isRunning } from "../portfolio/labels.ts";
import { placeOf } from "../portfolio/portfolio-view.ts";
import { organization, type ProjectSummary } from "../portfolio/queries.ts";
import classes from "./project-facts.module.css";

/** Where the project stands, on one strip. */
export function ProjectFacts({ project }: { project: ProjectSummary }) {
  const currency = useQuery(organization).data?.currency;
  const running = isRunning(project.status);
  return (
    <>
      <Text c="dimmed" size="sm" mt={-12} mb="sm">
        {[project.code, placeOf(project)].filter(Boolean).join(" · ")}
      </Text>
      {project.summary && (
        <Text size="lg" maw={720} mb="md">
          {project.summary}
        </Text>
      )}
      <dl className={classes.facts}>
        <Fact name="Status">
          <StatusLabel status={project.status} />
        </Fact>
        <Fact name="Health">
          <HealthLabel health={project.health} />
        </Fact>
        <Fact name="Lead">{project.lead_name ?? "None"}</Fact>
        <Fact name="Burn" isWide>
          <BurnBar project={project} />
        </Fact>
        {project.budget_amount !== null && currency && (
          <Fact name="Budget">{formatMoney(project.budget_amount, currency)}</Fact>
        )}
        <Fact name="Start">{project.starts_on ? formatDay(project.starts_on) : "No date"}</Fact>
        <Fact name="Due">
          <DueDay on={project.due_on} isRunning={running} />
        </Fact>
        <Fact name="Last activity">
          <LastActivity on={project.last_activity_on} isRunning={running} />
        </Fact>
      </dl>
    </>
  );
}

function Fact({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? classes.wide : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
