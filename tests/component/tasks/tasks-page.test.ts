import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { tasksHeader } from "../../support/own-exports.ts";
import { rows } from "../answers.ts";
import {
  expectAccessible,
  focusedText,
  inEveryLook,
  inEveryLookOfState,
  openConsole,
  reopen,
  screenshot,
} from "../console.ts";
import { people } from "../fixtures/people.ts";
import { taskRow, taskService } from "../fixtures/tasks.ts";
import { headerOf, savedCsv } from "../saved-csv.ts";
import { early, late, open, row } from "./task-table.ts";

const paramsOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

const syncedTask = taskRow(3, "Synced task", { managed_by: "Jira" });

/** Values that can be edited and are wider than their button. */
function valuesCutOff(page: Page): Promise<string[]> {
  return page
    .getByRole("table", { name: "Tasks" })
    .getByRole("button")
    .evaluateAll((buttons) =>
      buttons
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent ?? ""),
    );
}

describe("the page of tasks", () => {
  it("is accessible in every look, and marks late tasks with a word", async () => {
    const page = await open(taskService([late, early, syncedTask]));
    await row(page, late)
      .getByText(/^Late by \d+ years$/)
      .waitFor();
    expect(
      await row(page, early)
        .getByText(/Late by/)
        .count(),
    ).toBe(0);
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `tasks ${look}`, { everyRule: look.startsWith("390") });
      // In the wide table, a column may be narrower than a name.
      if (look.startsWith("390")) expect(await valuesCutOff(page)).toEqual([]);
      // Chips of different groups share a line if there is room.
      const [cancelledBox, archivedBox] = await Promise.all(
        ["Cancelled", "Archived"].map((name) =>
          page.getByText(name, { exact: true }).first().boundingBox(),
        ),
      );
      expect(archivedBox?.y).toBe(cancelledBox?.y);
      await screenshot(page, `tasks-${look}`);
    });
  });

  it("shows open work first, and the URL keeps every filter", async () => {
    const service = taskService([late, early]);
    const page = await open(service);
    expect(service.queries[0]).toMatchObject({
      status: ["open", "in_progress", "blocked"],
      sort: "due_on",
    });
    await page.getByRole("combobox", { name: "Assignee" }).click();
    await page.getByRole("option", { name: "Mine" }).click();
    await page.waitForURL(/assignee=me/);
    await expect.poll(() => service.queries.at(-1)).toMatchObject({ assignee_id: people.lead.id });
    await page.getByText("No task matches this search.").waitFor();
    await page.getByRole("combobox", { name: "Assignee" }).click();
    await page.getByRole("option", { name: "Unassigned" }).click();
    await page.waitForURL(/assignee=none/);
    await page.getByLabel("Due from").fill("2099-01-01");
    await page.getByText("Done", { exact: true }).click();
    await page.waitForURL(/status=open%2Cin_progress%2Cblocked%2Cdone/);
    expect(paramsOf(page)).toMatchObject({ assignee: "none", from: "2099-01-01" });
    await reopen(page);
    await row(page, early).waitFor();
    expect(service.queries.at(-1)).toMatchObject({ assignee_id: "none", due_from: "2099-01-01" });
    expect(await page.getByRole("checkbox", { name: "Done" }).isChecked()).toBe(true);
  });

  it("an export has the columns that an import reads, and names each task by its id", async () => {
    const page = await open(taskService([late, early]));
    await row(page, late).waitFor();
    const file = await savedCsv(page);
    expect(headerOf(file)).toBe(tasksHeader);
    for (const { id } of [late, early]) expect(file.text).toContain(id);
  });

  it("explains tasks and the first step if there are none", async () => {
    const page = await open(taskService([]), "/tasks?status=all");
    await page.getByText("No task matches this search.").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.getByText(/^No open tasks\. .*Create one with New task/).waitFor();
  });
});

describe("a task in the table", () => {
  it("gets another status by keyboard alone, at once and with undo", async () => {
    const service = taskService([late]);
    const page = await open(service);
    const cell = row(page, late).getByRole("button", { name: /^Status: Open/ });
    await cell.focus();
    await page.keyboard.press("Enter");
    // A list that has just opened may ignore an arrow, or begin with the current status.
    const active = page.locator("[role='option'][data-combobox-selected]");
    await expect
      .poll(async () => {
        const [name] = await active.allInnerTexts();
        if (name !== "In progress") await page.keyboard.press("ArrowDown");
        return name;
      })
      .toBe("In progress");
    await page.keyboard.press("Enter");
    await row(page, late)
      .getByRole("button", { name: /^Status: In progress/ })
      .waitFor();
    await page.getByText("Status saved.").waitFor();
    expect(service.actions).toMatchObject([
      { type: "task_update", id: late.id, version: 1, changes: { status: "in_progress" } },
    ]);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    expect(service.actions[1]).toMatchObject({ version: 2, changes: { status: "open" } });
    await row(page, late)
      .getByRole("button", { name: /^Status: Open/ })
      .waitFor();
  });

  it("leaves the focus to the heading when it leaves the list", async () => {
    const page = await open(taskService([late, early]));
    await row(page, late)
      .getByRole("button", { name: /^Status: Open/ })
      .focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Done" }).click();
    await row(page, late).waitFor({ state: "detached" });
    await expect.poll(() => focusedText(page)).toBe("Tasks");
  });

  it("that a provider manages has no fields to change", async () => {
    const page = await open(taskService([syncedTask]));
    await row(page, syncedTask).getByText("Open", { exact: true }).waitFor();
    expect(await row(page, syncedTask).getByRole("button").count()).toBe(0);
  });

  it("shows its former value again, and why, when a change is refused", async () => {
    const refuse = () => new AppError(409, "project_archived", "Restore the project first");
    const page = await open(taskService([late], { refuse }));
    await row(page, late)
      .getByRole("button", { name: /^Status/ })
      .click();
    await page.getByRole("option", { name: "Done" }).click();
    await page.getByRole("alert").getByText("Restore the project first").waitFor();
    await row(page, late)
      .getByRole("button", { name: /^Status: Open/ })
      .waitFor();
  });
});

describe("a new task", () => {
  it("explains where projects come from when there are none", async () => {
    const service = taskService([]);
    const page = await openConsole("/tasks", {
      answers: [rows("project_summaries", []), ...service.answers],
    });
    await page.getByRole("button", { name: "New task" }).click();
    await page.getByRole("dialog").getByRole("combobox", { name: "Project" }).click();
    await page
      .getByRole("listbox", { name: "Project", exact: true })
      .getByText("No projects yet. Create the first one in Portfolio.")
      .waitFor();
  });

  it("is created by keyboard alone, and Ctrl+Enter keeps the form open for the next one", async () => {
    const service = taskService([late]);
    const page = await open(service, `/tasks?project=${late.project.id}`);
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New task" });
    await dialog.getByLabel("Title").waitFor();
    await page.keyboard.press("Control+Enter");
    await dialog.getByText("Enter a title").waitFor();
    await page.keyboard.type("Write the brief");
    await dialog.getByRole("combobox", { name: "Project" }).click();
    await page.getByRole("option", { name: late.project.name, exact: true }).click();
    await dialog.getByLabel("Title").focus();
    await page.keyboard.press("Control+Enter");
    await dialog.getByText("Created “Write the brief”").waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `new task ${look}`, { everyRule: true });
      await screenshot(page, `task-new-${look}`);
    });
    await dialog.getByLabel("Title").fill("Send the brief");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(service.actions).toMatchObject([
      { type: "task_create", title: "Write the brief", project_id: late.project.id },
      { type: "task_create", title: "Send the brief", project_id: late.project.id },
    ]);
    await expect.poll(() => focusedText(page)).toBe("Tasks");
  });
});
