/** Linear: GraphQL, issues by cursor, deleted issues in the trash, rate limits as an error with status 400. */
import { type GraphQlContract, readContract, type VendorRequest } from "./contract.ts";
import { parseQuery } from "./graphql.ts";
import { hexSignature } from "./pushes.ts";
import type { LinearIssue } from "./records.ts";
import type { Entry } from "./truth.ts";
import {
  InvalidRequest,
  isoOf,
  ok,
  type Reply,
  type RequestMatch,
  type Vendor,
  type World,
} from "./vendor.ts";

export const LINEAR_KEY = "lin_api_simulated";
const PAGE = 50;
const MAX_PAGE = 250;
const STATE_TYPES = { Backlog: "backlog", "In Progress": "started", Done: "completed" };

interface Comparator {
  eq?: string;
  in?: string[];
  gt?: string;
  gte?: string;
  lt?: string;
  lte?: string;
  neq?: string;
  nin?: string[];
}
interface IssueFilter {
  id?: Comparator;
  updatedAt?: Comparator;
  team?: { id?: Comparator; key?: Comparator };
  project?: { id?: Comparator };
  and?: IssueFilter[];
  or?: IssueFilter[];
}
interface Page {
  first?: number | null;
  after?: string | null;
}

export function linear({ truth, tokens, subscriptions }: World): Vendor {
  const contract = readContract<GraphQlContract>("linear");
  const { linearIssues: issues, directory } = truth;

  issues.onChange(({ kind, entry }) => {
    const action = { created: "create", updated: "update", deleted: "remove", merged: "remove" }[
      kind
    ];
    subscriptions.publish("linear", (subscription) => {
      const id = String(entry.sequence);
      const body = JSON.stringify({
        action,
        type: "Issue",
        createdAt: isoOf(entry.updatedAt),
        data: { id: entry.id, updatedAt: isoOf(entry.updatedAt) },
        // The real time, because receivers compare it with their own clock.
        webhookTimestamp: Date.now(),
        webhookId: subscription.id,
      });
      const headers = {
        "linear-delivery": `${subscription.id}-${id}`,
        "linear-event": "Issue",
        "linear-signature": hexSignature(subscription.secret, body),
      };
      return { id, headers, body };
    });
  });

  function resourceOf({
    id,
    data,
    createdAt,
    updatedAt,
    isDeleted,
  }: Entry<LinearIssue>): Record<string, unknown> {
    const team = directory.linearTeams.find((candidate) => candidate.id === data.teamId);
    const project = data.projectId === null ? null : { id: data.projectId, name: data.projectId };
    const number = issues.all().findIndex((entry) => entry.id === id) + 1;
    const identifier = `${team?.key}-${number}`;
    return {
      __typename: "Issue",
      id,
      identifier,
      title: data.title,
      description: data.description,
      url: `https://linear.app/northlight/issue/${identifier}`,
      createdAt: isoOf(createdAt),
      updatedAt: isoOf(updatedAt),
      archivedAt: isDeleted ? isoOf(updatedAt) : null,
      trashed: isDeleted ? true : null,
      completedAt: data.state === "Done" ? isoOf(updatedAt) : null,
      canceledAt: null,
      dueDate: data.dueDate,
      estimate: data.estimate,
      priority: 0,
      assignee: data.assignee === null ? null : userOf(data.assignee),
      team: { ...team, updatedAt: isoOf(0) },
      project: project && { ...project, updatedAt: isoOf(0), archivedAt: null },
      parent: data.parentId === null ? null : parentOf(data.parentId),
      state: { id: STATE_TYPES[data.state], name: data.state, type: STATE_TYPES[data.state] },
      labels: connection(data.labels.map((name) => ({ id: name, name }))),
    };
  }

  function parentOf(id: string) {
    const entry = issues.get(id);
    return entry ? resourceOf(entry) : null;
  }

  function userOf(email: string) {
    const name = directory.people.find((person) => person.email === email)?.name ?? email;
    return { id: `user-${email}`, name, displayName: name, email, active: true };
  }

  function listIssues(values: Record<string, unknown>) {
    const { first, after, filter, includeArchived, orderBy } = values as Page & {
      filter?: IssueFilter | null;
      includeArchived?: boolean | null;
      orderBy?: "createdAt" | "updatedAt" | null;
    };
    const size = first ?? PAGE;
    if (size < 1 || size > MAX_PAGE) throw new InvalidRequest(`first is from 1 to ${MAX_PAGE}`);
    const rank = ({ createdAt, updatedAt }: Entry<LinearIssue>) =>
      orderBy === "updatedAt" ? updatedAt : createdAt;
    const entries = (includeArchived ? issues.all() : issues.live())
      .filter((entry) => matches(entry, filter ?? {}))
      .sort((a, b) => rank(b) - rank(a) || b.id.localeCompare(a.id));
    const cursor = after
      ? tokens.read<{ rank: number; id: string }>("linear", "issues", after)
      : null;
    if (cursor && cursor.state !== "valid") throw new InvalidRequest("Invalid cursor");
    const remaining = cursor
      ? entries.filter((entry) => {
          const order = cursor.value.rank - rank(entry) || cursor.value.id.localeCompare(entry.id);
          return order > 0;
        })
      : entries;
    const page = remaining.slice(0, size);
    const cursorOf = (entry: Entry<LinearIssue> | undefined) =>
      entry ? tokens.make("linear", "issues", { rank: rank(entry), id: entry.id }) : null;
    return {
      nodes: page.map(resourceOf),
      pageInfo: {
        hasNextPage: remaining.length > size,
        hasPreviousPage: cursor !== null,
        startCursor: cursorOf(page[0]),
        endCursor: cursorOf(page.at(-1)),
      },
    };
  }

  function matches(entry: Entry<LinearIssue>, filter: IssueFilter): boolean {
    const { data } = entry;
    const key = directory.linearTeams.find(({ id }) => id === data.teamId)?.key ?? "";
    return (
      fulfills(filter.id, entry.id) &&
      fulfills(filter.updatedAt, isoOf(entry.updatedAt), (text) => isoOf(Date.parse(text))) &&
      fulfills(filter.team?.id, data.teamId) &&
      fulfills(filter.team?.key, key) &&
      fulfills(filter.project?.id, data.projectId ?? "") &&
      (filter.and ?? []).every((part) => matches(entry, part)) &&
      (!filter.or || filter.or.some((part) => matches(entry, part)))
    );
  }

  const resolvers = {
    issues: listIssues,
    issue: ({ id }: Record<string, unknown>) => {
      const entry = issues.get(String(id));
      if (!entry) throw new NotFound();
      return resourceOf(entry);
    },
    teams: () =>
      connection(directory.linearTeams.map((team) => ({ ...team, updatedAt: isoOf(0) }))),
    projects: () => connection([]),
    viewer: () => userOf(directory.people[0]?.email ?? ""),
  };

  function recognize({ method, path, body }: VendorRequest): RequestMatch | null {
    if (method !== "POST" || path !== "/graphql") return null;
    const { query, variables } = (body ?? {}) as {
      query?: unknown;
      variables?: Record<string, unknown> | null;
    };
    if (typeof query !== "string") {
      return {
        operation: "graphql",
        problems: ["body needs a query"],
        answer: () => ok({}),
        check: () => [],
      };
    }
    const parsed = parseQuery(contract, query, variables ?? {});
    return {
      operation: parsed.names.join(",") || "graphql",
      problems: parsed.problems,
      answer: () => {
        try {
          return ok({ data: parsed.execute(resolvers) });
        } catch (error) {
          if (error instanceof NotFound) return refusals.notFound();
          throw error;
        }
      },
      // A selected field that is missing in the answer is null, which a type with ! does not allow.
      check: (reply) => nullProblems(contract, query, reply),
    };
  }

  return {
    name: "linear",
    basePath: "/linear",
    isAuthorized: ({ headers }) =>
      [LINEAR_KEY, `Bearer ${LINEAR_KEY}`].includes(headers.get("authorization") ?? ""),
    recognize,
    refusals,
  };
}

class NotFound extends Error {}

function nullProblems(contract: GraphQlContract, query: string, { body }: Reply): string[] {
  const { data } = body as { data?: { issues?: { nodes?: Record<string, unknown>[] } } };
  const fields = contract.types["Issue"]?.fields ?? {};
  return (data?.issues?.nodes ?? []).flatMap((node) =>
    Object.entries(node).flatMap(([name, value]) =>
      value === null && fields[name]?.type.endsWith("!") && query.includes(name)
        ? [`Issue.${name} is null`]
        : [],
    ),
  );
}

const connection = (nodes: object[]) => ({
  nodes,
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
});

function fulfills(
  comparator: Comparator | undefined,
  value: string,
  normal: (text: string) => string = (text) => text,
): boolean {
  if (!comparator) return true;
  const passes = (text: string | undefined, test: (order: number) => boolean) =>
    text === undefined || test(value < normal(text) ? -1 : value > normal(text) ? 1 : 0);
  return (
    passes(comparator.eq, (order) => order === 0) &&
    passes(comparator.neq, (order) => order !== 0) &&
    passes(comparator.gt, (order) => order > 0) &&
    passes(comparator.gte, (order) => order >= 0) &&
    passes(comparator.lt, (order) => order < 0) &&
    passes(comparator.lte, (order) => order <= 0) &&
    (!comparator.in || comparator.in.map(normal).includes(value)) &&
    !comparator.nin?.map(normal).includes(value)
  );
}

const error = (status: number, code: string, message: string, headers = {}): Reply => ({
  status,
  headers,
  body: { errors: [{ message, extensions: { code, userPresentableMessage: message } }] },
});

const refusals: Vendor["refusals"] = {
  invalid: (problems) => error(400, "GRAPHQL_VALIDATION_FAILED", problems.join("; ")),
  unauthorized: () =>
    error(401, "AUTHENTICATION_ERROR", "Authentication required, not authenticated"),
  forbidden: () => error(403, "FORBIDDEN", "You don't have the required permissions"),
  notFound: () => error(200, "INPUT_ERROR", "Entity not found: Issue"),
  rateLimited: (seconds, now) =>
    error(400, "RATELIMITED", "Rate limit exceeded.", {
      "x-ratelimit-requests-remaining": "0",
      "x-ratelimit-requests-reset": String(now + seconds * 1000),
    }),
  serverError: (status) => error(status, "INTERNAL_SERVER_ERROR", "Internal server error"),
};
