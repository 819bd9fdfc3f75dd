import { isRunning } from "../../entities/project/labels.ts";
import type { ProjectHealth, ProjectSummary } from "../../entities/project/queries.ts";
import type { ClientsSearch } from "./search-params.ts";

interface NamedRow {
  id: string;
  name: string;
  archived_at: string | null;
  version: number;
}

/** A client, or an account with its client, and the sums of its projects. */
export interface ListedClient {
  id: string;
  name: string;
  version: number;
  website: string | null;
  archivedAt: string | null;
  /** Present only for an account. */
  client: { id: string; name: string } | null;
  accounts: { id: string; name: string }[];
  activeProjects: number;
  openTasks: number;
  hours: number;
  lastStatus: { health: ProjectHealth; at: string; project: string } | null;
}

export interface ClientRows {
  clients: (NamedRow & { website: string | null })[];
  accounts: (NamedRow & { client_id: string })[];
}

export function listedClients(
  { clients, accounts }: ClientRows,
  projects: ProjectSummary[],
): ListedClient[] {
  const accountsByClient = groupedBy(accounts, ({ client_id }) => client_id);
  const projectsOf = groupedBy(projects, ({ client_id }) => client_id);
  return clients.map(({ id, name, archived_at, version, website }) => ({
    id,
    name,
    version,
    website,
    archivedAt: archived_at,
    client: null,
    accounts: (accountsByClient.get(id) ?? []).map((account) => ({
      id: account.id,
      name: account.name,
    })),
    ...sumsOf(projectsOf.get(id) ?? []),
  }));
}

/** An account of an archived client counts as archived. */
export function listedAccounts(
  { clients, accounts }: ClientRows,
  projects: ProjectSummary[],
): ListedClient[] {
  const clientOf = new Map(clients.map((client) => [client.id, client]));
  const projectsOf = groupedBy(projects, ({ account_id }) => account_id);
  return accounts.map(({ id, name, archived_at, client_id, version }) => {
    const client = clientOf.get(client_id);
    return {
      id,
      name,
      version,
      website: null,
      archivedAt: archived_at ?? client?.archived_at ?? null,
      client: client ? { id: client.id, name: client.name } : null,
      accounts: [],
      ...sumsOf(projectsOf.get(id) ?? []),
    };
  });
}

export function filterClients(
  rows: ListedClient[],
  { q, state }: Pick<ClientsSearch, "q" | "state">,
): ListedClient[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ name, client, accounts, archivedAt }) => {
    if (state !== "all" && (archivedAt !== null) !== (state === "archived")) return false;
    const names = [name, client?.name, ...accounts.map((account) => account.name)];
    const text = names.join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function sumsOf(projects: ProjectSummary[]) {
  const reported = projects.filter(
    ({ health, health_reported_at }) => health && health_reported_at,
  );
  reported.sort((a, b) => String(b.health_reported_at).localeCompare(String(a.health_reported_at)));
  const [last] = reported;
  return {
    activeProjects: projects.filter(({ status }) => isRunning(status)).length,
    openTasks: projects.reduce((sum, project) => sum + project.open_task_count, 0),
    hours: projects.reduce((sum, project) => sum + project.actual_hours, 0),
    lastStatus:
      last?.health && last.health_reported_at
        ? { health: last.health, at: last.health_reported_at, project: last.name }
        : null,
  };
}

function groupedBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
