/**
 * A task whose id is malformed, and a mention chosen by keyboard. task-panel.test.ts opens a task of another
 * organization; tests/browser/tasks.test.ts writes a comment with a mention.
 */
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { taskService } from "../fixtures/tasks.ts";
import { open, panel, task } from "./panel.ts";

it("the panel explains that there is no such task for a malformed id", async () => {
  const page = await open(taskService([task]), "/tasks?task=not-an-id");
  await page.getByText("There is no such task").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

describe("a comment", () => {
  it("mentions a person from a list by keyboard alone", async () => {
    const service = taskService([task]);
    const page = await open(service);
    const field = panel(page).getByLabel("New comment");
    await field.focus();
    await page.keyboard.type("Please look @");
    const list = panel(page).getByRole("listbox", { name: "People to mention" });
    await list.waitFor();
    await expect.poll(() => list.getByRole("option").count()).toBe(3);
    await page.keyboard.type("m");
    await expect.poll(() => list.getByRole("option").allTextContents()).toEqual(["Max Example"]);
    await expectAccessible(page, "people to mention");
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await panel(page).waitFor();
    await page.keyboard.type("a");
    await list.waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => field.inputValue()).toBe("Please look @Max Example ");
    await page.keyboard.press("Control+Enter");
    await panel(page).getByText("Please look @Max Example").waitFor();
    // The field had the same text, so the wait above may end before the request.
    await expect
      .poll(() => service.actions)
      .toMatchObject([
        {
          type: "comment_add",
          task_id: task.id,
          body: "Please look @Max Example",
          mentions: [people.member.id],
        },
      ]);
  });
});
