import { type Answer, type MockVendor, type SeenCall, startMockVendor } from "./mock-vendor.ts";
import { readContract } from "./vendor-contract.ts";

export interface MockTask {
  id: string;
  marker: string | undefined;
  createdAt: number;
  /** The number of searches since its creation that did not find the task. */
  missedBy: number;
  archived: boolean;
  /** Whether the task was moved to another list of the workspace. */
  isMoved: boolean;
  fields: Record<string, unknown>;
}

export interface MockClickUp extends MockVendor {
  tasks: MockTask[];
  /** The number of searches that do not find a new task yet. */
  searchesBehind: number;
}

export const clickUpAccount = {
  token: "pk_mock_token",
  settings: { list_id: "901", marker_field_id: "d2ab17e0-41d3-4d28-bdbb-f3f0f2c62f8b" },
};
const { list_id, marker_field_id } = clickUpAccount.settings;
const TEAM = "333";
const listFields = [
  { id: marker_field_id, name: "Approval", type: "short_text" },
  { id: "1f3cc395-3448-4264-bedd-590a3b3fa178", name: "Points", type: "number" },
];

/** ClickUp with one list of one workspace, one account, and a text field on tasks of that list. */
export async function startMockClickUp(port = 0): Promise<MockClickUp> {
  const tasks: MockTask[] = [];
  const handle = (request: SeenCall): Answer => {
    const refusal = refusalOf(request);
    if (refusal) return refusal;
    if (request.operation === "GetAccessibleCustomFields") return ok({ fields: listFields });
    if (request.operation === "GetAuthorizedTeams") return ok({ teams: [{ id: TEAM }] });
    if (request.operation === "GetTask") return getTask(request);
    return request.operation === "CreateTask" ? create(request) : search(request);
  };
  const vendor = await startMockVendor(readContract("clickup"), handle, undefined, port);
  const mock: MockClickUp = Object.assign(vendor, { tasks, searchesBehind: 0 });
  return mock;

  function create({ body }: SeenCall): Answer {
    const { custom_fields, ...fields } = body as {
      custom_fields?: { id: string; value: string }[];
    } & Record<string, unknown>;
    const task = {
      id: `86${(tasks.length + 1).toString(36)}`,
      marker: custom_fields?.find(({ id }) => id === marker_field_id)?.value,
      createdAt: Date.now(),
      missedBy: 0,
      archived: false,
      isMoved: false,
      fields,
    };
    tasks.push(task);
    return ok(responseOf(task));
  }

  /** A task is found by its id at once, however late the searches are. */
  function getTask({ params }: SeenCall): Answer {
    const task = tasks.find(({ id }) => id === params["task_id"]);
    return task
      ? ok(responseOf(task))
      : { status: 404, body: { err: "Task not found", ECODE: "ITEM_013" } };
  }

  function search({ query, operation }: SeenCall): Answer {
    const isList = operation === "GetTasks";
    const filters = JSON.parse(query.get("custom_fields") ?? "[]") as {
      field_id: string;
      operator: string;
      value: string;
    }[];
    const matches = tasks.filter(
      (task) =>
        (isList
          ? !task.isMoved && task.archived === (query.get("archived") === "true")
          : !task.archived) &&
        task.missedBy++ >= mock.searchesBehind &&
        filters.every(
          ({ field_id, operator, value }) =>
            field_id === marker_field_id && operator === "=" && value === task.marker,
        ),
    );
    const page = Number(query.get("page") ?? 0);
    const shownTasks = matches.slice(page * 100, (page + 1) * 100).map(responseOf);
    return ok({
      tasks: shownTasks,
      ...(isList && { last_page: (page + 1) * 100 >= matches.length }),
    });
  }
}

function refusalOf({ headers, params }: SeenCall): Answer | null {
  if (headers.get("authorization") !== clickUpAccount.token) {
    return { status: 401, body: { err: "Token invalid", ECODE: "OAUTH_025" } };
  }
  const isElsewhere = params["team_Id"] !== undefined && params["team_Id"] !== TEAM;
  if (isElsewhere || (params["list_id"] !== undefined && params["list_id"] !== list_id)) {
    return { status: 404, body: { err: "List not found", ECODE: "INPUT_005" } };
  }
  return null;
}

const responseOf = (task: MockTask) => ({
  ...task.fields,
  id: task.id,
  url: `https://app.clickup.com/t/${task.id}`,
  date_created: String(task.createdAt),
  custom_fields: listFields.map((field) =>
    field.id === marker_field_id && task.marker !== undefined
      ? { ...field, value: task.marker }
      : field,
  ),
});

const ok = (body: unknown): Answer => ({
  status: 200,
  headers: { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "99" },
  body,
});
