import { describe, expect, it } from "vitest";
import type { TaskPanel } from "../../../supabase/functions/_domain/work/tasks-contract.ts";
import { rows, rpc } from "../answers.ts";
import {
  expectAccessible,
  focusedText,
  inEveryLookOfState,
  openConsole,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { commentOf, taskRow, taskService } from "../fixtures/tasks.ts";
import { members, open, panel, task } from "./panel.ts";

const nameOf = ({ id, name }: { id: string; name: string }) => ({ id, name });

const AT = "2026-11-17T09:00:00+00:00";

const part = taskRow(42, "Callbacks", { parent: { id: task.id, title: task.title } });

const details: Partial<TaskPanel> = {
  hours: [
    { person: nameOf(people.member), hours: 3 },
    { person: nameOf(people.admin), hours: 1.5 },
  ],
  changes: [
    {
      at: AT,
      by: nameOf(people.member),
      code: "task.updated",
      version: 1,
      fields: { status: { from: "done", to: "open" } },
    },
  ],
  comments: [
    commentOf(1, task.id, "Ask @Max Example first.", { mentions: [nameOf(people.member)] }),
  ],
};

describe("the panel of a task", () => {
  it("opens from a row and from its URL, is accessible, and returns the focus", async () => {
    const page = await open(taskService([task, part], { panel: details }), "/tasks");
    await page.getByRole("link", { name: task.title, exact: true }).click();
    await panel(page).getByText("Ask @Max Example first.").waitFor();
    await panel(page)
      .getByText(/^Late by \d+ years$/)
      .waitFor();
    await panel(page).getByText("Status: Done → Open").waitFor();
    await panel(page).getByText("4.5 h of 8 h").waitFor();
    const estimate = panel(page).getByRole("link", { name: "Estimate from finished work" });
    const { pathname, searchParams } = new URL(
      (await estimate.getAttribute("href")) ?? "",
      "http://x",
    );
    expect([pathname, ...searchParams.values()]).toEqual([
      "/estimates",
      task.title,
      "8",
      task.project.id,
      task.id,
    ]);
    await page.keyboard.press("Escape");
    await panel(page).waitFor({ state: "detached" });
    await expect.poll(() => focusedText(page)).toBe(task.title);
    await page.keyboard.press("Enter");
    await panel(page).getByText("Ask @Max Example first.").waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `task panel ${look}`, { everyRule: true });
      await screenshot(page, `task-panel-${look}`);
    });
  });

  it("saves a field on leaving it, and Escape restores its value", async () => {
    const service = taskService([task], { panel: details });
    const page = await open(service);
    const title = panel(page).getByLabel("Title");
    await title.fill("No longer wanted");
    await page.keyboard.press("Escape");
    expect(await title.inputValue()).toBe(task.title);
    await panel(page).getByLabel("Estimate").fill("7,5");
    await page.keyboard.press("Tab");
    await panel(page).getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "Blocked" }).click();
    await panel(page).getByLabel("Description").fill("Test system first.");
    await panel(page).getByRole("button", { name: "Close the task" }).click();
    await expect.poll(() => service.actions.length).toBe(3);
    expect(service.actions).toMatchObject([
      { version: 1, changes: { estimate_hours: 7.5 } },
      { version: 2, changes: { status: "blocked" } },
      { version: 3, changes: { description: "Test system first." } },
    ]);
  });

  it("undoes a change with a key, because Tab stays in the panel", async () => {
    const service = taskService([task]);
    const page = await open(service);
    await panel(page).getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "Done" }).click();
    await page.getByText("Status saved.").waitFor();
    await page.keyboard.press("z");
    await page.getByText("Undone.").waitFor();
    expect(service.actions.map((action) => "changes" in action && action.changes)).toEqual([
      { status: "done" },
      { status: "open" },
    ]);
    // A letter in a text field is text.
    const comment = panel(page).getByLabel("New comment");
    await comment.focus();
    await page.keyboard.press("z");
    expect(await comment.inputValue()).toBe("z");
    // The panel keeps an unsent comment.
    await comment.clear();
    expect(service.actions).toHaveLength(2);
  });

  it("shows the message of the latest change at once, however many changes there were before", async () => {
    const page = await open(taskService([task]));
    const status = panel(page).getByRole("combobox", { name: "Status" });
    for (const name of ["In progress", "Blocked", "Open"]) {
      await status.click();
      await page.getByRole("option", { name }).click();
      await expect.poll(() => status.inputValue()).toBe(name);
    }
    await expect.poll(() => page.getByText("Status saved.").count()).toBe(3);
    await panel(page).getByRole("combobox", { name: "Priority" }).click();
    await page.getByRole("option", { name: "High", exact: true }).click();
    await page.getByText("Priority saved.").waitFor();
    expect(await page.getByText("Status saved.").count()).toBe(2);
  });

  it("adds subtasks, checks them off, and opens them", async () => {
    const service = taskService([task, part], { panel: details });
    const page = await open(service);
    await panel(page).getByRole("checkbox", { name: "Done: Callbacks" }).click();
    await panel(page).getByText("1 of 1 done").waitFor();
    await panel(page).getByLabel("New subtask").fill("Refunds");
    await page.keyboard.press("Enter");
    await panel(page).getByRole("link", { name: "Refunds" }).waitFor();
    expect(service.actions).toMatchObject([
      { id: part.id, changes: { status: "done" } },
      { type: "task_create", parent_id: task.id, title: "Refunds" },
    ]);
    await panel(page).getByRole("link", { name: "Callbacks" }).click();
    const other = page.getByRole("dialog", { name: part.title });
    await other.getByRole("link", { name: task.title }).waitFor();
    expect(await other.getByLabel("New subtask").count()).toBe(0);
  });

  it("names read-only fields of a task that a provider manages, and where to change them", async () => {
    const managedTask = { ...task, managed_by: "clickup" };
    const lockedDetails = { ...details, locked_fields: ["title", "status", "due_on"] };
    const page = await open(taskService([managedTask], { panel: lockedDetails }));
    await panel(page)
      .getByText(/change them in ClickUp/)
      .waitFor();
    expect(await panel(page).getByLabel("Title").getAttribute("readonly")).not.toBeNull();
    expect(await panel(page).getByLabel("Due").getAttribute("readonly")).not.toBeNull();
    expect(await panel(page).getByLabel("Labels").getAttribute("readonly")).toBeNull();
  });

  it("Escape in Labels closes an open list of options first, and otherwise the panel", async () => {
    const service = taskService([task]);
    const address = `/tasks?task=${task.id}`;
    const labelsInUse = rpc("list_task_labels", ["design", "client"]);
    const page = await openConsole(address, {
      answers: [labelsInUse, ...service.answers, members],
    });
    const labels = panel(page).getByLabel("Labels");
    await labels.focus();
    await page.getByRole("option", { name: "design" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("option", { name: "design" }).waitFor({ state: "hidden" });
    expect(await panel(page).count()).toBe(1);
    await page.keyboard.press("Escape");
    await panel(page).waitFor({ state: "detached" });

    await openConsole(address, { answers: [...service.answers, members] });
    await labels.focus();
    await waitUntilLoaded(page);
    await page.keyboard.press("Escape");
    await panel(page).waitFor({ state: "detached" });
  });

  it("suggests the labels in use", async () => {
    const service = taskService([task]);
    const answers = [rpc("list_task_labels", ["design", "client"]), ...service.answers];
    const page = await openConsole(`/tasks?task=${task.id}`, {
      answers: [...answers, rows("project_members", [])],
    });
    await panel(page).getByLabel("Labels").fill("des");
    await page.getByRole("option", { name: "design" }).click();
    await expect
      .poll(() => service.actions.at(-1))
      .toMatchObject({
        changes: { labels: [...task.labels, "design"] },
      });
  });

  it("explains that there is no such task for an id of another organization", async () => {
    const page = await open(taskService([task]), `/tasks?task=${idOf(7, 99)}`);
    await page.getByText("There is no such task").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});

describe("a comment", () => {
  it("is edited and removed by its author, and a removed one is restored by undo", async () => {
    const service = taskService([task], { panel: details });
    const page = await open(service);
    await panel(page).getByRole("button", { name: "Edit comment" }).click();
    await panel(page).getByLabel("Edit comment").last().fill("Ask @Max Example today.");
    await panel(page).getByRole("button", { name: "Save comment" }).click();
    await panel(page).getByText("Ask @Max Example today.").waitFor();
    expect(service.actions[0]).toMatchObject({ version: 1, mentions: [people.member.id] });
    await panel(page).getByRole("button", { name: "Remove comment" }).click();
    await panel(page).getByText("No comments yet.").waitFor();
    await page.getByRole("button", { name: "Undo" }).first().click();
    await panel(page).getByText("Ask @Max Example today.").waitFor();
    expect(service.actions.map(({ type }) => type)).toEqual([
      "comment_edit",
      "comment_remove",
      "comment_restore",
    ]);
  });

  it("has no buttons for other people, and an unsent one survives closing", async () => {
    const other = commentOf(1, task.id, "Mine.", { can_edit: false, can_remove: false });
    const page = await open(taskService([task], { panel: { comments: [other] } }));
    await panel(page).getByText("Mine.").waitFor();
    expect(
      await panel(page)
        .getByRole("button", { name: /comment$/i })
        .count(),
    ).toBe(1);
    await panel(page).getByLabel("New comment").fill("Not sent yet");
    await panel(page).getByRole("button", { name: "Close the task" }).click();
    await page.getByRole("link", { name: task.title, exact: true }).click();
    expect(await panel(page).getByLabel("New comment").inputValue()).toBe("Not sent yet");
  });
});
