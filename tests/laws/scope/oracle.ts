/**
 * The visible rows of each person, written from the access table of the design and not from the SQL: plain filters
 * over plain rows, with one rule per table.
 */
import { payloadFields } from "../../../supabase/functions/_domain/approvals/kinds.ts";
import { scopeIdOf } from "./chat-graph.ts";
import type { Graph, Person, ScopedRow } from "./graph-rows.ts";

/** Rows seen, as primary keys with `/` between columns. */
type Rule = (viewer: Person, graph: Graph) => string[];

export const OPEN = ["open", "in_progress", "blocked"];
export const isLead = (person: Person) => person.role === "admin" || person.role === "lead";
const isInternal = (person: Person) => person.role !== "client";
export const isOfSameOrganization = (viewer: Person) => (row: { organization_id: string }) =>
  row.organization_id === viewer.organization_id;
export const ids = (rows: { id: string }[]) => rows.map((row) => row.id);

/** Admin and lead: all of the organization. Member: those they are members of. Client: none. */
export function projectsSeen(viewer: Person, graph: Graph): Graph["projects"] {
  if (isLead(viewer)) return graph.projects.filter(isOfSameOrganization(viewer));
  if (viewer.role === "client") return [];
  const memberships = graph.project_members.filter((row) => row.person_id === viewer.id);
  return graph.projects.filter((project) =>
    memberships.some((row) => row.project_id === project.id),
  );
}

function accountsSeen(viewer: Person, graph: Graph): Graph["accounts"] {
  if (isLead(viewer)) return graph.accounts.filter(isOfSameOrganization(viewer));
  const projects = projectsSeen(viewer, graph);
  return graph.accounts.filter((account) =>
    projects.some((project) => project.account_id === account.id),
  );
}

function clientsSeen(viewer: Person, graph: Graph): Graph["clients"] {
  if (isLead(viewer)) return graph.clients.filter(isOfSameOrganization(viewer));
  const accounts = accountsSeen(viewer, graph);
  return graph.clients.filter((client) =>
    accounts.some((account) => account.client_id === client.id),
  );
}

/** A member knows colleagues and themselves, but no freelancer and no client contact. */
export function peopleSeen(viewer: Person, graph: Graph): Person[] {
  if (!isInternal(viewer)) return [];
  const colleagues = graph.people.filter(isOfSameOrganization(viewer));
  if (isLead(viewer)) return colleagues;
  return colleagues.filter((person) => person.is_employee || person.id === viewer.id);
}

const inProjects =
  (rows: (graph: Graph) => { id: string; project_id: string }[]): Rule =>
  (viewer, graph) => {
    const visibleIds = ids(projectsSeen(viewer, graph));
    return ids(rows(graph).filter((row) => visibleIds.includes(row.project_id)));
  };
const forLeads =
  (rows: (graph: Graph) => { id: string; organization_id: string }[]): Rule =>
  (viewer, graph) =>
    isLead(viewer) ? ids(rows(graph).filter(isOfSameOrganization(viewer))) : [];

/** Restricted rows, and those of no project, are for admins and leads. */
function isSeen(row: ScopedRow, viewer: Person, graph: Graph): boolean {
  if (isLead(viewer)) return isOfSameOrganization(viewer)(row);
  return !row.is_restricted && projectsSeen(viewer, graph).some(({ id }) => id === row.project_id);
}
const inScope =
  (rows: (graph: Graph) => ScopedRow[]): Rule =>
  (viewer, graph) =>
    ids(rows(graph).filter((row) => isSeen(row, viewer, graph)));
/** A viewer who sees a card sees its rows. */
const ofCards =
  (rows: (graph: Graph) => { approval_id: string; number: number }[]): Rule =>
  (viewer, graph) => {
    const visibleIds = inScope(() => graph.approvals)(viewer, graph);
    return rows(graph)
      .filter((row) => visibleIds.includes(row.approval_id))
      .map((row) => `${row.approval_id}/${row.number}`);
  };
const ofProjectCards: Rule = (viewer, graph) =>
  inScope(() => graph.approvals.filter((card) => card.project_id !== null))(viewer, graph);
/** The connection of each organization is to ClickUp, with one row of each kind; only admins see it. */
const ofConnections =
  (suffix: string): Rule =>
  (viewer, graph) =>
    viewer.role === "admin"
      ? graph.integrations
          .filter(isOfSameOrganization(viewer))
          .map((row) => `${row.organization_id}/clickup${suffix}`)
      : [];
/** A lead's own scope is the organization with all that is restricted; a member's are their projects. */
const scopesSeen = (viewer: Person, graph: Graph) => [
  ...ids(projectsSeen(viewer, graph)),
  ...(isLead(viewer) ? [viewer.organization_id] : []),
];
/** The sources that were in a project when the graph was loaded. */
function sourcesInNotes(graph: Graph): Graph["sources"] {
  const entries = ids(graph.project_notes);
  return graph.sources.filter((source) => entries.includes(source.id));
}

/** Only its owner sees a conversation, even among admins. */
const isOwn = (viewer: Person) => (row: { person_id: string }) =>
  isInternal(viewer) && row.person_id === viewer.id;
const forInsiders =
  (rows: (graph: Graph) => { id: string; organization_id: string }[]): Rule =>
  (viewer, graph) =>
    isInternal(viewer) ? ids(rows(graph).filter(isOfSameOrganization(viewer))) : [];

export const rules: Record<string, Rule> = {
  organizations: (viewer) => (isInternal(viewer) ? [viewer.organization_id] : []),
  people: (viewer, graph) => ids(peopleSeen(viewer, graph)),
  invitations: (viewer, graph) =>
    viewer.role === "admin" ? ids(graph.invitations.filter(isOfSameOrganization(viewer))) : [],
  clients: (viewer, graph) => ids(clientsSeen(viewer, graph)),
  // One per client, with its id.
  contacts: (viewer, graph) => ids(clientsSeen(viewer, graph)),
  accounts: (viewer, graph) => ids(accountsSeen(viewer, graph)),
  projects: (viewer, graph) => ids(projectsSeen(viewer, graph)),
  project_members: (viewer, graph) => {
    const visibleIds = ids(projectsSeen(viewer, graph));
    return graph.project_members
      .filter((row) => visibleIds.includes(row.project_id))
      .map((row) => `${row.project_id}/${row.person_id}`);
  },
  tasks: inProjects((graph) => graph.tasks),
  // One per task, with its id; those on cancelled tasks are removed.
  task_comments: inProjects((graph) => graph.tasks.filter((task) => task.status !== "cancelled")),
  operating_profiles: (viewer, graph) => {
    const visibleIds = ids(accountsSeen(viewer, graph));
    return graph.operating_profiles
      .map((row) => row.account_id)
      .filter((account) => visibleIds.includes(account));
  },
  portfolio_classifications: inProjects((graph) => graph.portfolio_classifications),
  time_entries: inProjects((graph) => graph.time_entries),
  status_updates: inProjects((graph) => graph.status_updates),
  status_update_versions: (viewer, graph) => {
    const visibleIds = ids(projectsSeen(viewer, graph));
    return graph.status_updates
      .filter((row) => visibleIds.includes(row.project_id))
      .map((row) => `${row.id}/1`);
  },
  portfolio_import_runs: forLeads((graph) => graph.portfolio_import_runs),
  portfolio_import_rows: (viewer, graph) =>
    isLead(viewer)
      ? graph.portfolio_import_rows
          .filter(isOfSameOrganization(viewer))
          .map((row) => `${row.run_id}/${row.line}`)
      : [],
  reconciliation_resolutions: forLeads((graph) => graph.reconciliation_resolutions),
  // One of each per decision about a finding, with its id.
  person_rates: forLeads((graph) => graph.reconciliation_resolutions),
  project_rates: forLeads((graph) => graph.reconciliation_resolutions),
  estimate_cases: forLeads((graph) => graph.reconciliation_resolutions),
  portfolio_import_changes: (viewer, graph) =>
    isLead(viewer)
      ? graph.portfolio_import_changes
          .filter(isOfSameOrganization(viewer))
          .map((row) => `${row.run_id}/${row.entity_id}`)
      : [],
  portfolio_import_memberships: (viewer, graph) =>
    isLead(viewer)
      ? graph.portfolio_import_memberships
          .filter(isOfSameOrganization(viewer))
          .map((row) => `${row.run_id}/${row.project_id}/${row.person_id}`)
      : [],
  import_mappings: forLeads((graph) => graph.import_mappings),
  audit_events: forLeads((graph) => graph.audit_events),
  organization_settings: (viewer, graph) =>
    isLead(viewer)
      ? graph.organization_settings
          .filter(isOfSameOrganization(viewer))
          .map((row) => row.organization_id)
      : [],
  sources: inScope((graph) => graph.sources),
  // One per source, with its id.
  meetings: inScope((graph) => graph.sources),
  // An entry follows its source, whose id it has.
  project_notes: inScope(sourcesInNotes),
  documents: (viewer, graph) => {
    const visibleIds = inScope(() => graph.sources)(viewer, graph);
    return ids(graph.documents).filter((id) => visibleIds.includes(id));
  },
  document_summaries: (viewer, graph) => {
    const visibleIds = inScope(() => graph.sources)(viewer, graph);
    return graph.documents
      .filter(({ id }) => visibleIds.includes(id))
      .map(({ id, latest_version }) => `${id}/Source/${latest_version}`);
  },
  document_versions: (viewer, graph) => {
    const visibleIds = inScope(() => graph.sources)(viewer, graph);
    return graph.document_versions
      .filter((upload) => visibleIds.includes(upload.document_id))
      .map((upload) => `${upload.document_id}/${upload.version}`);
  },
  passages: (viewer, graph) => {
    const visibleIds = inScope(() => graph.sources)(viewer, graph);
    return ids(graph.passages.filter((passage) => visibleIds.includes(passage.source_id)));
  },
  approval_kinds: (viewer) => (isInternal(viewer) ? Object.keys(payloadFields) : []),
  approvals: inScope((graph) => graph.approvals),
  approval_versions: ofCards((graph) => graph.approval_versions),
  approval_citations: ofCards((graph) => graph.approval_citations),
  approval_events: ofCards((graph) => graph.approval_events),
  // One per organization, with its id.
  authoring_profiles: (viewer) => (isLead(viewer) ? [viewer.organization_id] : []),
  // One of each per card of a project, with its id.
  evidence_packs: ofProjectCards,
  drafts: ofProjectCards,
  author_statements: ofProjectCards,
  weekly_updates: inScope((graph) => graph.weekly_updates),
  scope_changes: inScope((graph) => graph.scope_changes),
  sow_drafts: inScope((graph) => graph.sow_drafts),
  client_readouts: inScope((graph) => graph.client_readouts),
  deliverable_releases: inScope((graph) => graph.deliverable_releases),
  prompt_versions: forLeads((graph) => graph.prompt_versions),
  live_prompts: (viewer, graph) =>
    isLead(viewer)
      ? graph.live_prompts.filter(isOfSameOrganization(viewer)).map((row) => row.organization_id)
      : [],
  skills: forInsiders((graph) => graph.skills),
  skill_versions: forInsiders((graph) => graph.skill_versions),
  integrations: ofConnections(""),
  connection_tests: ofConnections(""),
  vendor_lists: ofConnections("/1"),
  inbound_emails: forLeads((graph) => graph.sources),
  // Learned from the emails that had a project at first: a source that moves into one adds none.
  email_domains: forLeads(sourcesInNotes),
  sync_streams: forLeads((graph) => graph.sync_streams),
  sync_runs: forLeads((graph) => graph.sync_runs),
  sync_scopes: forLeads((graph) => graph.sync_scopes),
  sync_dead_letters: forLeads((graph) => graph.sync_dead_letters),
  external_links: (viewer, graph) => {
    const visibleIds = inScope(() => graph.approvals)(viewer, graph);
    return graph.external_links
      .filter((link) => visibleIds.includes(link.approval_id))
      .map((link) => `${link.organization_id}/local/task/${link.approval_id}`);
  },
  calendar_events: (viewer, graph) => {
    const projects = ids(projectsSeen(viewer, graph));
    return ids(
      graph.calendar_events.filter(
        (event) =>
          (isLead(viewer) && isOfSameOrganization(viewer)(event)) ||
          projects.includes(event.project_id ?? ""),
      ),
    );
  },
  calendar_event_project_overrides: (viewer, graph) => {
    const projects = ids(projectsSeen(viewer, graph));
    return graph.calendar_events
      .filter((event) => projects.includes(event.project_id ?? ""))
      .map((event) => `${event.organization_id}/${event.id}`);
  },
  // One of each per stream, with its id.
  busy_calendars: forInsiders((graph) => graph.sync_streams),
  busy_blocks: forInsiders((graph) => graph.sync_streams),
  chat_sessions: (viewer, graph) => ids(graph.chat_sessions.filter(isOwn(viewer))),
  chat_messages: (viewer, graph) => {
    const scopes = scopesSeen(viewer, graph);
    const messages = graph.chat_messages.filter(isOwn(viewer));
    return ids(messages.filter((row) => row.scope_ids.every((id) => scopes.includes(id))));
  },
  chat_citations: (viewer, graph) => {
    const scopes = scopesSeen(viewer, graph);
    const sources = new Map(graph.sources.map((source) => [source.id, scopeIdOf(source)]));
    return graph.chat_citations
      .filter(isOwn(viewer))
      .filter((row) => scopes.includes(sources.get(row.source_id) ?? ""))
      .map((row) => `${row.message_id}/${row.number}`);
  },
  project_daily_hours: (viewer, graph) =>
    projectsSeen(viewer, graph).flatMap((project) => {
      const entries = graph.time_entries.filter((entry) => entry.project_id === project.id);
      const days = Object.groupBy(entries, (entry) => entry.spent_on);
      return Object.entries(days).map(([day, list = []]) =>
        [project.id, day, list.reduce((sum, entry) => sum + entry.hours, 0)].join("/"),
      );
    }),
  project_monthly_hours: (viewer, graph) =>
    projectsSeen(viewer, graph).flatMap((project) => {
      const entries = graph.time_entries.filter((entry) => entry.project_id === project.id);
      const months = Object.groupBy(entries, (entry) => entry.spent_on.slice(0, 7));
      return Object.entries(months).map(([month, list = []]) =>
        [
          project.id,
          `${month}-01`,
          list.reduce((sum, entry) => sum + entry.hours, 0),
          new Set(list.map((entry) => entry.person_id)).size,
        ].join("/"),
      );
    }),
  project_summaries: (viewer, graph) =>
    projectsSeen(viewer, graph).map((project) => {
      const tasks = tasksOf(project.id, graph);
      const lead = peopleSeen(viewer, graph).find((person) => person.id === project.lead_id);
      return [
        project.id,
        graph.accounts.find((account) => account.id === project.account_id)?.client_id,
        lead?.name ?? "",
        hoursOf(project.id, graph),
        tasks.length,
        tasks.filter((task) => OPEN.includes(task.status)).length,
        classificationOf(project.id, graph)?.version ?? 0,
      ].join("/");
    }),
};

/** The answer to a caller without a person row, or without a right to a function. */
export interface Refusal {
  error: string;
}

/** The narrow shape for client contacts, the full one for everyone else. */
export function portfolio(viewer: Person | null, graph: Graph): object | Refusal {
  if (!viewer) return { error: "OPDEN" };
  if (viewer.role === "client") {
    const accounts = graph.accounts.filter((account) => account.client_id === viewer.client_id);
    const projects = graph.projects.filter((project) =>
      accounts.some((account) => account.id === project.account_id),
    );
    return { shape: "client", projects: ids(projects.filter(isCurrent)).sort() };
  }
  const projects = projectsSeen(viewer, graph).filter(isCurrent);
  return {
    shape: "full",
    clients: ids(clientsSeen(viewer, graph).filter(isCurrent)).sort(),
    accounts: ids(accountsSeen(viewer, graph).filter(isCurrent)).sort(),
    projects: projects.map(({ id }) => `${id}/${classificationOf(id, graph)?.version ?? 0}`).sort(),
    hours: projects.reduce((sum, project) => sum + hoursOf(project.id, graph), 0),
    tasks: projects.reduce((sum, project) => sum + tasksOf(project.id, graph).length, 0),
  };
}

/** A client reads what was published for them, of the projects that are theirs now. */
export function portal(viewer: Person | null, graph: Graph): object | Refusal {
  if (!viewer || viewer.role === "member") return { error: "OPDEN" };
  if (isLead(viewer)) return { error: "OPINV" };
  const isOver = graph.clients.some(
    ({ id, archived_at }) => id === viewer.client_id && archived_at,
  );
  const accounts = graph.accounts.filter((account) => account.client_id === viewer.client_id);
  const projects = graph.projects.filter(
    (project) =>
      !isOver && isCurrent(project) && accounts.some(({ id }) => id === project.account_id),
  );
  const publications = graph.portal_publications.filter(
    ({ client_id, project_id }) =>
      client_id === viewer.client_id && projects.some(({ id }) => id === project_id),
  );
  const publishedIds = <R extends { id: string; approval_id: string }>(rows: R[]) =>
    ids(
      rows.filter((row) =>
        publications.some((publication) => publication.approval_id === row.approval_id),
      ),
    ).sort();
  const isOpen = (row: { is_restricted: boolean }) => !row.is_restricted;
  return {
    projects: ids(projects).sort(),
    updates: publishedIds(graph.weekly_updates.filter(isOpen)),
    readouts: publishedIds(graph.client_readouts.filter(isOpen)),
    deliverables: publishedIds(graph.deliverable_releases.filter(isOpen)),
    statements_of_work: publishedIds(graph.sow_drafts),
    scope_changes: publishedIds(graph.scope_changes.filter(isOpen)),
  };
}

export const isCurrent = (row: { archived_at: string | null }) => row.archived_at === null;
export const tasksOf = (project: string, graph: Graph) =>
  graph.tasks.filter((task) => task.project_id === project && isCurrent(task));
export const hoursOf = (project: string, graph: Graph) =>
  graph.time_entries
    .filter((entry) => entry.project_id === project)
    .reduce((sum, entry) => sum + entry.hours, 0);
/** The newest version counts. */
export const classificationOf = (project: string, graph: Graph) =>
  graph.portfolio_classifications
    .filter((row) => row.project_id === project)
    .sort((a, b) => b.version - a.version)[0];
