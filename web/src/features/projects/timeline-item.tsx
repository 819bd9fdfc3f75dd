import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  CheckCheckIcon,
  ClockIcon,
  MessageSquareIcon,
  PencilIcon,
  PlayIcon,
  TagIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { peopleNames } from "../../entities/person/queries.ts";
import { HealthLabel } from "../../entities/project/badges.tsx";
import { Instant } from "../../format/instant.tsx";
import { countOf, formatExactHours } from "../../format/numbers.ts";
import { useViewer } from "../../session/viewer.ts";
import { TaskLink } from "../tasks/task-link.tsx";
import type { ProjectSearch } from "./search-params.ts";
import { StatusHistory } from "./status-history.tsx";
import { StatusWords } from "./status-words.tsx";
import {
  changesInWords,
  classificationInWords,
  type EntryOf,
  shareInWords,
  type TimelineEntry,
  type TimelineKind,
  type Who,
} from "./timeline.ts";
import classes from "./timeline-item.module.css";

const icon = { size: 16, strokeWidth: 1.8, "aria-hidden": true };

const icons: Record<TimelineKind, ReactNode> = {
  status_update: <MessageSquareIcon {...icon} />,
  classification: <TagIcon {...icon} />,
  project_changed: <PencilIcon {...icon} />,
  tasks_completed: <CheckCheckIcon {...icon} />,
  tasks_started: <PlayIcon {...icon} />,
  hours: <ClockIcon {...icon} />,
};

interface Props {
  entry: TimelineEntry;
  projectId: string;
}

export function TimelineItem({ entry, projectId }: Props) {
  return (
    <li className={classes.item} data-kind={entry.kind}>
      <span className={classes.icon}>{icons[entry.kind]}</span>
      <Content entry={entry} projectId={projectId} />
    </li>
  );
}

function Content({ entry, projectId }: Props) {
  switch (entry.kind) {
    case "status_update":
      return <StatusEntry entry={entry} />;
    case "classification":
      return <Classified entry={entry} />;
    case "project_changed":
      return <Changed entry={entry} />;
    case "hours":
      return <HoursSpent entry={entry} projectId={projectId} />;
    default:
      return <TasksMoved entry={entry} projectId={projectId} />;
  }
}

function StatusEntry({ entry }: { entry: EntryOf<"status_update"> }) {
  return (
    <>
      <div className={classes.head}>
        <HealthLabel health={entry.health} /> <By who={entry.by} at={entry.at} />
      </div>
      <StatusWords status={entry} />
      <StatusHistory status={{ ...entry, author_id: entry.by.id, created_at: entry.at }} />
    </>
  );
}

function Classified({ entry }: { entry: EntryOf<"classification"> }) {
  const words = classificationInWords(entry).join(" · ");
  return (
    <>
      <div className={classes.head}>
        {entry.from ? "Classification changed" : "Classified"} <By who={entry.by} at={entry.at} />
      </div>
      {words && <div>{words}</div>}
      {entry.reason && <Text c="dimmed">{entry.reason}</Text>}
    </>
  );
}

function Changed({ entry }: { entry: EntryOf<"project_changed"> }) {
  const names = useQuery(peopleNames).data;
  const { currency } = useViewer().organization;
  const lines = changesInWords(entry.changes, { nameOf: (id) => names?.get(id), currency });
  return (
    <>
      <div className={classes.head}>
        Project changed <By who={entry.by} at={entry.at} />
      </div>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </>
  );
}

function By({ who, at }: { who: Who | null; at: string }) {
  return (
    <span className={classes.quiet}>
      {who ? (who.name ?? "Someone") : "Countersign"}, <Instant at={at} />
    </span>
  );
}

function TasksMoved({
  entry,
  projectId,
}: {
  entry: EntryOf<"tasks_completed" | "tasks_started">;
  projectId: string;
}) {
  const isDone = entry.kind === "tasks_completed";
  const hiddenCount = entry.count - entry.tasks.length;
  return (
    <div>
      {countOf(entry.count, "task")} {isDone ? "completed" : "started"}:{" "}
      {entry.tasks.map(({ id, title }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <TaskLink id={id} className={classes.link}>
            {title}
          </TaskLink>
        </span>
      ))}
      {hiddenCount > 0 && (
        <>
          {" and "}
          <ProjectLink
            projectId={projectId}
            search={{
              view: "tasks",
              ...(isDone && { status: "done", sort: "updated_at", dir: "desc" }),
            }}
          >
            {hiddenCount} more
          </ProjectLink>
        </>
      )}
    </div>
  );
}

interface ProjectLinkProps {
  projectId: string;
  search: Partial<ProjectSearch>;
  children: ReactNode;
}

function ProjectLink({ projectId, search, children }: ProjectLinkProps) {
  return (
    <Link to="/projects/$projectId" params={{ projectId }} search={search} className={classes.link}>
      {children}
    </Link>
  );
}

function HoursSpent({ entry, projectId }: { entry: EntryOf<"hours">; projectId: string }) {
  return (
    <div>
      <ProjectLink projectId={projectId} search={{ view: "hours", day: entry.day }}>
        {formatExactHours(entry.hours)} h
      </ProjectLink>
      {entry.task_count > 0 && ` on ${countOf(entry.task_count, "task")}`}
      <span className={classes.quiet}> · {shareInWords(entry.people)}</span>
    </div>
  );
}
