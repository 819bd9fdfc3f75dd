/** The expected spine, by plain filters over plain rows; dates are counted from today. */
import type { Graph, Person, Task } from "./graph-rows.ts";
import {
  classificationOf,
  hoursOf,
  ids,
  isCurrent,
  isLead,
  isOfSameOrganization,
  OPEN,
  peopleSeen,
  projectsSeen,
  type Refusal,
  tasksOf,
} from "./oracle.ts";

const SHOWN_TASKS = 10;
const SHOWN_UPDATES = 3;
const SHOWN_ACTIVITY = 8;
const SHOWN_ENTRIES = 10;

/**
 * `as` has an effect for admins and leads only, names an active person of the same organization, and only narrows:
 * the rows and names are in the scope of both.
 */
export function spine(viewer: Person | null, as: string | null, graph: Graph): object | Refusal {
  if (!viewer || viewer.role === "client") return { error: "OPDEN" };
  let projects = projectsSeen(viewer, graph).filter(isCurrent);
  let people = peopleSeen(viewer, graph);
  let person = viewer;
  if (as !== null && isLead(viewer)) {
    const target = graph.people.find((candidate) => candidate.id === as);
    if (!target || !isCurrent(target) || !isOfSameOrganization(viewer)(target))
      return { error: "OPNFD" };
    const targetProjects = projectsSeen(target, graph);
    projects = projects.filter((project) => targetProjects.includes(project));
    const targetPeople = peopleSeen(target, graph);
    people = people.filter((candidate) => targetPeople.includes(candidate));
    person = target;
  }
  const zone = graph.organizations.find(({ id }) => id === viewer.organization_id)?.time_zone;
  const builder = new SpineBuilder(graph, people, zone ?? "UTC");
  const spineProjects = projects.map((project) => builder.project(project)).sort(byId);
  const sum = (list: "people" | "status_updates" | "activity" | "open_tasks") =>
    spineProjects.reduce((total, project) => total + project.left_out[list], 0);
  const accountIds = new Set(projects.map((project) => project.account_id));
  return {
    viewer: viewer.id,
    as: person.id === viewer.id ? null : person.id,
    organization: viewer.organization_id,
    accounts: graph.accounts
      .filter(({ id }) => accountIds.has(id))
      .map(({ id, client_id }) => {
        const profile = graph.operating_profiles.find((row) => row.account_id === id);
        return { id, client: client_id, profile: profile && builder.mention(profile.updated_by) };
      })
      .sort(byId),
    projects: spineProjects,
    left_out: {
      projects: 0,
      open_tasks: sum("open_tasks"),
      people: 0,
      status_updates: sum("status_updates"),
      activity: sum("activity"),
    },
  };
}

/** Builds the expected lines of a viewer who may see the names of these people. */
class SpineBuilder {
  readonly #graph: Graph;
  readonly #names: Map<string, string>;
  readonly #today: string;
  readonly #dayOf: (instant: string) => string;

  constructor(graph: Graph, people: Person[], timeZone: string) {
    this.#graph = graph;
    this.#names = new Map(people.map((person) => [person.id, person.name]));
    const format = new Intl.DateTimeFormat("en-CA", { timeZone });
    this.#dayOf = (instant) => format.format(new Date(instant));
    this.#today = format.format(Date.now());
  }

  /** A person whom the viewer may not see has an id and no name. */
  mention(id: string | null): string | null {
    return id && `${id}/${this.#names.get(id) ?? ""}`;
  }

  project({ id, lead_id }: Graph["projects"][number]) {
    const graph = this.#graph;
    const openTasks = tasksOf(id, graph).filter((task) => OPEN.includes(task.status));
    const updates = graph.status_updates
      .filter((row) => row.project_id === id)
      .sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
    const entries = graph.time_entries.filter((entry) => entry.project_id === id);
    const recentEntries = entries.filter((entry) => this.#isRecent(entry.spent_on));
    const activity = this.#activity(id, recentEntries);
    const classification = classificationOf(id, graph);
    const members = graph.project_members.filter((row) => row.project_id === id);
    const team = new Set([lead_id ?? "", ...members.map((row) => row.person_id)]);
    const lastEntry = entries.toSorted((a, b) => compare(b.spent_on + b.id, a.spent_on + a.id))[0];
    return {
      id,
      lead: this.mention(lead_id),
      people: [...team]
        .filter((person) => this.#names.has(person))
        .map((person) =>
          [
            this.mention(person),
            person === lead_id ? "lead" : "member",
            hours(recentEntries.filter((entry) => entry.person_id === person)),
          ].join("/"),
        )
        .sort(),
      classification: classification && [
        classification.id,
        classification.version,
        this.mention(classification.classified_by),
      ],
      burn: [
        hoursOf(id, graph),
        hours(recentEntries),
        lastEntry?.id,
        lastEntry && this.mention(lastEntry.person_id),
      ],
      open_items: this.#openItems(openTasks),
      tasks: openTasks
        .sort(
          (a, b) =>
            Number(b.status === "blocked") - Number(a.status === "blocked") ||
            lastIfNull(a.due_on, b.due_on) ||
            lastIfNull(a.priority, b.priority) ||
            compare(a.id, b.id),
        )
        .slice(0, SHOWN_TASKS)
        .map((task) => [task.id, this.mention(task.assignee_id)]),
      updates: updates.slice(0, SHOWN_UPDATES).map((row) => [row.id, this.mention(row.author_id)]),
      activity: activity.slice(0, SHOWN_ACTIVITY),
      left_out: {
        open_tasks: Math.max(openTasks.length - SHOWN_TASKS, 0),
        people: 0,
        status_updates: Math.max(updates.length - SHOWN_UPDATES, 0),
        activity: Math.max(activity.length - SHOWN_ACTIVITY, 0),
      },
    };
  }

  #openItems(openTasks: Task[]) {
    const lastSigns = openTasks.map((task) => {
      const entries = this.#graph.time_entries.filter((entry) => entry.task_id === task.id);
      const signs = [task.estimated_on, task.started_on, ...entries.map((entry) => entry.spent_on)];
      return signs
        .filter((sign) => sign !== null)
        .sort()
        .at(-1);
    });
    return {
      open: openTasks.length,
      blocked: openTasks.filter((task) => task.status === "blocked").length,
      past_due: openTasks.filter((task) => task.due_on !== null && task.due_on < this.#today)
        .length,
      without_assignee: openTasks.filter((task) => task.assignee_id === null).length,
      stale: lastSigns.filter((sign) => sign !== undefined && sign < this.#daysAgo(14)).length,
      unverified: lastSigns.filter((sign) => sign === undefined).length,
    };
  }

  #activity(project: string, recentEntries: Graph["time_entries"]): string[] {
    const graph = this.#graph;
    const ofProject = <Row extends { project_id: string }>(rows: Row[]) =>
      rows.filter((row) => row.project_id === project);
    const hoursItems = Object.values(
      Object.groupBy(recentEntries, (entry) => `${entry.spent_on} ${entry.person_id}`),
    ).map((list = []) => ({
      on: list[0]?.spent_on ?? "",
      kind: "hours",
      person: list[0]?.person_id ?? null,
      ids: ids(list).sort(),
      figure: hours(list) as number | string,
    }));
    const completions = ofProject(graph.tasks)
      .filter((task) => task.status === "done" && isCurrent(task) && task.completed_on !== null)
      .map((task) => ({
        on: task.completed_on ?? "",
        kind: "task_completed",
        person: task.assignee_id,
        ids: [task.id],
        figure: task.title,
      }));
    const postings = ofProject(graph.status_updates).map((row) => ({
      on: this.#dayOf(row.created_at),
      kind: "status_update",
      person: row.author_id,
      ids: [row.id],
      figure: row.health,
    }));
    const classifications = ofProject(graph.portfolio_classifications).map((row) => ({
      on: this.#dayOf(row.created_at),
      kind: "classification",
      person: row.classified_by,
      ids: [row.id],
      figure: row.version,
    }));
    return [...hoursItems, ...completions, ...postings, ...classifications]
      .filter(({ on }) => this.#isRecent(on))
      .sort(
        (a, b) => compare(b.on, a.on) || compare(a.kind, b.kind) || compare(`${a.ids}`, `${b.ids}`),
      )
      .map(({ on, kind, person, ids: rows, figure }) =>
        [on, kind, this.mention(person), rows.slice(0, SHOWN_ENTRIES), rows.length, figure].join(),
      );
  }

  #isRecent(day: string): boolean {
    return day >= this.#daysAgo(29) && day <= this.#today;
  }

  #daysAgo(days: number): string {
    const day = new Date(this.#today);
    day.setUTCDate(day.getUTCDate() - days);
    return day.toISOString().slice(0, 10);
  }
}

const hours = (entries: { hours: number }[]) =>
  entries.reduce((total, entry) => total + entry.hours, 0);
const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
const byId = (a: { id: string }, b: { id: string }) => compare(a.id, b.id);

function lastIfNull<T extends string | number>(a: T | null, b: T | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
