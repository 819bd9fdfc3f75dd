import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { myWork } from "../../supabase/functions/_domain/work/my-work-contract.ts";
import {
  type TaskActionInput,
  tasks,
} from "../../supabase/functions/_domain/work/tasks-contract.ts";
import { type TimeActionInput, time } from "../../supabase/functions/_domain/work/time-contract.ts";
import { owner } from "../support/database.ts";
import { type Answer, callRoute, codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";

type Role = keyof OwnOrganization["people"];

let own: OwnOrganization;
beforeAll(async () => {
  own = await makeOrganization();
});

const send = (route: string, body?: object, role: Role = "member"): Promise<Answer> =>
  own.people[role].ask(`/api/${route}`, body ? { body } : {});

/** The answer, checked against its contract. */
function responseOf<S extends z.ZodType>(answer: Answer, schema: S): z.output<S> {
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return schema.parse(answer.json) as z.output<S>;
}

async function changeTask<T extends TaskActionInput["type"]>(
  action: Extract<TaskActionInput, { type: T }>,
  role: Role = "member",
) {
  const answer = responseOf(await send("tasks", action, role), tasks.post.response);
  return answer as Extract<z.output<typeof tasks.post.response>, { type: T }>;
}

async function changeTime<T extends TimeActionInput["type"]>(
  action: Extract<TimeActionInput, { type: T }>,
  role: Role = "member",
) {
  const answer = responseOf(await send("time", action, role), time.post.response);
  return answer as Extract<z.output<typeof time.post.response>, { type: T }>;
}

const createTask = (title: string) =>
  changeTask({ type: "task_create", project_id: own.alphaId, title });

describe("tasks", () => {
  test("a member creates, changes and undoes, comments, and reads it all in the panel", async () => {
    const { task } = await createTask("  Write  the copy ");
    expect(task).toMatchObject({ title: "Write the copy", status: "open", version: 1 });
    const update = await changeTask({
      type: "task_update",
      id: task.id,
      version: 1,
      changes: { status: "done", labels: ["web"], assignee_id: own.people.member.id },
    });
    expect(update.task).toMatchObject({ version: 2, labels: ["web"] });
    expect(update.task.completed_on).not.toBeNull();
    const undo = await changeTask({
      type: "task_update",
      id: task.id,
      version: 2,
      changes: update.before,
    });
    expect(undo.task).toMatchObject({ status: "open", labels: [], completed_on: null });

    const { comment } = await changeTask({
      type: "comment_add",
      task_id: task.id,
      body: "Why?",
      mentions: [own.people.lead.id],
    });
    const edit = await changeTask({
      type: "comment_edit",
      id: comment.id,
      version: comment.version,
      body: "Because.",
      mentions: [own.people.lead.id],
    });
    expect(edit.comment).toMatchObject({ body: "Because.", earlier: [{ body: "Why?" }] });

    const panel = responseOf(await send(`tasks?id=${task.id}`), tasks.get.response);
    expect(panel).toMatchObject({
      type: "task",
      task: { id: task.id, comments: 1 },
      comments: [{ body: "Because.", mentions: [{ name: "lead" }] }],
      changes: [{ code: "task.updated" }, { code: "task.updated" }, { code: "task.created" }],
    });
    const work = responseOf(await send("my-work", undefined, "lead"), myWork.get.response);
    expect(work.mentions).toMatchObject({ total: 1, items: [{ comment_id: comment.id }] });
    const readMentions = { type: "mentions_read", comment_ids: [comment.id] };
    expect((await send("my-work", readMentions, "lead")).json).toMatchObject({
      read: 1,
      unread: 0,
    });

    const { comment: archivedComment } = await changeTask(
      { type: "comment_remove", id: comment.id, version: 2 },
      "lead",
    );
    expect(archivedComment.archived_at).not.toBeNull();
    await changeTask({ type: "comment_restore", id: comment.id, version: archivedComment.version });
  });

  test("a dry run of a bulk edit reports what the edit then does", async () => {
    const creations = await Promise.all(["One", "Two"].map(createTask));
    const edit = {
      type: "tasks_update" as const,
      tasks: [
        ...creations.map(({ task }) => ({ id: task.id, version: 1, changes: { priority: 3 } })),
        { id: randomUUID(), version: 1, changes: { priority: 3 } },
      ],
    };
    const preview = await changeTask({ ...edit, dry_run: true });
    expect(preview.results.map(({ ok, after }) => [ok, after])).toEqual([
      [true, { priority: 3 }],
      [true, { priority: 3 }],
      [false, {}],
    ]);
    const answer = await changeTask(edit);
    expect(answer.results.map(({ version }) => version)).toEqual([2, 2, null]);
    expect(answer.results[2]?.error?.code).toBe("task_not_found");
  });

  test("the list filters, sorts and pages", async () => {
    for (const title of ["C", "A", "B"]) {
      const { task } = await createTask(`Sorted ${title}`);
      const changes = { labels: ["sorted"] };
      await changeTask({ type: "task_update", id: task.id, version: 1, changes });
    }
    const titles: string[] = [];
    let cursor = "";
    do {
      const query = `label=sorted&sort=title&limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const page = responseOf(await send(`tasks?${query}`), tasks.get.response);
      if (page.type !== "tasks") throw new Error("No list");
      expect(page.total).toBe(3);
      titles.push(...page.tasks.map(({ title }) => title));
      cursor = page.next_cursor ?? "";
    } while (cursor);
    expect(titles).toEqual(["Sorted A", "Sorted B", "Sorted C"]);
  });

  test("exactly one of several changes of one version wins", async () => {
    const { task } = await createTask("Race");
    const answers = await Promise.all(
      [1, 2, 3, 4].map((priority) =>
        send("tasks", { type: "task_update", id: task.id, version: 1, changes: { priority } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const [row] = await owner`
      select version, (select count(*)::int from public.audit_events
        where object_id = tasks.id and action = 'task.updated') as events
      from public.tasks where id = ${task.id}`;
    expect(row).toEqual({ version: 2, events: 1 });
  });
});

describe("time", () => {
  const monday = "2026-03-02";

  test("a member logs, corrects, deletes and restores, until a lead locks the week", async () => {
    const { entry } = await changeTime({
      type: "entry_create",
      project_id: own.alphaId,
      spent_on: monday,
      hours: 1.5,
    });
    const { before } = await changeTime({
      type: "entry_update",
      id: entry.id,
      version: 1,
      changes: { hours: 2 },
    });
    expect(before).toEqual({ hours: 1.5 });
    await changeTime({ type: "entry_delete", id: entry.id, version: 2 });
    expect((await changeTime({ type: "entry_restore", id: entry.id })).entry.hours).toBe(2);

    const lock = { week_on: "2026-03-04", person_id: own.people.member.id };
    expect(await changeTime({ type: "week_lock", ...lock }, "lead")).toMatchObject({
      week_on: monday,
      people: 1,
    });
    const refusal = await send("time", { type: "entry_delete", id: entry.id, version: 3 });
    expect([refusal.status, codeOf(refusal)]).toEqual([409, "week_locked"]);
    const { timesheet } = responseOf(await send(`time?week=${monday}`), time.get.response);
    expect(timesheet).toMatchObject({
      hours: 2,
      can_edit: false,
      lock: { locked_by: { name: "lead" } },
    });
    await changeTime({ type: "week_unlock", ...lock }, "lead");

    await changeTime(
      { type: "entry_update", id: entry.id, version: 3, changes: { hours: 4 } },
      "lead",
    );
    const work = responseOf(await send("my-work"), myWork.get.response);
    expect(work.hours_changed_by_others.items[0]).toMatchObject({
      code: "time_entry.updated",
      by: { name: "lead" },
      fields: { hours: { from: 2, to: 4 } },
    });
  });

  test("one of several timers that are started at once runs, and stopping it logs its hours", async () => {
    const start = { type: "timer_start", project_id: own.alphaId };
    const answers = await Promise.all([1, 2, 3].map(() => send("time", start)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { timer } = responseOf(await send("time"), time.get.response);
    expect(timer).toMatchObject({ project: { id: own.alphaId } });
    const stops = await Promise.all([1, 2].map(() => send("time", { type: "timer_stop" })));
    expect(stops.map(({ status }) => status).sort()).toEqual([200, 409]);
    await changeTime({ type: "timer_start", project_id: own.alphaId });
    expect((await changeTime({ type: "timer_discard" })).timer.project.id).toBe(own.alphaId);
  });
});

describe("my work", () => {
  test("shows changes by others until they are seen", async () => {
    const { task } = await createTask("News");
    const changes = { priority: 9 };
    await changeTask({ type: "task_update", id: task.id, version: 1, changes }, "lead");
    const work = responseOf(await send("my-work"), myWork.get.response);
    expect(work.changes.items).toContainEqual(
      expect.objectContaining({
        code: "task.updated",
        fields: { priority: { from: null, to: 9 } },
      }),
    );
    expect((await send("my-work", { type: "seen", until: work.read_at })).status).toBe(200);
    const later = responseOf(await send("my-work"), myWork.get.response);
    expect(later.changes).toMatchObject({ total: 0, items: [], is_first_look: false });
  });
});

describe("each route", () => {
  const routes = ["tasks", "time", "my-work"];
  test.each(routes)(
    "%s answers 401 without a token, and 403 to a client contact",
    async (route) => {
      const anonymous = await callRoute("anonymous", route);
      expect([anonymous.status, codeOf(anonymous)]).toEqual([401, "not_signed_in"]);
      const contact = await send(route, undefined, "client");
      expect([contact.status, codeOf(contact)]).toEqual([403, "role_not_allowed"]);
    },
  );

  test("answers 404 to a task of a project that a member cannot see, without a change", async () => {
    const [task] = await owner`select id, title from public.tasks where project_id = ${own.betaId}`;
    const id = task?.["id"];
    const change = { type: "task_update", id, version: 1, changes: { title: "Forged" } };
    for (const answer of [await send(`tasks?id=${id}`), await send("tasks", change)]) {
      expect([answer.status, codeOf(answer)]).toEqual([404, "task_not_found"]);
    }
    const [after] = await owner`select title from public.tasks where id = ${id}`;
    expect(after?.["title"]).toBe(task?.["title"]);
  });

  test("answers 403 to the hours of other people, and to a lock by a member", async () => {
    const sheet = await send(`time?person_id=${own.people.lead.id}`);
    expect([sheet.status, codeOf(sheet)]).toEqual([403, "not_your_hours"]);
    const lock = await send("time", { type: "week_lock", week_on: "2026-03-02", person_id: null });
    expect([lock.status, codeOf(lock)]).toEqual([403, "role_not_allowed"]);
  });
});

test("a lead creates a project and copies it; a member cannot", async () => {
  const create = {
    type: "project_create",
    account_id: own.accountId,
    name: "New",
    starts_on: "2026-03-02",
  };
  const creation = await send("portfolio-actions", create, "lead");
  expect(creation.json).toMatchObject({ project: { name: "New", status: "planned", version: 1 } });
  const copy = {
    type: "project_copy",
    project_id: own.alphaId,
    account_id: own.accountId,
    name: "Copy",
  };
  const copyAnswer = await send("portfolio-actions", copy, "lead");
  expect(copyAnswer.json).toMatchObject({ project: { name: "Copy" }, copied: { people: 1 } });
  const refusal = await send("portfolio-actions", create);
  expect([refusal.status, codeOf(refusal)]).toEqual([403, "role_not_allowed"]);
});
