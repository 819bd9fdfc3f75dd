/** Answers questions from tables. Runs named SQL queries as the viewer, within the scope of the person in `as`. */
import { callFunction } from "../_db/call.ts";
import type { Db } from "../_db/client.ts";
import type { Fence } from "../_domain/chat/fence.ts";
import { namesIn } from "../_domain/chat/names-in.ts";
import type { References } from "../_domain/chat/references.ts";
import { isNamedIn } from "../_domain/chat/sentences.ts";
import {
  type AnsweringRow,
  countOf,
  daysBetween,
  hoursOf,
  type TableAnswer,
} from "../_domain/chat/table-answer.ts";
import { type TableQuestion, tableQuestionsIn } from "../_domain/chat/table-question.ts";
import { type Change, changeInWords } from "../_domain/words/changes.ts";
import { englishFormat } from "../_domain/words/format.ts";

interface TableRequest {
  question: string;
  as: string | undefined;
  /** The one project that the question is about. If it is set, no rows of other projects are read. */
  projectId?: string | undefined;
  /** In the organization's time zone. */
  today: string;
}

/** The maximum number of rows in an answer: more would push the passages below them out of view. */
const SHOWN = 10;

/** One answer for each question in the request that the tables can answer. */
export async function answerFromTables(
  db: Db,
  request: TableRequest,
  references: References,
  fence: Fence,
): Promise<TableAnswer[]> {
  const questions = tableQuestionsIn(request.question, request.today);
  if (questions.length === 0) return [];
  const citedProjects = references.all.filter(
    (reference) =>
      reference.kind === "row" &&
      reference.table === "projects" &&
      isNamedIn(request.question, reference.title),
  );
  const projects = [...new Set(citedProjects.map(({ id }) => id))];
  const projectId = request.projectId ?? (projects.length === 1 ? projects[0] : undefined);
  const scope = {
    ...(projectId && { project_id: projectId }),
    ...(request.as && { as_person_id: request.as }),
  };
  const read: Read = async (name, input) =>
    (await callFunction(db, name, { ...input, ...scope, result_limit: SHOWN })) as never;
  const person = questions.some(({ kind }) => kind in personFilters)
    ? await personIn(request, read)
    : null;
  const answerable = questions.filter(({ kind }) => kind !== "work_of_person" || person);
  const answers = answerable.map((question) => answerOf(question, read, request.today, person));
  return (await Promise.all(answers)).map(({ rows, ...answer }) => ({
    ...answer,
    rows: rows.map((row) => ({
      ...row,
      title: fence.line(row.title),
      text: fence.line(row.text),
    })),
  }));
}

type NamedQuery = "get_hours" | "list_changes" | "list_people" | "list_projects" | "list_tasks";
type Read = <Found>(name: NamedQuery, input: Record<string, string | string[]>) => Promise<Found>;

interface Person {
  id: string;
  name: string;
}

/** The questions that can be about one person, and the filter of their named query. */
const personFilters: Partial<Record<TableQuestion["kind"], string>> = {
  late: "assignee_id",
  blocked: "assignee_id",
  due_next: "assignee_id",
  work_of_person: "assignee_id",
  hours: "person_id",
};

/** The only person whom the question names, by their full name or part of it. */
async function personIn({ question, today }: TableRequest, read: Read): Promise<Person | null> {
  const matches = await Promise.all(
    namesIn(question, today).map((name) =>
      read<{ people: Person[]; total: number }>("list_people", { name_contains: name }),
    ),
  );
  const candidates = matches
    .filter(({ total }) => total <= SHOWN)
    .flatMap(({ people }) => people)
    .filter(({ name }) => name.split(/\s+/).some((word) => isNamedIn(question, word)));
  const [person] = candidates;
  return person && candidates.every(({ id }) => id === person.id) ? person : null;
}

function answerOf(
  question: TableQuestion,
  read: Read,
  today: string,
  person: Person | null,
): Promise<TableAnswer> {
  const of: Record<string, string> = {};
  const filter = personFilters[question.kind];
  if (person && filter) of[filter] = person.id;
  const whose = person ? ` for ${person.name}` : "";
  switch (question.kind) {
    case "late":
      return person
        ? tasks(read, { ...of, due_to: dayBefore(today) }, "late", today, person.name)
        : lateWork(read, today);
    case "blocked":
      return tasks(read, { ...of, statuses: ["blocked"] }, "blocked", today, person?.name);
    case "due_next":
      return tasks(read, { ...of, due_from: today }, "due today or later", today, person?.name);
    case "over_budget":
      return overBudget(read);
    case "at_risk":
      return projects(read, "at_risk", "at risk", today);
    case "assignments":
      return assignments(read);
    case "work_of_person":
      return tasks(read, of, "open", today, person?.name);
    case "hours":
      return hours(read, question, of, whose);
    case "changes":
      return changes(read, question);
  }
}

interface Task {
  id: string;
  title: string;
  status: string;
  project: { name: string };
  assignee: { name: string | null } | null;
  due_on: string | null;
}

async function tasks(
  read: Read,
  filter: Record<string, string | string[]>,
  state: string,
  today: string,
  assignee?: string,
): Promise<TableAnswer> {
  const listing = await read<{ tasks: Task[]; total: number; left_out: number }>(
    "list_tasks",
    filter,
  );
  return {
    summary: `${tasksAre(listing.total, assignee)} ${state}.`,
    rows: listing.tasks.map((task) => taskRow(task, today)),
    leftOut: listing.left_out,
  };
}

function tasksAre(total: number, assignee?: string): string {
  if (assignee) return `${total || "None"} of ${assignee}'s tasks ${isOrAre(total || 1)}`;
  return total === 0 ? "No task is" : `${countOf(total, "task")} ${isOrAre(total)}`;
}

function taskRow({ id, title, status, project, assignee, due_on }: Task, today: string) {
  const facts = [
    project.name,
    status === "blocked" && "blocked",
    due_on && dueInWords(due_on, today),
    assignee?.name ?? "not assigned",
  ];
  return { table: "tasks", id, title, text: joinFacts(title, facts) } as const;
}

async function lateWork(read: Read, today: string): Promise<TableAnswer> {
  const [lateProjects, lateTasks] = await Promise.all([
    projects(read, "late", "late", today),
    tasks(read, { due_to: dayBefore(today) }, "late", today),
  ]);
  return {
    summary: `${lateProjects.summary} ${lateTasks.summary}`,
    rows: [...lateProjects.rows, ...lateTasks.rows],
    leftOut: lateProjects.leftOut + lateTasks.leftOut,
  };
}

interface Project {
  id: string;
  name: string;
  due_on: string | null;
  lead: string | null;
  budget_hours: number | null;
  estimate_hours: number;
  actual_hours: number;
  percent_spent: number | null;
  risk: string | null;
  health: string | null;
  status_update: { id: string; summary: string; posted_on: string } | null;
}

interface ProjectListing {
  projects: Project[];
  total: number;
  left_out: number;
}

/** Facts of a row; the empty ones are left out. */
type Facts = (string | false | null | undefined)[];

async function projects(
  read: Read,
  concern: "late" | "at_risk",
  state: string,
  today: string,
): Promise<TableAnswer> {
  const listing = await read<ProjectListing>("list_projects", { concern });
  const factsOf = { late: lateFacts, at_risk: riskFacts }[concern];
  return {
    summary: `${projectsAre(listing.total)} ${state}.`,
    rows: listing.projects.map((project) => projectRow(project, factsOf(project, today))),
    leftOut: listing.left_out,
  };
}

async function overBudget(read: Read): Promise<TableAnswer> {
  const listing = await read<ProjectListing & { over_plan: number }>("list_projects", {
    concern: "over_budget",
  });
  const { total, over_plan: over } = listing;
  const near = total - over;
  const nearCount = over === 0 ? countOf(near, "project") : `${near} more`;
  return {
    summary: [
      `${projectsAre(over)} over the planned hours.`,
      near > 0 && `${nearCount} ${isOrAre(near)} at 90% or more of them.`,
    ]
      .filter(Boolean)
      .join(" "),
    rows: listing.projects.map((project) => projectRow(project, budgetFacts(project))),
    leftOut: listing.left_out,
  };
}

function projectsAre(total: number): string {
  return total === 0 ? "No project is" : `${countOf(total, "project")} ${isOrAre(total)}`;
}

function projectRow({ id, name, lead }: Project, facts: Facts) {
  const text = joinFacts(name, [...facts, lead && `lead ${lead}`]);
  return { table: "projects", id, title: name, text } as const;
}

function lateFacts({ due_on }: Project, today: string) {
  return [due_on && dueInWords(due_on, today)];
}

function budgetFacts({ actual_hours, budget_hours, estimate_hours, percent_spent }: Project) {
  const plan = budget_hours
    ? `${hoursOf(budget_hours)} in the budget`
    : `${hoursOf(estimate_hours)} estimated`;
  return [`${hoursOf(actual_hours)} spent of ${plan} (${percent_spent}%)`];
}

function riskFacts({ health, risk, status_update }: Project) {
  return [
    health?.replace("_", " "),
    risk === "high" && "high risk",
    status_update &&
      `status of ${englishFormat.day(status_update.posted_on)}: ${status_update.summary.replace(/\.+$/, "")}`,
  ];
}

async function assignments(read: Read): Promise<TableAnswer> {
  const listing = await read<{
    people: { id: string; name: string; projects: { name: string; leads: boolean }[] }[];
    total: number;
    left_out: number;
  }>("list_people", {});
  const rows = listing.people.map(({ id, name, projects: memberships }): AnsweringRow => {
    const names = memberships.map(({ name, leads }) => (leads ? `${name} (lead)` : name));
    const text = joinFacts(name, [names.length > 0 ? names.join("; ") : "on no project"]);
    return { table: "people", id, title: name, text };
  });
  return {
    summary: `${countOf(listing.total, "person", "people")}:`,
    rows,
    leftOut: listing.left_out,
  };
}

interface HoursGroup {
  hours: number;
  project?: { id: string; name: string };
  budget_hours?: number | null;
  person?: { id: string; name: string } | null;
}

async function hours(
  read: Read,
  { by, period }: Extract<TableQuestion, { kind: "hours" }>,
  of: Record<string, string>,
  whose: string,
): Promise<TableAnswer> {
  const totals = await read<{ total_hours: number; groups: HoursGroup[]; left_out: number }>(
    "get_hours",
    {
      group_by: whose ? "project" : by,
      ...of,
      ...(period && { spent_from: period.from, spent_to: period.to }),
    },
  );
  const rows = totals.groups.flatMap(({ hours: spentHours, project, person, budget_hours }) => {
    const subject = project ?? person;
    if (!subject) return [];
    const ofBudget =
      !period && !whose && budget_hours
        ? `${hoursOf(spentHours)} of ${hoursOf(budget_hours)} in the budget`
        : hoursOf(spentHours);
    return {
      table: project ? ("projects" as const) : ("people" as const),
      id: subject.id,
      title: subject.name,
      text: `${subject.name}: ${ofBudget}`,
    };
  });
  const periodName = period ? ` ${period.name}` : " in all";
  return {
    summary: `${hoursOf(totals.total_hours)}${whose}${periodName}.`,
    rows,
    leftOut: totals.left_out,
  };
}

type ChangeRow = Change & {
  id: string;
  changed_on: string;
  project: { name: string };
  person: string | null;
};

async function changes(
  read: Read,
  { period }: Extract<TableQuestion, { kind: "changes" }>,
): Promise<TableAnswer> {
  const listing = await read<{ changes: ChangeRow[]; total: number; left_out: number }>(
    "list_changes",
    {
      changed_from: period.from,
      changed_to: period.to,
    },
  );
  const rows = listing.changes.map((change) => {
    const { table, id, title, changed_on, project, person } = change;
    const text = joinFacts(`${englishFormat.day(changed_on)}, ${project.name}`, [
      changeInWords(change),
      person,
    ]);
    return { table, id, title: title ?? project.name, text };
  });
  const count = listing.total === 0 ? "No change" : countOf(listing.total, "change");
  return { summary: `${count} ${period.name}.`, rows, leftOut: listing.left_out };
}

function dueInWords(day: string, today: string): string {
  const late = daysBetween(day, today);
  const dueText = `due ${englishFormat.day(day)}`;
  return late > 0 ? `${dueText}, ${countOf(late, "day")} late` : dueText;
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

function isOrAre(count: number): "is" | "are" {
  return count === 1 ? "is" : "are";
}

function joinFacts(subject: string, facts: Facts): string {
  return `${subject}: ${facts.filter(Boolean).join(", ")}`;
}
