import { Group, Progress, Text } from "@mantine/core";
import { TriangleAlertIcon } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import type { ClientPortal, PortalProject } from "../../api/client-portal-routes.ts";
import { formatDay } from "../../format/dates.ts";
import { formatHours, formatMoney, hoursOf } from "../../format/numbers.ts";
import classes from "./portal.module.css";
import { PortalDeliverable } from "./portal-deliverable.tsx";
import { PortalRequests, RequestButton } from "./portal-requests.tsx";
import { PortalDocuments, PortalText } from "./portal-text.tsx";

interface Props {
  portal: ClientPortal;
  /** Whether the reader is a client contact. Only contacts can act. */
  mayAct: boolean;
}

/** Everything that an agency published for a client, project by project. */
export function PortalView({ portal, mayAct }: Props) {
  const { agency, projects } = portal;
  if (projects.length === 0) {
    return (
      <Text size="lg" c="dimmed">
        {agency.name} has no projects with you yet. Your first project will appear here when it
        starts, with its updates and deliverables.
      </Text>
    );
  }
  const style = agency.color ? ({ "--portal-color": agency.color } as CSSProperties) : {};
  return (
    <div style={style}>
      {projects.map((project) => (
        <Project key={project.id} portal={portal} project={project} mayAct={mayAct} />
      ))}
    </div>
  );
}

function Project({ portal, project, mayAct }: Props & { project: PortalProject }) {
  const own = <Row extends { project_id: string }>(rows: Row[]) =>
    rows.filter(({ project_id }) => project_id === project.id);
  const [latest, ...earlier] = own(portal.updates);
  const deliverables = own(portal.deliverables);
  const requests = own(portal.requests);
  const changes = own(portal.scope_changes);
  const isNew = !latest && deliverables.length === 0;
  return (
    <article className={classes.project}>
      <Text component="h2" size="xl" fw={600} m={0}>
        {project.name}
      </Text>
      <div className={classes.facts}>
        <Text>{project.state}</Text>
        {datesOf(project) && <Text c="dimmed">{datesOf(project)}</Text>}
      </div>
      {project.hours && <Hours {...project.hours} />}
      {isNew && (
        <Text c="dimmed" mt="sm">
          {project.state === "Finished"
            ? "No updates or deliverables were published."
            : "No updates or deliverables yet. You will see them here once they are published."}
        </Text>
      )}
      {latest && (
        <Part title="Latest update">
          <Update update={latest} />
          {earlier.length > 0 && (
            <details className={classes.more}>
              <summary>Earlier updates</summary>
              {earlier.map((update) => (
                <Update key={update.id} update={update} />
              ))}
            </details>
          )}
        </Part>
      )}
      {deliverables.length > 0 && (
        <Part title="Deliverables">
          <ul className={classes.list}>
            {deliverables.map((deliverable) => (
              <PortalDeliverable
                key={deliverable.id}
                portal={portal}
                deliverable={deliverable}
                mayAct={mayAct}
              />
            ))}
          </ul>
        </Part>
      )}
      <Documents title="Readouts" documents={own(portal.readouts)} />
      <Documents title="Statements of work" documents={own(portal.statements_of_work)} />
      {changes.length > 0 && (
        <Part title="Scope changes">
          {changes.map(({ id, title, description, hours_change, amount_change, effective_on }) => (
            <details key={id} className={classes.more}>
              <summary>{title}</summary>
              <PortalText>{description}</PortalText>
              <Text c="dimmed">
                {[
                  hours_change !== null && `${signOf(hours_change)}${hoursOf(hours_change)}`,
                  amount_change !== null &&
                    `${signOf(amount_change)}${formatMoney(amount_change, portal.agency.currency)}`,
                  effective_on && `from ${formatDay(effective_on)}`,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </Text>
            </details>
          ))}
        </Part>
      )}
      {(requests.length > 0 || mayAct) && (
        <Part title="Requests">
          {requests.length > 0 ? (
            <PortalRequests requests={requests} mayAct={mayAct} />
          ) : (
            <Text c="dimmed" mb="xs">
              Ask a question or request a change. Each request shows the day by which you will get a
              response.
            </Text>
          )}
          {mayAct && (
            <div className={classes.more}>
              <RequestButton project={project} />
            </div>
          )}
        </Part>
      )}
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <Text component="h3" size="md" fw={600} m={0} mb={4}>
        {title}
      </Text>
      {children}
    </section>
  );
}

type Documents = Parameters<typeof PortalDocuments>[0]["documents"];

function Documents({ title, documents }: { title: string; documents: Documents }) {
  if (documents.length === 0) return null;
  return (
    <Part title={title}>
      <PortalDocuments documents={documents} />
    </Part>
  );
}

function Update({ update }: { update: ClientPortal["updates"][number] }) {
  const { headline, body, next_steps, week_of } = update;
  return (
    <>
      <Text component="h4" size="lg" fw={500} m={0}>
        {headline}
      </Text>
      <Text c="dimmed" size="sm">
        Week of {formatDay(week_of)}
      </Text>
      <PortalText>{body}</PortalText>
      {next_steps && (
        <>
          <Text fw={500}>Next steps</Text>
          <PortalText>{next_steps}</PortalText>
        </>
      )}
    </>
  );
}

function Hours({ used, budget }: { used: number; budget: number | null }) {
  if (!budget) return <Text mt={4}>{hoursOf(used)} used</Text>;
  const text = `${formatHours(used)} of ${hoursOf(budget)} used`;
  const isOver = used > budget;
  return (
    <>
      <Group gap="4px 16px" mt={4}>
        <Text>{text}</Text>
        {isOver && (
          <Text className={classes.excess}>
            <TriangleAlertIcon size={16} aria-hidden />
            {hoursOf(used - budget)} over budget
          </Text>
        )}
      </Group>
      <Progress.Root size="sm">
        <Progress.Section
          value={Math.min((100 * used) / budget, 100)}
          color={isOver ? "red" : "accent"}
          // Mantine would announce a percentage with all its decimals.
          withAria={false}
          role="progressbar"
          aria-label="Hours used"
          aria-valuemin={0}
          aria-valuemax={budget}
          aria-valuenow={Math.min(used, budget)}
          aria-valuetext={text}
        />
      </Progress.Root>
    </>
  );
}

const signOf = (figure: number) => (figure > 0 ? "+" : "");

function datesOf({ starts_on, due_on }: PortalProject): string | null {
  if (starts_on && due_on) return `${formatDay(starts_on)} to ${formatDay(due_on)}`;
  if (starts_on) return `Since ${formatDay(starts_on)}`;
  return due_on && `Due ${formatDay(due_on)}`;
}
