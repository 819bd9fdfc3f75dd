import { ActionIcon, Anchor, Select, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ProjectSummary, projectSummaries } from "../../entities/project/queries.ts";
import { formatCount } from "../../format/numbers.ts";
import { listState } from "../../ui/list-state.ts";
import type { PersonChange } from "./change-dialog.tsx";
import classes from "./memberships.module.css";
import { PanelSection } from "./panel.tsx";
import type { ListedPerson } from "./people-view.ts";

interface Props {
  person: ListedPerson;
  onAsk: (change: PersonChange) => void;
}

/** A person's projects; adds and removes memberships. */
export function Memberships({ person, onAsk }: Props) {
  const list = useQuery(projectSummaries);
  const projects = list.data ?? [];
  const ids = new Set(person.projectIds);
  const own = projects.filter((project) => ids.has(project.id));
  const others = projects.filter((project) => !ids.has(project.id));
  const ask = (project: ProjectSummary | undefined, is_member: boolean) =>
    project &&
    onAsk({ to: "membership", is_member, project: { id: project.id, name: project.name } });
  return (
    <PanelSection id="memberships" title={<Counted title="Member of" count={own.length} />}>
      {person.role !== "member" && (
        <Text size="sm" c="dimmed" mb="xs">
          Sees every project; memberships show what they work on.
        </Text>
      )}
      <Select
        size="xs"
        aria-label="Add to a project"
        placeholder="Add to a project…"
        searchable
        limit={50}
        value={null}
        data={others.map((project) => ({
          value: project.id,
          label: [project.name, project.code].filter(Boolean).join(" · "),
        }))}
        {...listState(list, "No other project has this name.")}
        onChange={(id) =>
          ask(
            others.find((project) => project.id === id),
            true,
          )
        }
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <ul className={classes.projects}>
        {own.map((project) => (
          <li key={project.id}>
            <ProjectLink project={project} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Remove from ${project.name}`}
              onClick={() => ask(project, false)}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {own.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {person.role === "member" ? "No project yet, so they see none." : "No project yet."}
        </Text>
      )}
    </PanelSection>
  );
}

/** The projects that a person leads, with a warning if the person may no longer lead projects. */
export function LedProjects({ person }: { person: ListedPerson }) {
  const projects = useQuery(projectSummaries).data ?? [];
  const led = projects.filter((project) => project.lead_id === person.id);
  if (led.length === 0) return null;
  const seesAll = person.role === "admin" || person.role === "lead";
  const visibleIds = new Set(person.projectIds);
  const canLead = (id: string) =>
    person.state !== "offboarded" && (seesAll || (person.role === "member" && visibleIds.has(id)));
  return (
    <PanelSection id="led-projects" title={<Counted title="Projects led" count={led.length} />}>
      <ul className={classes.projects}>
        {led.map((project) => (
          <li key={project.id}>
            <ProjectLink project={project} />
            {!canLead(project.id) && <span className={classes.warn}>Needs another lead</span>}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

function Counted({ title, count }: { title: string; count: number }) {
  return (
    <>
      {title}{" "}
      <Text component="span" c="dimmed" className="tabular">
        {formatCount(count)}
      </Text>
    </>
  );
}

function ProjectLink({ project }: { project: ProjectSummary }) {
  return (
    <Anchor
      size="sm"
      c="var(--mantine-color-text)"
      renderRoot={(props) => (
        <Link to="/projects/$projectId" params={{ projectId: project.id }} {...props} />
      )}
    >
      {project.name}
    </Anchor>
  );
}
