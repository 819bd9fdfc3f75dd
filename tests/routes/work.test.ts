import { describe, expect, test } from "vitest";
import myWork from "../../supabase/functions/my-work/index.ts";
import tasks from "../../supabase/functions/tasks/index.ts";
import time from "../../supabase/functions/time/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const id = "00000004-0000-4000-8000-000000100001";
const entry = {
  id,
  version: 1,
  project_id: id,
  task_id: null,
  person_id: id,
  spent_on: "2026-03-02",
  hours: 1.5,
  note: null,
  managed_by: null,
  created_at: "2026-03-02T10:00:00+00:00",
  updated_at: "2026-03-02T10:00:00+00:00",
};

/** The Data API of a caller who may use the route. */
function respondWith(answer: unknown): void {
  answerWith((path) => (path === "/rpc/require_internal_viewer" ? null : answer));
}

describe("a valid request", () => {
  test("passes the filters of a list to one SQL function", async () => {
    respondWith({ tasks: [], total: 0, next_cursor: null });
    const query =
      "status=open,blocked&assignee_id=none&sort=title&direction=desc&limit=7&q=%20copy%20";
    const answer = await call(tasks, `/tasks?${query}`);
    expect(answer.json).toEqual({ type: "tasks", tasks: [], total: 0, next_cursor: null });
    expect(requests[1]?.url).toMatch(/\/rpc\/get_task_page$/);
    expect(await requests[1]?.json()).toEqual({
      statuses: ["open", "blocked"],
      is_unassigned: true,
      is_archived: false,
      sort: "title",
      is_descending: true,
      page_size: 7,
      title_contains: "copy",
    });
  });

  test("passes the normal form of an entry to one SQL function and returns the contract's fields", async () => {
    respondWith({ ...entry, organization_id: id });
    const body = { type: "entry_create", project_id: id, spent_on: "2026-03-02", hours: "1.5" };
    const answer = await call(time, "/time", { body });
    expect(answer.json).toEqual({ type: "entry_create", entry });
    expect(await requests[1]?.json()).toEqual({
      project_id: id,
      spent_on: "2026-03-02",
      hours: 1.5,
    });
  });

  test("without a person locks the week for everyone", async () => {
    respondWith({ week_on: "2026-03-02", people: 30 });
    const body = { type: "week_lock", week_on: "2026-03-04", person_id: null };
    const answer = await call(time, "/time", { body });
    expect(answer.json).toEqual({ type: "week_lock", week_on: "2026-03-02", people: 30 });
    expect(await requests[1]?.json()).toEqual({ week_on: "2026-03-04" });
  });

  test("marks news as seen up to a moment", async () => {
    respondWith({ last_seen_at: "2026-03-02T10:00:00+00:00" });
    const body = { type: "seen", until: "2026-03-02T10:00:00Z" };
    const answer = await call(myWork, "/my-work", { body });
    expect(answer.json).toEqual({ type: "seen", last_seen_at: "2026-03-02T10:00:00+00:00" });
  });
});

describe("answers 400 to", () => {
  const changes = { title: "x" };
  test.each([
    { type: "task_create", project_id: id, title: " " },
    { type: "task_create", project_id: id, title: "x", labels: ["a", "A"] },
    { type: "task_update", id, version: 1, changes: {} },
    { type: "task_update", id, version: 1, changes: { project_id: id } },
    { type: "tasks_update", tasks: [] },
    { type: "tasks_update", tasks: Array(2).fill({ id, version: 1, changes }) },
    { type: "comment_add", task_id: id, body: "" },
  ])("tasks: %j", async (body) => {
    respondWith(null);
    const answer = await call(tasks, "/tasks", { body });
    expect([answer.status, answer.code, requests.length]).toEqual([400, "malformed_request", 1]);
  });

  test.each([
    { ...entry, type: "entry_create" },
    { type: "entry_create", project_id: id, spent_on: "2026-03-02", hours: 24.5 },
    { type: "entry_create", project_id: id, spent_on: "2026-02-30", hours: 1 },
    { type: "week_lock", week_on: "2026-03-02" },
    { type: "timer_stop", ended_at: "yesterday" },
  ])("time: %j", async (body) => {
    respondWith(null);
    const answer = await call(time, "/time", { body });
    expect([answer.status, answer.code, requests.length]).toEqual([400, "malformed_request", 1]);
  });

  test.each(["status=lost", "sort=project", "limit=101", "due_from=today", "assignee_id=me"])(
    "tasks?%s",
    async (query) => {
      respondWith(null);
      expect((await call(tasks, `/tasks?${query}`)).code).toBe("malformed_request");
    },
  );
});

describe("answers 403 to", () => {
  test.each([
    ["tasks", tasks],
    ["time", time],
    ["my-work", myWork],
  ] as const)("a role that may never use %s, before its input is read", async (slug, route) => {
    answerWith(() => refusal(403, "OPDEN", "Client contacts cannot use this", "role_not_allowed"));
    const answer = await call(route, `/${slug}`, { body: "not even JSON" });
    expect([answer.status, answer.code, requests.length]).toEqual([403, "role_not_allowed", 1]);
  });
});

describe("a refusal of the database", () => {
  test.each([
    ["OPNFD", 404, "task_not_found"],
    ["OPSTA", 409, "version_conflict"],
    ["OPSTA", 409, "task_managed_elsewhere"],
  ])("with %s becomes %i %s", async (sqlstate, status, hint) => {
    respondWith(refusal(400, sqlstate, "Refused", hint));
    const body = { type: "task_update", id, version: 1, changes: { title: "x" } };
    const answer = await call(tasks, "/tasks", { body });
    expect([answer.status, answer.code]).toEqual([status, hint]);
  });
});
