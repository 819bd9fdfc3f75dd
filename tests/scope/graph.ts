/** Random organizations: what fast-check draws and shrinks, and the rows it stands for. */
import fc from "fast-check";

export type Role = "admin" | "lead" | "member" | "client";

export interface Person {
  id: string;
  organization_id: string;
  user_id: string | null;
  name: string;
  role: Role;
  is_employee: boolean;
  is_prompt_owner: boolean;
  client_id: string | null;
  archived_at: string | null;
}
interface Owned {
  id: string;
  organization_id: string;
}
interface InProject extends Owned {
  project_id: string;
}
export interface Task extends InProject {
  status: string;
  title: string;
  due_on: string | null;
  priority: number | null;
  assignee_id: string | null;
  estimated_on: string | null;
  started_on: string | null;
  completed_on: string | null;
  archived_at: string | null;
}

/** Of a project, or of none; restricted or not. */
export interface Scoped extends Owned {
  project_id: string | null;
  is_restricted: boolean;
}
interface OfCard {
  organization_id: string;
  approval_id: string;
  number: number;
}

/** Rows by table, in the order in which they can be inserted. */
export interface Graph {
  organizations: { id: string; time_zone: string }[];
  clients: (Owned & { archived_at: string | null })[];
  people: Person[];
  accounts: (Owned & { client_id: string; archived_at: string | null })[];
  operating_profiles: { account_id: string; organization_id: string; updated_by: string | null }[];
  projects: (Owned & {
    account_id: string;
    lead_id: string | null;
    status: string;
    archived_at: string | null;
  })[];
  project_members: { organization_id: string; project_id: string; person_id: string }[];
  tasks: Task[];
  time_entries: (InProject & {
    task_id: string | null;
    person_id: string;
    hours: number;
    spent_on: string;
  })[];
  status_updates: (InProject & { author_id: string; health: string; created_at: string })[];
  portfolio_classifications: (InProject & {
    version: number;
    classified_by: string;
    created_at: string;
  })[];
  invitations: (Owned & { person_id: string })[];
  portfolio_import_runs: (Owned & { requested_by: string })[];
  portfolio_import_rows: { organization_id: string; run_id: string; line: number }[];
  reconciliation_resolutions: (Owned & { subject_id: string; decided_by: string })[];
  portfolio_import_changes: { organization_id: string; run_id: string; entity_id: string }[];
  import_mappings: (Owned & { created_by: string })[];
  audit_events: Owned[];
  organization_settings: { organization_id: string }[];
  sources: Scoped[];
  chunks: (Owned & { source_id: string; position: number })[];
  approvals: (Scoped & { kind: string; proposed_by: string })[];
  approval_versions: OfCard[];
  approval_citations: (OfCard & { source_id: string })[];
  approval_events: OfCard[];
  weekly_updates: Published[];
  scope_changes: Published[];
  sow_drafts: Published[];
  client_readouts: Published[];
  deliverable_releases: Published[];
  prompt_versions: (Owned & { created_by: string })[];
  live_prompts: { organization_id: string; live_version_id: string; moved_by: string }[];
  skills: Owned[];
  skill_versions: (Owned & { skill_id: string; approval_id: string; created_by: string })[];
  integrations: { organization_id: string; connected_by: string }[];
  external_links: { organization_id: string; approval_id: string; project_id: string | null }[];
  calendar_events: (Owned & { project_id: string | null })[];
}
type Published = InProject & { approval_id: string; is_restricted: boolean };

/** Days before today, which figures are counted from; null for none. */
const ago = fc.option(fc.constantFrom(2, 13, 20, 40, 400));

/** Numbers that pick: index n means item n modulo what there is to pick from. */
const pick = fc.nat({ max: 999 });
const sometimes = fc.integer({ min: 0, max: 7 }).map((n) => n === 0);
const few = <T>(item: fc.Arbitrary<T>, maxLength: number) =>
  fc.array(item, { maxLength, size: "max" });

/** What fast-check draws: small, and every smaller one is a graph as well. */
export const recipe = fc.record({
  clients: few(fc.record({ in: pick, archived: sometimes }), 4),
  people: fc.array(
    fc.record({
      in: pick,
      role: fc.constantFrom<Role>("admin", "lead", "member", "member", "member", "client"),
      employee: fc.boolean(),
      noUser: sometimes,
      archived: sometimes,
      client: pick,
    }),
    { minLength: 2, maxLength: 10, size: "max" },
  ),
  accounts: few(
    fc.record({
      client: pick,
      archived: sometimes,
      profile: fc.option(fc.record({ by: fc.option(pick) })),
    }),
    5,
  ),
  projects: few(
    fc.record({
      account: pick,
      lead: fc.option(pick),
      archived: sometimes,
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
      archived: sometimes,
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
  classified: few(fc.record({ project: pick, by: pick, days: fc.constantFrom(3, 20, 400) }), 6),
  invited: few(pick, 3),
  imports: few(fc.record({ by: pick, rows: fc.nat({ max: 3 }) }), 3),
  decisions: few(fc.record({ project: pick, by: pick }), 4),
  audits: few(pick, 4),
  sources: few(
    fc.record({
      in: pick,
      project: fc.option(pick),
      restricted: fc.boolean(),
      chunks: fc.nat({ max: 2 }),
    }),
    4,
  ),
  cards: few(
    fc.record({
      by: pick,
      project: fc.option(pick),
      restricted: sometimes,
      cites: fc.array(pick, { maxLength: 2 }),
      published: fc.boolean(),
      link: fc.boolean(),
    }),
    5,
  ),
  events: few(fc.record({ in: pick, project: fc.option(pick) }), 2),
  owners: few(pick, 2),
});
export type Recipe = typeof recipe extends fc.Arbitrary<infer T> ? T : never;

const NIL = "0000-4000-8000";
const DAY_MS = 86_400_000;
let made = 0;

/** Turns a recipe into rows. Ids are new each time, since others work in the same database. */
export function buildGraph(drawn: Recipe, worker: number): Graph {
  const id = () => {
    made++;
    return `${String(worker).padStart(8, "0")}-${NIL}-${String(made).padStart(12, "0")}`;
  };
  const at = (archived: boolean) => (archived ? "2026-01-01T00:00:00Z" : null);
  const within = <T extends { organization_id: string }>(rows: T[], organization: string) =>
    rows.filter((row) => row.organization_id === organization);

  const day = (days: number | null) =>
    days === null ? null : new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
  // Told apart by milliseconds, and far from midnight.
  const noon = (days: number) => `${day(days)}T12:00:00.${String(made % 1000).padStart(3, "0")}Z`;

  const organizations = [
    { id: id(), time_zone: "UTC" },
    { id: id(), time_zone: "UTC" },
  ];
  const organizationOf = (n: number) => (organizations[n % 2] as { id: string }).id;
  const clients = drawn.clients.map((client) => ({
    id: id(),
    organization_id: organizationOf(client.in),
    archived_at: at(client.archived),
  }));
  const people = drawn.people.map((person): Person => {
    const organization_id = organizationOf(person.in);
    const client = choose(within(clients, organization_id), person.client);
    const role = person.role === "client" && !client ? "member" : person.role;
    return {
      id: id(),
      organization_id,
      user_id: person.noUser || person.archived ? null : id(),
      name: `Person ${made}`,
      role,
      is_employee: role !== "client" && person.employee,
      is_prompt_owner: false,
      client_id: role === "client" ? (client?.id ?? null) : null,
      archived_at: at(person.archived),
    };
  });
  const accounts = eachOf(drawn.accounts, (account) => {
    const client = choose(clients, account.client);
    return (
      client && {
        id: id(),
        organization_id: client.organization_id,
        client_id: client.id,
        archived_at: at(account.archived),
        profile: account.profile,
      }
    );
  });
  const projects = eachOf(drawn.projects, (project) => {
    const account = choose(accounts, project.account);
    return (
      account && {
        id: id(),
        organization_id: account.organization_id,
        account_id: account.id,
        lead_id: colleague(account.organization_id, project.lead)?.id ?? null,
        status: project.status,
        archived_at: at(project.archived),
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
    eachOf(drawn.members, (member) => {
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
  const tasks = eachOf(drawn.tasks, (task) => {
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
        archived_at: at(task.archived),
      }
    );
  });
  const time_entries = eachOf(drawn.entries, (entry) => {
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
  const status_updates = eachOf(drawn.updates, (update) => {
    const project = choose(projects, update.project);
    const author = project && colleague(project.organization_id, update.author);
    return (
      author && {
        id: id(),
        organization_id: project.organization_id,
        project_id: project.id,
        author_id: author.id,
        health: "on_track",
        created_at: noon(update.days),
      }
    );
  });
  const versions = new Map<string, number>();
  const portfolio_classifications = eachOf(drawn.classified, (classified) => {
    const project = choose(projects, classified.project);
    const person = project && colleague(project.organization_id, classified.by);
    if (!person) return undefined;
    const version = 1 + (versions.get(project.id) ?? 0);
    versions.set(project.id, version);
    return {
      id: id(),
      organization_id: project.organization_id,
      project_id: project.id,
      version,
      classified_by: person.id,
      created_at: noon(classified.days),
    };
  });
  const invitations = unique(
    eachOf(drawn.invited, (n) => {
      const person = choose(people, n);
      return person && { id: id(), organization_id: person.organization_id, person_id: person.id };
    }),
    (row) => row.person_id,
  );
  const runs = eachOf(drawn.imports, (run) => {
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
  const reconciliation_resolutions = eachOf(drawn.decisions, (decision) => {
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
  const sources = drawn.sources.map((source) => {
    const { organization_id, project_id } = place(source.project, organizationOf(source.in));
    const { restricted: is_restricted, chunks } = source;
    return { id: id(), organization_id, project_id, is_restricted, chunks };
  });
  /** A project's organization with it, or the given one and no project. */
  function place(n: number | null, organization_id: string) {
    const project = n === null ? undefined : choose(projects, n);
    return {
      organization_id: project?.organization_id ?? organization_id,
      project_id: project?.id ?? null,
    };
  }

  const cards = eachOf(drawn.cards, (card) => {
    const proposer = choose(people, card.by);
    if (!proposer) return undefined;
    const { organization_id } = proposer;
    const own = within(projects, organization_id);
    const project_id = card.project === null ? null : (choose(own, card.project)?.id ?? null);
    const cited = [
      ...new Set(eachOf(card.cites, (n) => choose(within(sources, organization_id), n))),
    ];
    return {
      id: id(),
      organization_id,
      kind: project_id === null ? "prompt_update" : "weekly_update",
      project_id,
      proposed_by: proposer.id,
      // Restriction is contagious.
      is_restricted: card.restricted || cited.some((source) => !isShown(source, project_id)),
      cited,
      drawn: card,
    };
  });
  const first = cards.map(({ id: approval_id, organization_id }) => ({
    organization_id,
    approval_id,
    number: 1,
  }));
  const published = eachOf(cards, (card) => {
    const { organization_id, project_id, is_restricted, id: approval_id } = card;
    return card.drawn.published && project_id !== null
      ? { organization_id, project_id, is_restricted, approval_id }
      : undefined;
  });
  const publish = () => published.map((row) => ({ id: id(), ...row }));

  // One prompt and one skill for each organization that has somebody to write them.
  const owners = unique(
    eachOf(drawn.owners, (n) =>
      choose(
        people.filter(
          (person) =>
            person.archived_at === null && (person.role === "admin" || person.role === "lead"),
        ),
        n,
      ),
    ),
    (person) => person.organization_id,
  );
  for (const owner of owners) owner.is_prompt_owner = true;
  const prompt_versions = owners.map((owner) => ({
    id: id(),
    organization_id: owner.organization_id,
    created_by: owner.id,
  }));
  // A skill comes with a card of its owner that is being carried out.
  const skills = owners.map((owner) => ({
    id: id(),
    organization_id: owner.organization_id,
    created_by: owner.id,
    approval_id: id(),
  }));

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
    import_mappings: runs.map(({ organization_id, requested_by }) => ({
      id: id(),
      organization_id,
      created_by: requested_by,
    })),
    audit_events: drawn.audits.map((n) => ({ id: id(), organization_id: organizationOf(n) })),
    organization_settings: owners.map(({ organization_id }) => ({ organization_id })),
    sources: sources.map(({ chunks: _, ...source }) => source),
    chunks: sources.flatMap(({ id: source_id, organization_id, chunks }) =>
      Array.from({ length: chunks }, (_, position) => ({
        id: id(),
        organization_id,
        source_id,
        position,
      })),
    ),
    approvals: [
      ...cards.map(({ cited: _, drawn: __, ...card }) => card),
      ...skills.map(({ approval_id, organization_id, created_by }) => ({
        id: approval_id,
        organization_id,
        kind: "skill_update",
        project_id: null,
        is_restricted: false,
        proposed_by: created_by,
      })),
    ],
    approval_versions: first,
    approval_citations: cards.flatMap(({ id: approval_id, organization_id, cited }) =>
      cited.map((source, index) => ({
        organization_id,
        approval_id,
        number: index + 1,
        source_id: source.id,
      })),
    ),
    approval_events: first,
    weekly_updates: publish(),
    scope_changes: publish(),
    sow_drafts: publish().map((row) => ({ ...row, is_restricted: true })),
    client_readouts: publish(),
    deliverable_releases: publish(),
    prompt_versions,
    live_prompts: prompt_versions.map(({ id: live_version_id, organization_id, created_by }) => ({
      organization_id,
      live_version_id,
      moved_by: created_by,
    })),
    skills: skills.map(({ id: skill, organization_id }) => ({ id: skill, organization_id })),
    skill_versions: skills.map(({ id: skill_id, ...skill }) => ({ ...skill, skill_id, id: id() })),
    integrations: owners.map(({ organization_id, id: connected_by }) => ({
      organization_id,
      connected_by,
    })),
    external_links: cards
      .filter((card) => card.drawn.link)
      .map(({ organization_id, project_id, id: approval_id }) => ({
        organization_id,
        project_id,
        approval_id,
      })),
    calendar_events: drawn.events.map((event) => ({
      id: id(),
      ...place(event.project, organizationOf(event.in)),
    })),
  };
}

/** Whether those of a project see a source; for rows without project the question is idle. */
export function isShown(
  source: { is_restricted: boolean; project_id: string | null },
  project: string | null,
): boolean {
  return project === null || (!source.is_restricted && source.project_id === project);
}

export function choose<T>(rows: T[], n: number): T | undefined {
  return rows[n % rows.length];
}

function eachOf<T, Row>(drawn: T[], build: (item: T) => Row | null | undefined): Row[] {
  return drawn.map(build).filter((row) => row !== undefined && row !== null) as Row[];
}

function unique<Row>(rows: Row[], key: (row: Row) => string): Row[] {
  return [...new Map(rows.map((row) => [key(row), row])).values()];
}
