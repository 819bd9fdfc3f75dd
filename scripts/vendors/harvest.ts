/** Harvest: pages by number, versions to the second, and neither webhooks nor a list of deleted entries. */
import type { VendorRequest } from "./contract.ts";
import type { TimeEntry } from "./records.ts";
import type { Entry } from "./truth.ts";
import {
  type Call,
  InvalidRequest,
  isoSecondsOf,
  ok,
  type Reply,
  recognizer,
  type Vendor,
  type World,
} from "./vendor.ts";

export const HARVEST_TOKEN = "harvest-simulated-token";
export const HARVEST_ACCOUNT = "1180001";
const MAX_PAGE = 2000;
const FIRST_USER = 3_000_001;

/** The id of a person at Harvest. */
export const harvestUserId = (index: number) => FIRST_USER + index;

export function harvest({ truth, tokens, baseUrl }: World): Vendor {
  const { timeEntries: entries, directory } = truth;
  const projectOf = (id: number) => directory.harvestProjects.find((project) => project.id === id);
  const userOf = (id: number) => directory.people[id - FIRST_USER];

  function resourceOf({ id, data, createdAt, updatedAt }: Entry<TimeEntry>) {
    const project = projectOf(data.projectId);
    return {
      id: Number(id),
      spent_date: data.spentOn,
      user: { id: data.userId, name: userOf(data.userId)?.name ?? null },
      client: { id: clientId(project?.client ?? ""), name: project?.client ?? null },
      project: { id: data.projectId, name: project?.name ?? null },
      task: { id: taskId(data.taskName), name: data.taskName },
      external_reference: null,
      hours: data.hours,
      hours_without_timer: data.hours,
      rounded_hours: data.hours,
      notes: data.notes === "" ? null : data.notes,
      is_locked: false,
      is_closed: false,
      is_billed: false,
      is_running: false,
      billable: data.isBillable,
      budgeted: data.isBillable,
      billable_rate: data.isBillable ? 110 : null,
      cost_rate: null,
      created_at: isoSecondsOf(createdAt),
      updated_at: isoSecondsOf(updatedAt),
    };
  }

  const clients = [...new Set(directory.harvestProjects.map(({ client }) => client))];
  const clientId = (name: string) => 5_700_001 + clients.indexOf(name);

  /** Newest first. A change between two pages moves the others, as at Harvest. */
  function listTimeEntries({ query }: Call): Reply {
    const number = (name: string) => (query.has(name) ? Number(query.get(name)) : null);
    const since = instantOf(query.get("updated_since"));
    const [from, to] = [query.get("from"), query.get("to")];
    const [project, user] = [number("project_id"), number("user_id")];
    const matches = entries
      .live()
      .filter(({ updatedAt }) => since === null || Math.floor(updatedAt / 1000) * 1000 >= since)
      .filter(
        ({ data }) =>
          (from === null || data.spentOn >= from) && (to === null || data.spentOn <= to),
      )
      .filter(({ data }) => project === null || data.projectId === project)
      .filter(({ data }) => user === null || data.userId === user)
      .sort((a, b) => b.data.spentOn.localeCompare(a.data.spentOn) || Number(b.id) - Number(a.id))
      .map(resourceOf);
    return pageOf("time_entries", matches, query, number("page") ?? 1);
  }

  function listByCursor(name: "projects" | "users", records: unknown[], { query }: Call): Reply {
    const cursor = query.get("cursor");
    const token = cursor === null ? null : tokens.read<{ page: number }>("harvest", name, cursor);
    if (token && token.state !== "valid") throw new InvalidRequest("The cursor is invalid");
    const page = token?.value.page ?? Number(query.get("page") ?? 1);
    return pageOf(name, records, query, page, (next) =>
      tokens.make("harvest", name, { page: next }),
    );
  }

  function pageOf(
    name: string,
    records: unknown[],
    query: URLSearchParams,
    page: number,
    cursorOf?: (page: number) => string,
  ): Reply {
    const size = Number(query.get("per_page") ?? MAX_PAGE);
    if (size < 1 || size > MAX_PAGE || page < 1)
      throw new InvalidRequest("per_page or page is invalid");
    const pages = Math.max(1, Math.ceil(records.length / size));
    const link = (to: number) => {
      const url = new URL(`${baseUrl("harvest")}/${name}`);
      url.search = query.toString();
      url.searchParams.delete("page");
      if (cursorOf) url.searchParams.set("cursor", cursorOf(to));
      else url.searchParams.set("page", String(to));
      url.searchParams.set("per_page", String(size));
      return url.href;
    };
    const next = page < pages ? page + 1 : null;
    const previous = page > 1 ? page - 1 : null;
    return ok({
      [name]: records.slice((page - 1) * size, page * size),
      per_page: size,
      total_pages: pages,
      total_entries: records.length,
      next_page: next,
      previous_page: previous,
      page,
      links: {
        first: link(1),
        next: next === null ? null : link(next),
        previous: previous === null ? null : link(previous),
        last: link(pages),
      },
    });
  }

  const projects = () =>
    directory.harvestProjects.map(({ id, name, code, client, isActive }) => ({
      id,
      client: { id: clientId(client), name: client, currency: "EUR" },
      name,
      code,
      is_active: isActive,
      is_billable: true,
      budget: null,
      starts_on: null,
      ends_on: null,
      ...version,
    }));

  const users = () =>
    directory.people.map(({ name, email }, index) => ({
      id: harvestUserId(index),
      first_name: name.split(" ")[0] ?? "",
      last_name: name.split(" ").slice(1).join(" "),
      email,
      is_active: true,
      is_contractor: false,
      timezone: directory.timeZone,
      ...version,
    }));

  function getTimeEntry({ params }: Call): Reply {
    const entry = entries.get(params["timeEntryId"] ?? "");
    return entry && !entry.isDeleted ? ok(resourceOf(entry)) : refusals.notFound();
  }

  const recognize = recognizer("harvest", {
    listTimeEntries,
    retrieveTimeEntry: getTimeEntry,
    listProjects: (call) => listByCursor("projects", projects(), call),
    listUsers: (call) => listByCursor("users", users(), call),
    retrieveTheCurrentlyAuthenticatedUser: () => ok(users()[0]),
  });

  return {
    name: "harvest",
    basePath: "/harvest/v2",
    isAuthorized: ({ headers }) =>
      headers.get("authorization") === `Bearer ${HARVEST_TOKEN}` &&
      headers.get("harvest-account-id") === HARVEST_ACCOUNT,
    recognize: (request) => {
      const match = recognize(request);
      return (
        match && {
          ...match,
          problems: [...match.problems, ...agentProblems(request)],
        }
      );
    },
    refusals,
  };
}

/** Clients must identify themselves and give a contact. */
function agentProblems({ headers }: VendorRequest): string[] {
  return /\(.+\)/.test(headers.get("user-agent") ?? "")
    ? []
    : ["header User-Agent needs a name and a contact in parentheses"];
}

function instantOf(text: string | null): number | null {
  if (text === null) return null;
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) throw new InvalidRequest("updated_since is invalid");
  return instant;
}

/** Projects and users do not change here. */
const version = { created_at: isoSecondsOf(0), updated_at: isoSecondsOf(0) };
const TASKS = ["Design", "Development", "Project management", "Research", "Testing"];
const taskId = (name: string) => 8_100_001 + Math.max(0, TASKS.indexOf(name));

const refusals: Vendor["refusals"] = {
  invalid: (problems) =>
    problems.some((problem) => problem.includes("User-Agent"))
      ? { status: 400, body: { code: 400, message: problems.join("; ") } }
      : { status: 422, body: { code: 422, message: problems.join("; ") } },
  unauthorized: () => ({
    status: 401,
    body: {
      error: "invalid_token",
      error_description:
        "The access token provided is expired, revoked, malformed or invalid for other reasons.",
    },
  }),
  forbidden: () => ({ status: 403, body: { code: 403, message: "Forbidden" } }),
  notFound: () => ({ status: 404, body: { code: 404, message: "Record not found" } }),
  rateLimited: (seconds) => ({
    status: 429,
    headers: { "retry-after": String(seconds) },
    body: { code: 429, message: "Rate limit exceeded" },
  }),
  serverError: (status) => ({ status, body: { code: status, message: "Server error" } }),
};
