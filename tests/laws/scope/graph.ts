/** Random organizations that fast-check generates and shrinks, and their rows. */
import fc from "fast-check";
import { buildCards, cardRecipe } from "./card-graph.ts";
import { buildChats, chatRecipe } from "./chat-graph.ts";
import type { Graph, Person, Role } from "./graph-rows.ts";
import { choose, eachOf, few, pick, sometimes, unique, within } from "./pickers.ts";

/** Days before today, the day from which figures are counted; null for no date. */
const ago = fc.option(fc.constantFrom(2, 13, 20, 40, 400));

/** The random choices of fast-check: small, and every smaller one is a graph as well. */
export const recipe = fc.record({
  clients: few(fc.record({ in: pick, isArchived: sometimes }), 4),
  people: fc.array(
    fc.record({
      in: pick,
      role: fc.constantFrom<Role>("admin", "lead", "member", "member", "member", "client"),
      isEmployee: fc.boolean(),
      hasNoUser: sometimes,
      isArchived: sometimes,
      client: pick,
    }),
    { minLength: 2, maxLength: 10, size: "max" },
  ),
  accounts: few(
    fc.record({
      client: pick,
      isArchived: sometimes,
      profile: fc.option(fc.record({ by: fc.option(pick) })),
    }),
    5,
  ),
  projects: few(
    fc.record({
      account: pick,
      lead: fc.option(pick),
      isArchived: sometimes,
      status: fc.constantFrom("planned", "active", "on_hold", "completed", "cancelled"),
    }),
    6,
  ),
  members: few(fc.record({ project: pick, person: pick }), 14),
  tasks: few(
    fc.record({
      project: pick,
      status: fc.constantFrom("open", "in_progress", "blocked", "done", "cancelled"),
      due: fc.option(fc.integer({ min: -14, max: 14 }).filter((days) => Math.abs(days) > 1)),
      priority: fc.option(fc.integer({ min: 1, max: 3 })),
      assignee: fc.option(pick),
      estimated: ago,
      started: ago,
      completed: ago,
      isArchived: sometimes,
    }),
    30,
  ),
  entries: few(
    fc.record({
      project: pick,
      task: fc.option(pick),
      person: pick,
      hours: pick,
      days: fc.constantFrom(2, 3, 13, 20, 40, 400),
    }),
    12,
  ),
  updates: few(
    fc.record({ project: pick, author: pick, days: fc.constantFrom(2, 3, 20, 400) }),
    10,
  ),
  classifications: few(
    fc.record({ project: pick, by: pick, days: fc.constantFrom(3, 20, 400) }),
    6,
  ),
  invitations: few(pick, 3),
  imports: few(fc.record({ by: pick, rows: fc.nat({ max: 3 }) }), 3),
  decisions: few(fc.record({ project: pick, by: pick }), 4),
  audits: few(pick, 4),
  ...cardRecipe,
  ...chatRecipe,
});
export type Recipe = typeof recipe extends fc.Arbitrary<infer T> ? T : never;

const NIL = "0000-4000-8000";
const DAY_MS = 86_400_000;
let count = 0;

/** Turns a recipe into rows. Ids are new each time, because other workers use the same database. */
export function buildGraph(recipe: Recipe, worker: number): Graph {
  const id = () => {
    count++;
    return `${String(worker).padStart(8, "0")}-${NIL}-${String(count).padStart(12, "0")}`;
  };
  const archivedAt = (isArchived: boolean) => (isArchived ? "2026-01-01T00:00:00Z" : null);
  const day = (days: number | null) =>
    days === null ? null : new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
  // Times of one day differ by milliseconds, and are far from midnight.
  const noonOf = (days: number) =>
    `${day(days)}T12:00:00.${String(count % 1000).padStart(3, "0")}Z`;

  const organizations = [
    { id: id(), time_zone: "UTC" },
    { id: id(), time_zone: "UTC" },
  ];
  const organizationOf = (n: number) => (organizations[n % 2] as { id: string }).id;
  const clients = recipe.clients.map((client) => ({
    id: id(),
    organization_id: organizationOf(client.in),
    archived_at: archivedAt(client.isArchived),
  }));
  const people = recipe.people.map((person): Person => {
    const organization_id = organizationOf(person.in);
    const client = choose(within(clients, organization_id), person.client);
    const role = person.role === "client" && !client ? "member" : person.role;
    return {
      id: id(),
      organization_id,
      user_id: person.hasNoUser || person.isArchived ? null : id(),
      name: `Person ${count}`,
      role,
      is_employee: role !== "client" && person.isEmployee,
      is_prompt_owner: false,
      client_id: role === "client" ? (client?.id ?? null) : null,
      archived_at: archivedAt(person.isArchived),
    };
  });
  const accounts = eachOf(recipe.accounts, (account) => {
    const client = choose(clients, account.client);
    return (
      client && {
        id: id(),
        organization_id: client.organization_id,
        client_id: client.id,
        archived_at: archivedAt(account.isArchived),
        profile: account.profile,
      }
    );
  });
  const projects = eachOf(recipe.projects, (project) => {
    const account = choose(accounts, project.account);
    return (
      account && {
        id: id(),
        organization_id: account.organization_id,
        account_id: account.id,
        lead_id: colleague(account.organization_id, project.lead)?.id ?? null,
        status: project.status,
        archived_at: archivedAt(project.isArchived),
      }
    );
  });
  const operating_profiles = eachOf(
    accounts,
    ({ id: account_id, organization_id, profile }) =>
      profile && {
        account_id,
        organization_id,
        updated_by: colleague(organization_id, profile.by)?.id ?? null,
      },
  );
  function colleague(organization: string, n: number | null): Person | undefined {
    return n === null ? undefined : choose(within(people, organization), n);
  }

  const project_members = unique(
    eachOf(recipe.members, (member) => {
      const project = choose(projects, member.project);
      const person = project && colleague(project.organization_id, member.person);
      return (
        person && {
          organization_id: project.organization_id,
          project_id: project.id,
          person_id: person.id,
        }
      );
    }),
    (row) => row.project_id + row.person_id,
  );
  const tasks = eachOf(recipe.tasks, (task) => {
    const project = choose(projects, task.project);
    return (
      project && {
        id: id(),
        organization_id: project.organization_id,
        project_id: project.id,
        title: "Task",
        status: task.status,
        due_on: day(task.due),
        priority: task.priority,
        assignee_id: colleague(project.organization_id, task.assignee)?.id ?? null,
        estimated_on: day(task.estimated),
        started_on: day(task.started),
        completed_on: task.status === "done" ? day(task.completed) : null,
        archived_at: archivedAt(task.isArchived),
      }
    );
  });
  const time_entries = eachOf(recipe.entries, (entry) => {
    const project = choose(projects, entry.project);
    const person = project && colleague(project.organization_id, entry.person);
    const ofProject = tasks.filter((task) => task.project_id === project?.id);
    return (
      person && {
        id: id(),
        organization_id: project.organization_id,
        project_id: project.id,
        task_id: entry.task === null ? null : (choose(ofProject, entry.task)?.id ?? null),
        person_id: person.id,
        hours: 1 + entry.hours,
        spent_on: day(entry.days) as string,
      }
    );
  });
  const status_updates = eachOf(recipe.updates, (update) => {
    const project = choose(projects, update.project);
    const author = project && colleague(project.organization_id, update.author);
    return (
      author && {
        id: id(),
        organization_id: project.organization_id,
        project_id: project.id,
        author_id: author.id,
        health: "on_track",
        created_at: noonOf(update.days),
      }
    );
  });
  const versions = new Map<string, number>();
  const portfolio_classifications = eachOf(recipe.classifications, (classification) => {
    const project = choose(projects, classification.project);
    const person = project && colleague(project.organization_id, classification.by);
    if (!person) return undefined;
    const version = 1 + (versions.get(project.id) ?? 0);
    versions.set(project.id, version);
    return {
      id: id(),
      organization_id: project.organization_id,
      project_id: project.id,
      version,
      classified_by: person.id,
      created_at: noonOf(classification.days),
    };
  });
  const invitations = unique(
    eachOf(recipe.invitations, (n) => {
      const person = choose(people, n);
      return person && { id: id(), organization_id: person.organization_id, person_id: person.id };
    }),
    (row) => row.person_id,
  );
  const runs = eachOf(recipe.imports, (run) => {
    const person = choose(people, run.by);
    return (
      person && {
        id: id(),
        organization_id: person.organization_id,
        requested_by: person.id,
        rows: run.rows,
      }
    );
  });
  const reconciliation_resolutions = eachOf(recipe.decisions, (decision) => {
    const project = choose(projects, decision.project);
    const person = project && colleague(project.organization_id, decision.by);
    return (
      person && {
        id: id(),
        organization_id: project.organization_id,
        subject_id: project.id,
        decided_by: person.id,
      }
    );
  });
  const cards = buildCards(recipe, { id, organizationOf, people, projects, accounts });
  return {
    organizations,
    clients,
    people,
    accounts: accounts.map(({ profile: _, ...account }) => account),
    operating_profiles,
    projects,
    project_members,
    tasks,
    time_entries,
    status_updates,
    portfolio_classifications,
    invitations,
    portfolio_import_runs: runs.map(({ rows: _, ...run }) => run),
    portfolio_import_rows: runs.flatMap(({ id: run_id, organization_id, rows }) =>
      Array.from({ length: rows }, (_, index) => ({ organization_id, run_id, line: index + 2 })),
    ),
    reconciliation_resolutions,
    portfolio_import_changes: runs.map(({ id: run_id, organization_id, requested_by }) => ({
      organization_id,
      run_id,
      entity_id: requested_by,
    })),
    portfolio_import_memberships: runs.map(({ id: run_id, organization_id, requested_by }) => ({
      organization_id,
      run_id,
      project_id: run_id,
      person_id: requested_by,
    })),
    import_mappings: runs.map(({ organization_id, requested_by }) => ({
      id: id(),
      organization_id,
      created_by: requested_by,
    })),
    audit_events: recipe.audits.map((n) => ({ id: id(), organization_id: organizationOf(n) })),
    ...cards,
    ...buildChats(recipe, id, { people, projects, sources: cards.sources }),
  };
}
