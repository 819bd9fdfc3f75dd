import { z } from "zod";
import { noonOf } from "../../_domain/days.ts";
import { askVendor, failureOf, type VendorAnswer } from "../request.ts";
import { VendorError } from "../vendor-error.ts";
import type { CreatedTask, TaskFields, TaskTracker } from "./port.ts";

/** An admin's settings for ClickUp; private.check_integration_settings() checks the same. */
export const ClickUpSettings = z.object({
  list_id: z.string().regex(/^\d+$/),
  /** The custom text field of that list in which each task has the id of its approval. */
  marker_field_id: z.string().min(1),
  status: z.string().min(1).optional(),
  assignees: z.record(z.string(), z.int()).default({}),
});
export type ClickUpSettings = z.output<typeof ClickUpSettings>;

export interface ClickUpOptions {
  /** The address of the API, up to /v2. */
  apiUrl: string;
  token: string;
  settings: ClickUpSettings;
  timeZone: string;
}

const CustomField = z.object({ id: z.string(), value: z.unknown().optional() });
const Task = z.object({
  id: z.string().min(1),
  url: z.url({ protocol: /^https?$/ }).nullish(),
  date_created: z.string().nullish(),
  custom_fields: z.array(CustomField).nullish(),
});
type Task = z.output<typeof Task>;
const Tasks = z.object({ tasks: z.array(Task), last_page: z.boolean().optional() });
const Teams = z.object({ teams: z.array(z.object({ id: z.string().min(1) })) });
const ListFields = z.object({
  fields: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      applied_objects: z
        .array(z.object({ object_id: z.union([z.string(), z.number()]) }))
        .nullish(),
    }),
  ),
});

const VENDOR = "ClickUp";
const PRIORITIES = { urgent: 1, high: 2, normal: 3, low: 4 } as const;
const LARGEST_INT32 = 2_147_483_647;
const MAX_PAGES = 20;

const LIMIT_WINDOW_MS = 60_000;

// By token: when the requests of a minute are used up, this process sends none until the next minute.
const pausedUntil = new Map<string, number>();
// Marker fields that are known to exist and accept text. The type of a field never changes.
const knownMarkers = new Set<string>();
// By token: the workspaces to which it gives access.
const workspacesOf = new Map<string, string[]>();

/**
 * Creates tasks in a ClickUp list. ClickUp accepts neither an idempotency key nor an id of our choice, so the marker
 * is in a custom field. A worker that may have created the task before must find it, not create it again.
 */
export function clickUp(options: ClickUpOptions): TaskTracker {
  const { settings, token } = options;
  const list = `${options.apiUrl}/v2/list/${settings.list_id}`;

  async function ask(method: "GET" | "POST", url: string, signal: AbortSignal, body?: unknown) {
    const wait = (pausedUntil.get(token) ?? 0) - Date.now();
    if (wait > 0) throw new VendorError("busy", `${VENDOR} is limiting requests right now`, wait);
    const answer = await askVendor({
      vendor: VENDOR,
      method,
      url,
      headers: { authorization: token },
      body,
      signal,
    });
    notePause(token, answer);
    const failure = failureIn(answer);
    if (failure) throw failure;
    return answer.body;
  }

  async function find(marker: string, signal: AbortSignal): Promise<CreatedTask | null> {
    const lists = { include_timl: "true" };
    // A person may have archived, closed, nested or moved the task in the meantime. Archived tasks are listed
    // separately.
    const tasks = [
      ...(await search(`${list}/task`, { ...lists, archived: "false" }, marker, signal)),
      ...(await search(`${list}/task`, { ...lists, archived: "true" }, marker, signal)),
    ];
    if (tasks.length === 0) {
      for (const id of await workspaces(signal)) {
        const url = `${options.apiUrl}/v2/team/${encodeURIComponent(id)}/task`;
        tasks.push(...(await search(url, {}, marker, signal)));
      }
    }
    const [oldest] = tasks.sort(
      (a, b) => Number(a.date_created ?? 0) - Number(b.date_created ?? 0) || (a.id < b.id ? -1 : 1),
    );
    return oldest ? toCreatedTask(oldest) : null;
  }

  async function search(
    url: string,
    more: Record<string, string>,
    marker: string,
    signal: AbortSignal,
  ): Promise<Task[]> {
    const carriers: Task[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const query = new URLSearchParams({
        page: String(page),
        include_closed: "true",
        subtasks: "true",
        ...more,
        custom_fields: JSON.stringify([
          { field_id: settings.marker_field_id, operator: "=", value: marker },
        ]),
      });
      const { tasks, last_page } = read(Tasks, await ask("GET", `${url}?${query}`, signal));
      // The request filters by value. The tasks are compared nevertheless, because ClickUp may ignore the filter.
      carriers.push(...tasks.filter((task) => carries(task, marker)));
      if (last_page !== false || tasks.length === 0) break;
    }
    return carriers;
  }

  async function workspaces(signal: AbortSignal): Promise<string[]> {
    const cached = workspacesOf.get(token);
    if (cached) return cached;
    const { teams } = read(Teams, await ask("GET", `${options.apiUrl}/v2/team`, signal));
    const ids = teams.map(({ id }) => id);
    workspacesOf.set(token, ids);
    return ids;
  }

  function carries(task: Task, marker: string): boolean {
    return (task.custom_fields ?? []).some(
      ({ id, value }) => id === settings.marker_field_id && value === marker,
    );
  }

  /**
   * Checks the field first, because ClickUp silently drops a value that the field cannot take, and a task without its
   * marker is never found again.
   */
  async function requireMarkerField(signal: AbortSignal): Promise<void> {
    const key = `${list} ${settings.marker_field_id}`;
    if (knownMarkers.has(key)) return;
    const query = new URLSearchParams({ include_applied_objects: "true" });
    const { fields } = read(ListFields, await ask("GET", `${list}/field?${query}`, signal));
    const field = fields.find(({ id }) => id === settings.marker_field_id);
    const isText = field?.type === "text" || field?.type === "short_text";
    const types = field?.applied_objects ?? [];
    const fitsTasks = types.length === 0 || types.some(({ object_id }) => Number(object_id) === 0);
    if (!isText || !fitsTasks) {
      throw new VendorError(
        "refused",
        `The list in ${VENDOR} has no text field ${settings.marker_field_id} for tasks. Ask an admin to enter the ID of one`,
      );
    }
    knownMarkers.add(key);
  }

  return {
    isRepeatable: false,
    async find(marker, signal) {
      await requireMarkerField(signal);
      return find(marker, signal);
    },
    async create(marker, fields, signal) {
      await requireMarkerField(signal);
      const body = requestBody(marker, fields, options);
      const answer = await ask("POST", `${list}/task`, signal, body);
      return toCreatedTask(read(Task, answer));
    },
    async confirm(marker, externalId, signal) {
      const url = `${options.apiUrl}/v2/task/${encodeURIComponent(externalId)}`;
      const task = read(Task, await ask("GET", url, signal));
      return carries(task, marker) ? toCreatedTask(task) : null;
    },
  };
}

function requestBody(marker: string, fields: TaskFields, { settings, timeZone }: ClickUpOptions) {
  const { title, description, due_on, assignee_id, priority, estimate_hours } = fields;
  const assignee = assignee_id ? settings.assignees[assignee_id] : undefined;
  const estimate = Math.round((estimate_hours ?? 0) * 3_600_000);
  const text = [
    description,
    // ClickUp stores estimates in 32 bits of milliseconds, which end at 596 hours.
    estimate > LARGEST_INT32 && `Estimate: ${estimate_hours} hours`,
  ].filter(Boolean);
  return {
    name: title,
    ...(text.length > 0 && { description: text.join("\n\n") }),
    ...(assignee !== undefined && { assignees: [assignee] }),
    ...(settings.status !== undefined && { status: settings.status }),
    ...(priority && { priority: PRIORITIES[priority] }),
    // The due date is a day. Noon in the organization's zone is on the same day in almost all other zones.
    ...(due_on && { due_date: noonOf(due_on, timeZone), due_date_time: false }),
    ...(estimate > 0 && estimate <= LARGEST_INT32 && { time_estimate: estimate }),
    notify_all: false,
    custom_fields: [{ id: settings.marker_field_id, value: marker }],
  };
}

function toCreatedTask(task: Task): CreatedTask {
  return {
    provider: "clickup",
    externalId: task.id,
    url: task.url ?? `https://app.clickup.com/t/${encodeURIComponent(task.id)}`,
  };
}

function notePause(token: string, { headers }: VendorAnswer): void {
  const reset = Number(headers.get("x-ratelimit-reset"));
  if (headers.get("x-ratelimit-remaining") === "0" && reset > 0) {
    // ClickUp's clock and ours may differ, so the pause is limited to one minute.
    pausedUntil.set(token, Math.min(reset * 1000, Date.now() + LIMIT_WINDOW_MS));
  }
}

function failureIn(answer: VendorAnswer): VendorError | null {
  const failure = failureOf(VENDOR, answer);
  if (failure?.failure !== "refused") return failure;
  const { ECODE: code } = (answer.body ?? {}) as { ECODE?: unknown };
  const reason = typeof code === "string" && /^\w{1,40}$/.test(code) ? ` (${code})` : "";
  if (answer.status === 404) {
    return new VendorError(
      "refused",
      `${VENDOR} has no such list. Ask an admin to choose another${reason}`,
    );
  }
  return new VendorError("refused", `${failure.message}${reason}`);
}

/** A response that cannot be read does not confirm success. */
function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new VendorError("ambiguous", `${VENDOR} sent an unreadable response`);
}
