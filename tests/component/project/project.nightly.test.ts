/**
 * More views of a project. project.test.ts checks the timeline and the hours in every look, tasks/tasks-page.test.ts
 * checks the table of tasks, and table/data-table.test.ts checks the order by a column header.
 */
import { describe, expect, it } from "vitest";
import { openConsole } from "../console.ts";
import { shop, shopAnswers } from "../fixtures/project-page.ts";
import { address, expectAccessibleView, paramsOf, table } from "./project-views.ts";

describe("a project's page", () => {
  it.each(["tasks", "details"])("is accessible in every look: %s", expectAccessibleView);
});

describe("a project's tasks", () => {
  it("are sorted by a click on a column header, and in reverse by the next click", async () => {
    const { answers, queries } = shopAnswers();
    const page = await openConsole(`${address}?view=tasks`, { answers });
    const due = table(page).getByRole("columnheader", { name: "Due" });
    await due.getByRole("button").click();
    await expect.poll(() => queries.at(-1)).toMatchObject({ sort: "due_on", direction: "asc" });
    expect(await due.getAttribute("aria-sort")).toBe("ascending");
    await due.getByRole("button").click();
    await expect.poll(() => queries.at(-1)).toMatchObject({ sort: "due_on", direction: "desc" });
    expect(await due.getAttribute("aria-sort")).toBe("descending");
    expect(queries.at(-1)).toMatchObject({ project_id: shop?.id });
    expect(paramsOf(page)).toEqual({ view: "tasks", sort: "due_on", dir: "desc" });
  });
});
