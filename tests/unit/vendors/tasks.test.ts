import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Office, openOffice } from "./office.ts";
import { issue, task } from "./records.ts";

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.stop());

const idsOf = (tasks: { id: string }[]) => tasks.map(({ id }) => id);

describe("ClickUp", () => {
  const list = "/v2/list/901500001/task";

  test("pages have 100 tasks, and the last one is marked", async () => {
    for (let number = 0; number < 101; number++) office.truth.clickUpTasks.create(task());
    const first = await office.ask("clickup", list);
    const second = await office.ask("clickup", `${list}?page=1`);
    expect([first.body.tasks.length, first.body.last_page]).toEqual([100, false]);
    expect([second.body.tasks.length, second.body.last_page]).toEqual([1, true]);
    const ids = [...idsOf(first.body.tasks), ...idsOf(second.body.tasks)];
    expect(new Set(ids).size).toBe(101);
  });

  test("date_updated_gt leaves out the boundary itself", async () => {
    const { clickUpTasks } = office.truth;
    const old = clickUpTasks.create(task());
    const changedTask = clickUpTasks.create(task());
    const { updatedAt } = clickUpTasks.edit(changedTask.id, { name: "Changed" });
    const since = (at: number) =>
      office.ask("clickup", `/v2/team/90150001/task?order_by=updated&date_updated_gt=${at}`);
    expect(idsOf((await since(old.updatedAt)).body.tasks)).toEqual([changedTask.id]);
    expect((await since(updatedAt)).body.tasks).toEqual([]);
  });

  test("deleted, archived, closed and moved tasks are not in the list", async () => {
    const { clickUpTasks } = office.truth;
    const open = clickUpTasks.create(task());
    const deletedTask = clickUpTasks.create(task());
    const closedTask = clickUpTasks.create(task({ status: "complete" }));
    clickUpTasks.create(task({ isArchived: true }));
    const movedTask = clickUpTasks.create(task());
    clickUpTasks.delete(deletedTask.id);
    clickUpTasks.edit(movedTask.id, { listId: "901500002" });
    expect(idsOf((await office.ask("clickup", list)).body.tasks)).toEqual([open.id]);
    const all = await office.ask("clickup", `${list}?include_closed=true`);
    expect(idsOf(all.body.tasks).sort()).toEqual([open.id, closedTask.id].sort());
    expect((await office.ask("clickup", `/v2/task/${deletedTask.id}`)).body.ECODE).toBe("ITEM_013");
    expect((await office.ask("clickup", `/v2/task/${movedTask.id}`)).body.list.id).toBe(
      "901500002",
    );
  });

  test("a rate limit reports when it ends, and ends", async () => {
    office.faults.add({ vendor: "clickup", kind: "rate_limited", retryAfterSeconds: 30 });
    const { status, headers } = await office.ask("clickup", list);
    expect(status).toBe(429);
    expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000);
    expect((await office.ask("clickup", list)).status).toBe(200);
  });

  test("a request outside the description is refused and recorded", async () => {
    const { status, body } = await office.ask("clickup", `${list}?page=first&cursor=1`);
    expect([status, body.ECODE]).toEqual([400, "INPUT_003"]);
    expect(office.violations.map(({ problem }) => problem)).toEqual([
      "GetTasks: query cursor is unknown",
      expect.stringContaining("query page"),
    ]);
  });

  test("a webhook is signed over its body, and covers only its list", async () => {
    const webhookAnswer = await office.ask("clickup", "/v2/team/90150001/webhook", {
      json: { endpoint: "http://127.0.0.1:9/hook", events: ["*"], list_id: 901_500_001 },
    });
    expect(webhookAnswer.body.webhook.secret).toMatch(/./);
    office.truth.clickUpTasks.create(task({ listId: "901500002" }));
    const { id } = office.truth.clickUpTasks.create(task());
    expect(office.subscriptions.pending.map(({ body }) => JSON.parse(body))).toEqual([
      expect.objectContaining({ event: "taskCreated", task_id: id }),
    ]);
    expect(office.subscriptions.pending[0]?.headers["x-signature"]).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("Linear", () => {
  const query = (text: string, variables: object = {}) =>
    office.ask("linear", "/graphql", { json: { query: text, variables } });
  const page = `query Page($after: String, $filter: IssueFilter) {
    issues(first: 2, after: $after, filter: $filter, orderBy: updatedAt, includeArchived: true) {
      nodes { id title trashed archivedAt updatedAt state { type } }
      pageInfo { hasNextPage endCursor }
    }
  }`;

  test("a cursor leads to the next page", async () => {
    for (const title of ["a", "b", "c"]) office.truth.linearIssues.create(issue({ title }));
    const first = (await query(page)).body.data.issues;
    expect(first.nodes.map(({ title }: { title: string }) => title)).toEqual(["c", "b"]);
    const second = (await query(page, { after: first.pageInfo.endCursor })).body.data.issues;
    expect(second.nodes.map(({ title }: { title: string }) => title)).toEqual(["a"]);
    expect(second.pageInfo.hasNextPage).toBe(false);
  });

  test("the bound of updatedAt is inclusive with gte, and a deleted issue is in the trash", async () => {
    const { id } = office.truth.linearIssues.create(issue());
    const { updatedAt } = office.truth.linearIssues.delete(id);
    const at = new Date(updatedAt).toISOString();
    const idsOf = (filter: object) =>
      query(page, { filter }).then(({ body }) => body.data.issues.nodes);
    expect(await idsOf({ updatedAt: { gte: at } })).toEqual([
      expect.objectContaining({ id, trashed: true, archivedAt: at, updatedAt: at }),
    ]);
    expect(await idsOf({ updatedAt: { gt: at } })).toEqual([]);
  });

  test("a rate limit is an error with status 400", async () => {
    office.faults.add({ vendor: "linear", kind: "rate_limited" });
    const { status, body } = await query(page);
    expect([status, body.errors[0].extensions.code]).toEqual([400, "RATELIMITED"]);
  });

  test.each([
    ["an unknown field", "{ issues { nodes { color } } }", "Issue.color is not described"],
    ["an unknown argument", "{ issues(limit: 1) { nodes { id } } }", "Query.issues takes no limit"],
    [
      "an object without a selection",
      "{ issues { nodes } }",
      "IssueConnection.nodes needs a selection",
    ],
    [
      "a value of another type",
      '{ issues(first: "1") { nodes { id } } }',
      "Query.issues(first) is not a valid Int",
    ],
    [
      "a variable of another type",
      "query ($n: String) { issues(first: $n) { nodes { id } } }",
      "$n is String, and Query.issues(first) takes Int",
    ],
    [
      "a field of a filter",
      "{ issues(filter: {age: 1}) { nodes { id } } }",
      "Query.issues(filter).age is not described",
    ],
    ["no GraphQL", "{ issues( }", "Syntax Error: unexpected }"],
  ])("%s is refused and recorded", async (_, text, problem) => {
    expect((await query(text)).status).toBe(400);
    expect(office.violations.map((violation) => violation.problem)).toEqual([
      expect.stringContaining(problem),
    ]);
  });
});
