/** The callers that create the load, and the response that each must get according to the oracle of scope. */
import { decodeJwt } from "jose";
import type { Graph, Person } from "../laws/scope/graph-rows.ts";
import * as oracle from "../laws/scope/oracle.ts";
import { spine } from "../laws/scope/spine-oracle.ts";
import { owner } from "../support/database.ts";

export interface Asker {
  email: string;
  userId: string;
  person: Person | null;
  /** The tokens of the newest session; refreshing replaces both. */
  accessToken: string;
  refreshToken: string;
  expected: {
    relations: Record<string, string[]>;
    portfolio: unknown;
    spine: unknown;
    /** A task and a project that the asker may not see. */
    foreignTask: string | undefined;
    foreignProject: string | undefined;
  };
}

/** Tables that are read as sets of ids. */
export const readTables = [
  "projects",
  "accounts",
  "clients",
  "people",
  "tasks",
  "status_updates",
  "sources",
];

/** Signs everyone in; what they see must not change during the load. */
export async function gatherAskers(
  url: string,
  apikey: string,
  emails: string[],
  password: string,
): Promise<Asker[]> {
  const graph = await graphInDatabase();
  return Promise.all(
    emails.map(async (email) => {
      const session = await signIn(url, apikey, { email, password });
      const userId = String(decodeJwt(session.access_token).sub);
      const person = graph.people.find((candidate) => candidate.user_id === userId) ?? null;
      return {
        email,
        userId,
        person,
        accessToken: session.access_token,
        refreshToken: session.refresh_token,
        expected: expectationsOf(person, graph),
      };
    }),
  );
}

export interface Session {
  access_token: string;
  refresh_token: string;
  user: { id: string; email: string };
}

async function signIn(url: string, apikey: string, body: object): Promise<Session> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`Sign-in answered ${response.status}`);
  return (await response.json()) as Session;
}

function expectationsOf(person: Person | null, graph: Graph): Asker["expected"] {
  const visible = (name: string) =>
    (person ? (oracle.rules[name]?.(person, graph) ?? []) : []).sort();
  const tasks = visible("tasks");
  const projects = visible("projects");
  return {
    relations: Object.fromEntries(readTables.map((name) => [name, visible(name)])),
    portfolio: oracle.portfolio(person, graph),
    spine: spine(person, null, graph),
    foreignTask: graph.tasks.find((task) => !tasks.includes(task.id))?.id,
    foreignProject: graph.projects.find((project) => !projects.includes(project.id))?.id,
  };
}

async function graphInDatabase(): Promise<Graph> {
  const tables = [
    "organizations",
    "clients",
    "people",
    "accounts",
    "operating_profiles",
    "projects",
    "project_members",
    "tasks",
    "time_entries",
    "status_updates",
    "portfolio_classifications",
    "sources",
  ];
  const rows = await Promise.all(
    tables.map(async (table) => {
      const [row] = await owner`
        select coalesce(jsonb_agg(to_jsonb(rows)), '[]') as list from public.${owner(table)} as rows`;
      return [table, row?.list];
    }),
  );
  return Object.fromEntries(rows) as Graph;
}
