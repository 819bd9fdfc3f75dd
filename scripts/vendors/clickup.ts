/** ClickUp, read side: pages by number, no cursor, no list of deleted tasks, webhooks without a timestamp. */
import { hexSignature } from "./pushes.ts";
import type { ClickUpTask } from "./records.ts";
import type { Entry } from "./truth.ts";
import { type Call, ok, type Reply, recognizer, type Vendor, type World } from "./vendor.ts";

export const CLICKUP_TOKEN = "pk_simulated_token";
export const CLICKUP_TEAM = "90150001";
const SPACE = { id: "90110001", name: "Client work" };
const PAGE = 100;
const HOUR = 3_600_000;
const STATUSES = {
  "to do": { id: "st1", color: "#87909e", orderindex: 0, type: "open" },
  "in progress": { id: "st2", color: "#4466ff", orderindex: 1, type: "custom" },
  complete: { id: "st3", color: "#008844", orderindex: 2, type: "closed" },
};

export function clickUp({ truth, subscriptions }: World): Vendor {
  const { clickUpTasks: tasks, directory } = truth;
  const lists = directory.clickUpLists;

  tasks.onChange(({ kind, entry }) => {
    const event = {
      created: "taskCreated",
      updated: "taskUpdated",
      deleted: "taskDeleted",
      merged: "taskDeleted",
    }[kind];
    subscriptions.publish("clickup", (subscription) => {
      if (subscription.resource !== null && subscription.resource !== entry.data.listId)
        return null;
      const id = `${entry.sequence}`;
      const body = JSON.stringify({
        event,
        task_id: entry.id,
        webhook_id: subscription.id,
        history_items: [{ id, date: String(entry.updatedAt) }],
      });
      return { id, headers: { "x-signature": hexSignature(subscription.secret, body) }, body };
    });
  });

  function resourceOf({ id, data, createdAt, updatedAt }: Entry<ClickUpTask>) {
    const list = lists.find((candidate) => candidate.id === data.listId);
    return {
      id,
      name: data.name,
      text_content: data.description,
      description: data.description,
      status: { status: data.status, ...STATUSES[data.status] },
      date_created: String(createdAt),
      date_updated: String(updatedAt),
      date_closed: data.status === "complete" ? String(updatedAt) : null,
      archived: data.isArchived,
      assignees: data.assignees.map((email) => {
        const index = directory.people.findIndex((person) => person.email === email);
        return { id: 5_000_000 + index, username: directory.people[index]?.name ?? null, email };
      }),
      tags: data.tags.map((name) => ({ name })),
      parent: data.parent,
      due_date: data.dueDate === null ? null : String(data.dueDate),
      time_estimate: data.estimateHours === null ? null : Math.round(data.estimateHours * HOUR),
      custom_fields: [],
      team_id: CLICKUP_TEAM,
      url: `https://app.clickup.com/t/${id}`,
      list: { id: data.listId, name: list?.name ?? "", access: true },
    };
  }

  /**
   * Subtasks and closed tasks are listed only with `subtasks` and `include_closed`. The newest come first, by the
   * field in `order_by`.
   */
  function matchingTasks({ query }: Call, isThere: (task: ClickUpTask) => boolean) {
    const isSet = (name: string) => query.get(name) === "true";
    const above = Number(query.get("date_updated_gt") ?? Number.NEGATIVE_INFINITY);
    const below = Number(query.get("date_updated_lt") ?? Number.POSITIVE_INFINITY);
    const isByUpdate = query.get("order_by") === "updated";
    const rank = ({ createdAt, updatedAt }: Entry<ClickUpTask>) =>
      isByUpdate ? updatedAt : createdAt;
    const sign = isSet("reverse") ? 1 : -1;
    const matches = tasks
      .live()
      .filter(({ data }) => isThere(data))
      .filter(({ data }) => data.isArchived === isSet("archived"))
      .filter(({ data }) => isSet("include_closed") || data.status !== "complete")
      .filter(({ data }) => isSet("subtasks") || data.parent === null)
      .filter(({ updatedAt }) => updatedAt > above && updatedAt < below)
      .sort((a, b) => sign * (rank(a) - rank(b)) || a.id.localeCompare(b.id));
    const page = Number(query.get("page") ?? 0);
    const isLast = (page + 1) * PAGE >= matches.length;
    return { tasks: matches.slice(page * PAGE, (page + 1) * PAGE).map(resourceOf), isLast };
  }

  const getTeams = () => ok({ teams: [{ id: CLICKUP_TEAM, name: "Northlight" }] }, rate);
  const getSpaces = () => ok({ spaces: [SPACE] }, rate);
  const getLists = () => ok({ lists: lists.map(({ id, name }) => ({ id, name })) }, rate);

  function getTasks(call: Call): Reply {
    const listId = call.params["list_id"] ?? "";
    if (!lists.some(({ id }) => id === listId)) return notFound("List not found", "INPUT_005");
    const { tasks: page, isLast } = matchingTasks(call, (task) => task.listId === listId);
    return ok({ tasks: page, last_page: isLast }, rate);
  }

  function getTeamTasks(call: Call): Reply {
    if (call.params["team_Id"] !== CLICKUP_TEAM) return notFound("Team not found", "OAUTH_023");
    const listIds = call.query.getAll("list_ids[]");
    return ok(
      {
        tasks: matchingTasks(call, (task) => listIds.length === 0 || listIds.includes(task.listId))
          .tasks,
      },
      rate,
    );
  }

  function getTask({ params }: Call): Reply {
    const entry = tasks.survivor(params["task_id"] ?? "");
    return entry && !entry.isDeleted
      ? ok(resourceOf(entry), rate)
      : notFound("Task not found", "ITEM_013");
  }

  function getList({ params }: Call): Reply {
    const list = lists.find(({ id }) => id === params["list_id"]);
    return list
      ? ok({ id: list.id, name: list.name }, rate)
      : notFound("List not found", "INPUT_005");
  }

  function createWebhook({ body }: Call): Reply {
    const { endpoint, events, list_id } = body as {
      endpoint: string;
      events: string[];
      list_id?: number;
    };
    const { id, secret } = subscriptions.add({
      vendor: "clickup",
      url: endpoint,
      resource: list_id === undefined ? null : String(list_id),
      expiresAt: null,
    });
    const health = { status: "active", fail_count: 0 };
    return ok({
      id,
      webhook: {
        id,
        userid: 5_000_000,
        team_id: Number(CLICKUP_TEAM),
        endpoint,
        client_id: "simulated",
        events,
        task_id: null,
        list_id: list_id === undefined ? null : String(list_id),
        folder_id: null,
        space_id: null,
        health,
        secret,
      },
    });
  }

  const deleteWebhook = ({ params }: Call): Reply =>
    subscriptions.remove(params["webhook_id"] ?? "")
      ? ok({})
      : notFound("Webhook not found", "WEBHOOK_001");

  return {
    name: "clickup",
    basePath: "/clickup/api",
    isAuthorized: ({ headers }) =>
      [CLICKUP_TOKEN, `Bearer ${CLICKUP_TOKEN}`].includes(headers.get("authorization") ?? ""),
    recognize: recognizer("clickup", {
      GetAuthorizedTeams: getTeams,
      GetSpaces: getSpaces,
      GetFolderlessLists: getLists,
      GetList: getList,
      GetTasks: getTasks,
      GetFilteredTeamTasks: getTeamTasks,
      GetTask: getTask,
      CreateWebhook: createWebhook,
      DeleteWebhook: deleteWebhook,
    }),
    refusals,
  };
}

const rate = { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "99" };
const notFound = (err: string, ECODE: string): Reply => ({ status: 404, body: { err, ECODE } });

const refusals: Vendor["refusals"] = {
  invalid: (problems) => ({ status: 400, body: { err: problems.join("; "), ECODE: "INPUT_003" } }),
  unauthorized: () => ({ status: 401, body: { err: "Token invalid", ECODE: "OAUTH_025" } }),
  forbidden: () => ({ status: 401, body: { err: "Team not authorized", ECODE: "OAUTH_023" } }),
  notFound: () => notFound("Route not found", "APP_001"),
  rateLimited: (seconds, now) => ({
    status: 429,
    headers: {
      "x-ratelimit-limit": "100",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Math.ceil(now / 1000) + seconds),
    },
    body: { err: "Rate limit reached", ECODE: "APP_002" },
  }),
  serverError: (status) => ({ status, body: { err: "Internal server error", ECODE: "APP_000" } }),
};
