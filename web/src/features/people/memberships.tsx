import { ActionIcon, Anchor, Select, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { XIcon } from "lucide-react";
import { type ProjectSummary, projectSummaries } from "../../entities/project/queries.ts";
import { useProjectChoices } from "../../entities/project/use-project-choices.ts";
import { formatCount } from "../../format/numbers.ts";
import { type PersonProfile, personProfile } from "../../session/picture.ts";
import { Problem } from "../../ui/problem.tsx";
import type { PersonChange } from "./change-dialog.tsx";
import classes from "./memberships.module.css";
import { PanelSection } from "./panel.tsx";
import type { ListedPerson } from "./people-view.ts";

interface Props {
  person: ListedPerson;
  onAsk: (change: PersonChange) => void;
}

type OwnProject = PersonProfile["projects"][number];

/** The projects that a person works on and leads. */
export function PersonProjects({ person, onAsk }: Props) {
  const profile = useQuery(personProfile(person.id));
  const projects = profile.data?.projects;
  if (profile.isError && !projects) {
    return (
      <PanelSection id="memberships" title="Projects">
        <Problem error={profile.error} retry={() => void profile.refetch()} />
      </PanelSection>
    );
  }
  if (!projects) return <Skeleton height={120} mt="lg" aria-busy="true" />;
  return (
    <>
      {person.role !== "client" && !person.archived_at && (
        <Memberships
          person={person}
          own={projects.filter(({ is_member }) => is_member)}
          onAsk={onAsk}
        />
      )}
      <LedProjects person={person} led={projects.filter(({ is_lead }) => is_lead)} />
    </>
  );
}

/** A person's projects; adds and removes memberships. */
function Memberships({ person, own, onAsk }: Props & { own: OwnProject[] }) {
  const ask = (project: { id: string; name: string }, is_member: boolean) =>
    onAsk({ to: "membership", is_member, project: { id: project.id, name: project.name } });
  return (
    <PanelSection id="memberships" title={<Counted title="Projects" count={own.length} />}>
      {person.role !== "member" && (
        <Text size="sm" c="dimmed" mb="xs">
          Sees every project; memberships show what they work on.
        </Text>
      )}
      <OtherProjects own={own} onChoose={(project) => ask(project, true)} />
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
              <XIcon size={14} />
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

interface OtherProps {
  own: OwnProject[];
  onChoose: (project: ProjectSummary) => void;
}

/** Offers the projects that a person is no member of. */
function OtherProjects({ own, onChoose }: OtherProps) {
  const { data, ...choices } = useProjectChoices(
    "",
    ({ name, code }) => [name, code].filter(Boolean).join(" · "),
    "No other project has this name.",
  );
  const projects = useQuery({ ...projectSummaries, enabled: false }).data;
  const ids = new Set(own.map(({ id }) => id));
  return (
    <Select
      size="xs"
      aria-label="Add to a project"
      placeholder="Add to a project…"
      searchable
      limit={50}
      value={null}
      {...choices}
      data={data.filter(({ value }) => !ids.has(value))}
      onChange={(id) => {
        const project = projects?.find((candidate) => candidate.id === id);
        if (project) onChoose(project);
      }}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}

/** The projects that a person leads, with a warning if the person may no longer lead projects. */
function LedProjects({ person, led }: { person: ListedPerson; led: OwnProject[] }) {
  if (led.length === 0) return null;
  const seesAll = person.role === "admin" || person.role === "lead";
  const canLead = ({ is_member }: OwnProject) =>
    person.state !== "offboarded" && (seesAll || (person.role === "member" && is_member));
  return (
    <PanelSection id="led-projects" title={<Counted title="Projects led" count={led.length} />}>
      <ul className={classes.projects}>
        {led.map((project) => (
          <li key={project.id}>
            <ProjectLink project={project} />
            {!canLead(project) && <span className={classes.warn}>Needs another lead</span>}
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

function ProjectLink({ project }: { project: OwnProject }) {
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
