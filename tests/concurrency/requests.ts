/** The kinds of requests that are mixed, each with the check of its answer. */
import { isDeepStrictEqual } from "node:util";
import { decodeJwt } from "jose";
import { portfolioSeen, spineSeen } from "../laws/scope/probe.ts";
import { type Asker, readTables, type Session } from "./askers.ts";

interface Reply {
  status: number;
  body: unknown;
}

export interface Kind {
  name: string;
  /** Its weight in the random choice; 0 if it has a fixed turn. */
  weight: number;
  request(asker: Asker): { path: string; method?: string; body?: object; anonymous?: true };
  /** Returns the problem, or undefined. */
  fault(asker: Asker, reply: Reply): string | undefined;
}

const refusedInside = (asker: Asker) =>
  !asker.person ? "no_membership" : asker.person.role === "client" ? "role_not_allowed" : undefined;

const rows = readTables.map(
  (table): Kind => ({
    name: `rest ${table}`,
    weight: 10,
    request: () => ({ path: `/rest/v1/${table}?select=id` }),
    fault: (asker, reply) => sameIds(reply, asker.expected.relations[table] ?? []),
  }),
);

export const kinds: Kind[] = [
  ...rows,
  {
    name: "rest project_summaries",
    weight: 8,
    request: () => ({ path: "/rest/v1/project_summaries?select=id,actual_hours,task_count" }),
    fault: (asker, reply) => sameIds(reply, asker.expected.relations.projects ?? []),
  },
  {
    name: "rest somebody else's",
    weight: 8,
    request: ({ expected }) => ({
      path: `/rest/v1/tasks?or=(id.eq.${expected.foreignTask},project_id.eq.${expected.foreignProject})`,
    }),
    fault: (_, reply) => sameIds(reply, []),
  },
  {
    name: "rest without signing in",
    weight: 3,
    request: () => ({ path: "/rest/v1/projects?select=id", anonymous: true }),
    fault: (_, reply) => (reply.status === 401 ? undefined : `answered ${reply.status}`),
  },
  viewer("rpc get_viewer", "/rest/v1/rpc/get_viewer", 10),
  viewer("api whoami", "/api/whoami", 5),
  spine("rpc get_spine", "/rest/v1/rpc/get_spine", 5),
  spine("api spine", "/api/spine", 3),
  portfolio("rpc get_portfolio", "/rest/v1/rpc/get_portfolio", 5),
  portfolio("api portfolio", "/api/portfolio", 4),
  search("rpc search_passages", "/rest/v1/rpc/search_passages", 3),
  search("api search", "/api/search", 3),
  {
    name: "auth user",
    weight: 3,
    request: () => ({ path: "/auth/v1/user" }),
    fault: (asker, reply) =>
      (reply.body as { id?: string })?.id === asker.userId ? undefined : "names another user",
  },
];

/** A new session for the old one's refresh token; it never overlaps with another request of its caller. */
export const refresh: Kind = {
  name: "auth refresh",
  weight: 0,
  request: ({ refreshToken }) => ({
    path: "/auth/v1/token?grant_type=refresh_token",
    method: "POST",
    body: { refresh_token: refreshToken },
  }),
  fault: (asker, reply) => {
    const session = reply.body as Session;
    if (reply.status !== 200) return `answered ${reply.status}`;
    if (session.user.id !== asker.userId) return "names another user";
    if (decodeJwt(session.access_token).sub !== asker.userId) return "gives another user's token";
    asker.accessToken = session.access_token;
    asker.refreshToken = session.refresh_token;
    return undefined;
  },
};

function viewer(name: string, path: string, weight: number): Kind {
  return {
    name,
    weight,
    request: () => call(path),
    fault: (asker, reply) => {
      if (!asker.person) return refusedWith(reply, "no_membership", path);
      const { id, email } = (reply.body as { viewer?: { id: string; email: string } }).viewer ?? {};
      return id === asker.person.id && email === asker.email ? undefined : "names another viewer";
    },
  };
}

function spine(name: string, path: string, weight: number): Kind {
  return {
    name,
    weight,
    request: () => call(path),
    fault: (asker, reply) => {
      const refusal = refusedInside(asker);
      if (refusal) return refusedWith(reply, refusal, path);
      return differenceOf(spineSeen(reply.body), asker.expected.spine);
    },
  };
}

function portfolio(name: string, path: string, weight: number): Kind {
  return {
    name,
    weight,
    request: () => call(path),
    fault: (asker, reply) =>
      asker.person
        ? differenceOf(portfolioSeen(reply.body), asker.expected.portfolio)
        : refusedWith(reply, "no_membership", path),
  };
}

/** Searches a person's sources for some words; the answer is always the same. */
function search(name: string, path: string, weight: number): Kind {
  const first = new Map<string, string[]>();
  return {
    name,
    weight,
    request: () => ({ path, method: "POST", body: { query: "the budget and the scope" } }),
    fault: (asker, reply) => {
      const refusal = refusedInside(asker);
      if (refusal) return refusedWith(reply, refusal, path);
      const { results } = reply.body as { results?: { chunk_id: string; source_id: string }[] };
      if (!results) return `answered ${reply.status}`;
      const visible = asker.expected.relations["sources"] ?? [];
      if (results.some(({ source_id }) => !visible.includes(source_id)))
        return "finds another's text";
      const ids = results.map(({ chunk_id }) => chunk_id);
      // The demo's contract contains the words, whatever other tests added.
      if (ids.length === 0 && asker.email === "lead@demo.test") return "finds nothing";
      if (!first.has(asker.email)) first.set(asker.email, ids);
      return differenceOf(ids, first.get(asker.email));
    },
  };
}

function call(path: string) {
  return path.startsWith("/rest") ? { path, method: "POST", body: {} } : { path };
}

function refusedWith(reply: Reply, code: string, path: string): string | undefined {
  const body = reply.body as { code?: string; hint?: string };
  const reason = path.startsWith("/rest") ? body.hint : body.code;
  return reason === code ? undefined : `answered ${reply.status} ${reason} instead of ${code}`;
}

function sameIds(reply: Reply, expected: string[]): string | undefined {
  if (!Array.isArray(reply.body)) return `answered ${reply.status}`;
  return differenceOf((reply.body as { id: string }[]).map((row) => row.id).sort(), expected);
}

function differenceOf(actual: unknown, expected: unknown): string | undefined {
  // Compares the values as JSON: undefined keys are dropped, and the order of keys does not matter.
  const withoutUndefined = (value: unknown) => JSON.parse(JSON.stringify(value));
  return isDeepStrictEqual(withoutUndefined(actual), withoutUndefined(expected))
    ? undefined
    : "is not the asker's scope";
}
