/**
 * Other fields of a task in the table.
 * tasks-page.test.ts changes the status, which is saved and undone in the same way.
 */
import { describe, expect, it } from "vitest";
import { people } from "../fixtures/people.ts";
import { taskService } from "../fixtures/tasks.ts";
import { early, open, row } from "./task-table.ts";

describe("a task in the table", () => {
  it("gets another assignee and another due day", async () => {
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
});
