/**
 * Other fields of a task in the table, a change that conflicts, and changes of several tasks.
 * tasks-page.test.ts changes the status, which is saved and undone in the same way. portfolio/inline.test.ts resolves
 * a conflict in the same dialog, by choosing between the two values. portfolio/bulk.test.ts previews, makes and undoes
 * changes of several projects, and tests/unit/console/bulk-changes.test.ts proves what changes in each task.
 */
import { describe, expect, it } from "vitest";
import { expectAccessible, focusedText, inEveryLookOfState, screenshot } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { taskService, versionConflict } from "../fixtures/tasks.ts";
import { early, late, open, row } from "./task-table.ts";

describe("a task in the table", () => {
  it("gets an assignee and another due date", async () => {
    const service = taskService([early]);
    const page = await open(service);
    await row(page, early)
      .getByRole("button", { name: /^Assignee: Unassigned/ })
      .click();
    await page.getByRole("option", { name: people.lead.name }).click();
    await row(page, early)
      .getByRole("button", { name: /^Assignee: Lena/ })
      .waitFor();
    await row(page, early)
      .getByRole("button", { name: /^Due date: / })
      .click();
    await page.getByLabel(`Due date of ${early.title}`).fill("2099-04-01");
    await page.keyboard.press("Enter");
    await row(page, early).getByText("1 Apr 2099").waitFor();
    await expect.poll(() => service.actions.length).toBe(2);
    expect(service.actions).toMatchObject([
      { changes: { assignee_id: people.lead.id }, version: 1 },
      { changes: { due_on: "2099-04-01" }, version: 2 },
    ]);
  });

  it("is reviewed field by field when another person changed it in the meantime", async () => {
    const otherEdit = { title: late.title, status: "blocked", description: null, priority: 1 };
    const current = {
      ...otherEdit,
      labels: ["api"],
      assignee_id: people.member.id,
      estimate_hours: null,
      started_on: null,
      due_on: late.due_on,
      completed_on: null,
      parent_id: null,
      is_archived: false,
    };
    const service = taskService([late], {
      refuse: (action) =>
        action.type === "task_update" && action.version !== 5
          ? versionConflict(current, { status: { from: "open", to: "blocked" } })
          : undefined,
    });
    const page = await open(service);
    await row(page, late)
      .getByRole("button", { name: /^Status/ })
      .click();
    await page.getByRole("option", { name: "Done" }).click();
    const dialog = page.getByRole("dialog", { name: /^Review changes/ });
    await dialog.getByText("Changed by both").waitFor();
    await dialog.getByText(people.member.name).waitFor();
    expect(await dialog.getByRole("radio", { checked: true }).textContent()).toContain("Done");
    await expectAccessible(page, "conflict of a task");
    await screenshot(page, "task-conflict");
    await dialog.getByRole("button", { name: "Save these choices" }).click();
    await page.getByText("Task saved.").waitFor();
    expect(service.actions.at(-1)).toMatchObject({ version: 5, changes: { status: "done" } });
  });
});

describe("selected tasks", () => {
  it("change together after a preview, and back again by undo", async () => {
    const service = taskService([late, early]);
    const page = await open(service);
    await page.getByRole("checkbox", { name: "Select all rows" }).click();
    await page.getByRole("button", { name: "Edit tasks" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit 2 tasks" });
    await dialog.getByRole("button", { name: "Preview changes" }).click();
    await dialog.getByText("Choose at least one change.").waitFor();
    await dialog.getByLabel("Status").selectOption("in_progress");
    await dialog.getByLabel("Due", { exact: true }).selectOption("shift");
    await dialog.getByLabel("Days").fill("-1");
    await expectAccessible(page, "bulk edit of tasks");
    await screenshot(page, "tasks-bulk-form");
    await dialog.getByRole("button", { name: "Preview changes" }).click();
    await dialog.getByRole("heading", { name: "2 tasks will change" }).waitFor();
    await expect.poll(() => focusedText(page)).toBe("2 tasks will change");
    const changes = dialog.getByRole("listitem");
    expect(await changes.first().textContent()).toContain("Status: Open →  becomes In progress");
    expect(await changes.first().textContent()).toContain("1 Mar 2020");
    expect(service.actions).toMatchObject([{ dry_run: true }]);
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `bulk preview ${look}`, { everyRule: true });
      await screenshot(page, `tasks-bulk-preview-${look}`);
    });
    await dialog.getByRole("button", { name: "Change 2 tasks" }).click();
    await page.getByText("2 tasks changed.").waitFor();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    expect(service.actions.at(-1)).toMatchObject({
      dry_run: false,
      tasks: [
        { id: late.id, version: 2, changes: { status: "open", due_on: "2020-03-02" } },
        { id: early.id, version: 2, changes: { status: "open", due_on: "2099-03-02" } },
      ],
    });
  });
});
