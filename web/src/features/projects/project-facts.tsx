import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { peopleNames } from "../../entities/person/queries.ts";
import { AccountLink } from "../../entities/project/account-link.tsx";
import { DueDay } from "../../entities/project/activity.tsx";
import { HealthLabel, RiskLabel, StatusLabel } from "../../entities/project/badges.tsx";
import { BurnBar } from "../../entities/project/burn-bar.tsx";
import { isRunning, tierLabels } from "../../entities/project/labels.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { Instant } from "../../format/instant.tsx";
import { Fact } from "../../ui/fact.tsx";
import strip from "../../ui/facts.module.css";
import { clientAndAccount } from "../portfolio/portfolio-view.ts";
import classes from "./project-facts.module.css";
import { latestReporter, projectSide } from "./queries.ts";

interface Props {
  project: ProjectSummary;
  /** The page shows the latest status too, so its author needs no request. */
  withSide: boolean;
}

/** The state of the project, in one strip. */
export function ProjectFacts({ project, withSide }: Props) {
  const { tier, service_line, risk } = project;
  return (
    <dl className={strip.facts}>
      <Fact name="Status">
        <StatusLabel status={project.status} />
      </Fact>
      <Fact name="Health">
        <HealthLabel health={project.health} />
        {project.health_reported_at && (
          <ReportedBy projectId={project.id} at={project.health_reported_at} withSide={withSide} />
        )}
      </Fact>
      <Fact name="Lead">{project.lead_name ?? "None"}</Fact>
      <Fact name="Due">
        <DueDay on={project.due_on} isRunning={isRunning(project.status)} />
      </Fact>
      <Fact name="Burn" isWide>
        <BurnBar project={project} />
      </Fact>
      {(tier || service_line) && (
        <Fact name={tier ? "Tier" : "Service line"}>
          {[tier && tierLabels[tier], service_line].filter(Boolean).join(" · ")}
        </Fact>
      )}
      {risk && (
        <Fact name="Risk">
          <RiskLabel risk={risk} isShort />
        </Fact>
      )}
    </dl>
  );
}

/** Code, client and account, with a link to the account. */
export function ProjectContext({ project }: { project: ProjectSummary }) {
  return (
    <>
      {project.code && `${project.code} · `}
      <AccountLink accountId={project.account_id} className={classes.account}>
        {clientAndAccount(project)}
      </AccountLink>
    </>
  );
}

/** Who reported the health, and when. */
function ReportedBy({
  projectId,
  at,
  withSide,
}: { projectId: string; at: string } & Pick<Props, "withSide">) {
  const author = useQuery({ ...projectSide(projectId), enabled: withSide }).data?.status?.author_id;
  const names = useQuery({ ...peopleNames, enabled: withSide }).data;
  const reporter = useQuery({ ...latestReporter(projectId), enabled: !withSide }).data;
  const name = withSide ? names?.get(author ?? "") : reporter;
  return (
    <Text size="xs" c="dimmed">
      {name && `${name}, `}
      <Instant at={at} />
    </Text>
  );
}
