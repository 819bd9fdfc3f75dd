/**
 * Saved views of the inbox and of Health.
 * saved-views.test.ts saves the filters of the tasks, and leaves an open form out of a view of the documents.
 */
import { describe, expect, it } from "vitest";
import { openConsole } from "../console.ts";
import { inboxWith } from "../fixtures/cards.ts";
import { health } from "../fixtures/health.ts";
import { overBudget } from "../health/health-page.ts";
import { viewService } from "./view-service.ts";

describe("saved views", () => {
  it.each([
    ["inbox", "/inbox?kind=task_create&sort=due", "kind=task_create&sort=due"],
    // The finding that is open beside the list is not part of the view.
    ["health", `/health?severity=high&open=${overBudget}`, "severity=high"],
  ] as const)("keep the filters of the %s", async (list, address, query) => {
    const service = viewService([]);
    const page = await openConsole(address, {
      answers: [...service.answers, ...inboxWith([]).answers, health],
    });
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    await page.getByLabel("Name").fill("Urgent");
    await page.keyboard.press("Enter");
    await page.getByText("“Urgent” saved.").waitFor();
    expect(service.actions).toEqual([expect.objectContaining({ page: list, query })]);
  });
});
