/** Random organizations with finished work, and random questions about it, that fast-check generates and shrinks. */
import fc from "fast-check";
import type { Person, Role } from "./graph-rows.ts";
import { choose, eachOf, few, pick, sometimes, unique, within } from "./pickers.ts";

/** Days from today, most of them at its edges: those above 0 are after the question. */
const days = fc.constantFrom(-900, -400, -40, -28, -27, -3, -1, 0, 0, 1, 1, 2, 30);
/** Most rates are older than all work, so that whole tasks have rates. */
const rateDays = fc.constantFrom(-1000, -1000, -1000, -28, 0, 1);
const words = fc
  .array(fc.constantFrom("landing", "page", "checkout", "audit", "São", "design"), {
    minLength: 1,
    maxLength: 3,
  })
  .map((list) => list.join(" "));
const category = fc.constantFrom(null, "Design", "design", "Build");
const service = fc.constantFrom("Pages", "pages", "Shop");
const amount = fc.integer({ min: 1, max: 40 });

export const recipe = fc.record({
  timeZone: fc.constantFrom("UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"),
  people: few(
    fc.record({
      in: pick,
      role: fc.constantFrom<Role>("lead", "member", "member", "client"),
      isEmployee: fc.boolean(),
    }),
    3,
  ),
  projects: fc.array(
    fc.record({ client: pick, isCompleted: fc.boolean(), isArchived: sometimes }),
    { minLength: 3, maxLength: 7, size: "max" },
  ),
  members: fc.array(fc.record({ project: pick, person: pick }), {
    minLength: 5,
    maxLength: 12,
    size: "max",
  }),
  services: few(fc.record({ project: pick, service: fc.option(service), days }), 8),
  tasks: fc.array(
    fc.record({
      project: pick,
      title: words,
      isOpen: sometimes,
      isArchived: sometimes,
      isHidden: sometimes,
      category,
      service: fc.option(service),
      estimate: fc.option(amount),
      completed: days,
      hours: fc.array(fc.record({ days, hours: amount, person: pick }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    { minLength: 20, maxLength: 40, size: "max" },
  ),
  otherHours: few(fc.record({ project: pick, person: pick, days, hours: amount }), 4),
  personRates: few(fc.record({ person: pick, cost: amount, days: rateDays }), 10),
  projectRates: fc.array(
    fc.record({ project: pick, revenue: amount, cost: fc.option(amount), days: rateDays }),
    { minLength: 4, maxLength: 12, size: "max" },
  ),
  cases: few(
    fc.record({ task: pick, isOfProject: sometimes, category, low: amount, high: amount }),
    12,
  ),
  questions: fc.array(
    fc.record({
      words,
      project: fc.option(pick, { freq: 2 }),
      client: fc.option(pick, { freq: 2 }),
      category,
      service: fc.option(service),
      expected: fc.option(amount),
    }),
    { minLength: 3, maxLength: 3 },
  ),
});
export type Recipe = typeof recipe extends fc.Arbitrary<infer T> ? T : never;

/** A day is the number of days from today. */
export type EstimateGraph = ReturnType<typeof buildGraph>;

/** People whom every graph has, so that each role asks and each organization has someone who enters hours. */
const PEOPLE: { in: number; role: Role; isEmployee: boolean }[] = [
  { in: 0, role: "admin", isEmployee: true },
  { in: 0, role: "lead", isEmployee: true },
  { in: 0, role: "member", isEmployee: true },
  { in: 0, role: "member", isEmployee: false },
  { in: 0, role: "client", isEmployee: false },
  { in: 1, role: "lead", isEmployee: true },
];

/** Turns a recipe into rows. The ids are the same for the same recipe, because each graph is rolled back. */
export function buildGraph(recipe: Recipe) {
  let count = 0;
  const id = () => {
    count++;
    return `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
  };
  const organizations = [id(), id()].map((id) => ({ id, time_zone: recipe.timeZone }));
  const organizationOf = (n: number) => (organizations[n % 2] as { id: string }).id;
  // Most projects belong to the first organization, so that one viewer sees enough work for a range.
  const clients = [0, 0, 0, 1].map((n) => ({ id: id(), organization_id: organizationOf(n) }));
  const accounts = clients.map((client) => ({ ...client, id: id(), client_id: client.id }));
  const people = [...PEOPLE, ...recipe.people].map((person): Person => {
    const organization_id = organizationOf(person.in);
    const [client] = within(clients, organization_id);
    return {
      id: id(),
      organization_id,
      user_id: id(),
      name: `Person ${count}`,
      role: person.role,
      is_employee: person.role !== "client" && person.isEmployee,
      is_prompt_owner: false,
      client_id: person.role === "client" ? (client?.id ?? null) : null,
      archived_at: null,
    };
  });
  const projects = recipe.projects.map((project) => {
    const account = choose(accounts, project.client) as (typeof accounts)[number];
    return {
      id: id(),
      organization_id: account.organization_id,
      account_id: account.id,
      status: project.isCompleted ? "completed" : "active",
      archived_at: project.isArchived ? "2026-01-01T00:00:00Z" : null,
    };
  });
  const projectOf = (n: number) => choose(projects, n) as (typeof projects)[number];
  const colleague = (organization: string, n: number) =>
    choose(within(people, organization), n) as Person;
  const project_members = unique(
    eachOf(recipe.members, (member) => {
      const { id: project_id, organization_id } = projectOf(member.project);
      const members = within(people, organization_id).filter(({ role }) => role === "member");
      const person = choose(members, member.person);
      return person && { organization_id, project_id, person_id: person.id };
    }),
    (row) => `${row.project_id}/${row.person_id}`,
  );
  const entry = (
    project: { id: string; organization_id: string },
    task_id: string | null,
    hoursEntry: { days: number; hours: number; person: number },
  ) => ({
    id: id(),
    organization_id: project.organization_id,
    project_id: project.id,
    task_id,
    person_id: colleague(project.organization_id, hoursEntry.person).id,
    day: hoursEntry.days,
    hours: hoursEntry.hours,
  });
  const tasks = recipe.tasks.map((task) => {
    const project = projectOf(task.project);
    const task_id = id();
    return {
      id: task_id,
      organization_id: project.organization_id,
      project_id: project.id,
      title: task.title,
      status: task.isOpen ? "open" : "done",
      category: task.category,
      subcategory: task.service,
      estimate_hours: task.estimate,
      day: task.completed,
      is_archived: task.isArchived,
      is_hidden: task.isHidden,
      entries: task.hours.map((hoursEntry) => entry(project, task_id, hoursEntry)),
    };
  });
  const versions = new Map<string, number>();
  return {
    organizations,
    clients,
    accounts,
    people,
    projects,
    project_members,
    classifications: recipe.services.map(({ project: n, service, days }) => {
      const project = projectOf(n);
      const version = (versions.get(project.id) ?? 0) + 1;
      versions.set(project.id, version);
      return {
        id: id(),
        organization_id: project.organization_id,
        project_id: project.id,
        version,
        service_line: service,
        classified_by: colleague(project.organization_id, 0).id,
        day: days,
      };
    }),
    tasks: tasks.map(({ entries: _, ...task }) => task),
    time_entries: [
      ...tasks.flatMap(({ entries }) => entries),
      ...recipe.otherHours.map((hoursEntry) =>
        entry(projectOf(hoursEntry.project), null, hoursEntry),
      ),
    ],
    person_rates: unique(
      recipe.personRates.map((rate) => {
        const { id: person_id, organization_id } = choose(people, rate.person) as Person;
        return { id: id(), organization_id, person_id, cost_per_hour: rate.cost, day: rate.days };
      }),
      (row) => `${row.person_id}/${row.day}`,
    ),
    project_rates: unique(
      recipe.projectRates.map((rate) => {
        const project = projectOf(rate.project);
        return {
          id: id(),
          organization_id: project.organization_id,
          project_id: project.id,
          revenue_per_hour: rate.revenue,
          cost_per_hour: rate.cost,
          day: rate.days,
        };
      }),
      (row) => `${row.project_id}/${row.day}`,
    ),
    estimate_cases: recipe.cases.map(({ task: n, isOfProject, category, low, high }) => {
      const task = choose(tasks, n) as (typeof tasks)[number];
      return {
        id: id(),
        organization_id: task.organization_id,
        project_id: task.project_id,
        task_id: isOfProject ? null : task.id,
        category,
        low_hours: Math.min(low, high),
        high_hours: Math.max(low, high),
        created_by: colleague(task.organization_id, 0).id,
      };
    }),
    questions: recipe.questions.map(({ words, project, client, category, service, expected }) => ({
      query: words,
      project_id: project === null ? null : projectOf(project).id,
      // A project has a client, and a question with another one is refused.
      client_id: project !== null || client === null ? null : (choose(clients, client)?.id ?? null),
      category,
      service,
      expected_hours: expected,
    })),
  };
}
