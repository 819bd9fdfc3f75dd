import { Skeleton, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { formatDay } from "../../format/dates.ts";
import { countOf } from "../../format/numbers.ts";
import { read, supabase } from "../../supabase/client.ts";
import { Problem } from "../../ui/problem.tsx";
import classes from "./copy-preview.module.css";
import { type NewProject, shiftDay, shiftOf } from "./new-project-values.ts";

const SHOWN_TASKS = 5;

/** The tasks and people of a project that a copy would contain. */
const copyPreview = (projectId: string) =>
  queryOptions({
    queryKey: ["form", "copy-preview", projectId],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const tasks = supabase()
        .from("tasks")
        .select("id, title, due_on", { count: "exact" })
        .eq("project_id", projectId)
        .is("archived_at", null)
        .neq("status", "cancelled")
        .order("due_on", { nullsFirst: false })
        .order("id")
        .limit(SHOWN_TASKS);
      const members = supabase()
        .from("project_members")
        .select("person_id")
        .eq("project_id", projectId);
      const [first, team] = await Promise.all([
        read(tasks.abortSignal(signal)),
        read(members.abortSignal(signal)),
      ]);
      const ids = team.data.map(({ person_id }) => person_id);
      const people = supabase()
        .from("people")
        .select("id, name")
        .in("id", ids)
        .is("archived_at", null)
        .neq("role", "client")
        .order("name");
      const names = ids.length > 0 ? (await read(people.abortSignal(signal))).data : [];
      return { tasks: first.data, taskCount: first.count, people: names.map(({ name }) => name) };
    },
  });

interface Props {
  source: ProjectSummary;
  values: NewProject;
}

/** The effect of a copy, before anything is created. */
export function CopyPreview({ source, values }: Props) {
  const preview = useQuery(copyPreview(source.id));
  if (preview.isError) {
    return <Problem error={preview.error} retry={() => void preview.refetch()} />;
  }
  if (!preview.data) return <Skeleton height={120} />;
  const { tasks, taskCount, people } = preview.data;
  const shift = shiftOf(source.starts_on, values.starts_on);
  return (
    <section aria-labelledby="copy-preview" aria-live="polite" className={classes.preview}>
      <h3 id="copy-preview" className={classes.heading}>
        The copy will contain
      </h3>
      <ul className={classes.list}>
        <li>the summary, lead and budgets of {source.name}</li>
        <li>
          {values.with_tasks ? `${countOf(taskCount, "task")}, set to open` : "no tasks"}
          {values.with_tasks && tasks.length > 0 && (
            <ul className={classes.list}>
              {tasks.map(({ id, title, due_on }) => (
                <li key={id}>
                  {title}
                  <span className={classes.quiet}>
                    {due_on && shift !== null
                      ? `, due ${formatDay(shiftDay(due_on, shift))}`
                      : ", no due date"}
                  </span>
                </li>
              ))}
              {taskCount > tasks.length && (
                <li>{countOf(taskCount - tasks.length, "more task")}</li>
              )}
            </ul>
          )}
        </li>
        <li>{values.with_team ? teamInWords(people) : "no team members"}</li>
      </ul>
      <Text size="sm" c="dimmed">
        {daysInWords(source, shift)} Hours, comments and documents stay with the original.
      </Text>
    </section>
  );
}

function teamInWords(people: string[]): string {
  if (people.length === 0) return "a team without members";
  return `${countOf(people.length, "person", "people")}: ${people.join(", ")}`;
}

function daysInWords({ starts_on, due_on }: ProjectSummary, shift: number | null): string {
  if (shift === null) {
    return starts_on
      ? "Enter a start date to move the due dates with it. Without one, the copy gets no due dates."
      : "The original has no start date, so the copy gets no due dates.";
  }
  if (shift === 0) return "Due dates stay the same.";
  const shiftText = `Due dates move ${countOf(Math.abs(shift), "day")} ${shift > 0 ? "later" : "earlier"}.`;
  return due_on
    ? `${shiftText} The project is due ${formatDay(shiftDay(due_on, shift))}.`
    : shiftText;
}
