/**
 * A portfolio of 5,000 projects.
 * table/data-table.test.ts keeps few of 5,000 rows in the page.
 */
import { describe, expect, it } from "vitest";
import { pageOfProjects } from "../../support/many-projects.ts";
import { at } from "../answers.ts";
import { openConsole } from "../console.ts";

describe("the portfolio shows", () => {
  it("5,000 projects scroll to the end with few rows in the page", async () => {
    const many = at("GET", "/rest/v1/project_summaries", ({ url }) =>
      Response.json(pageOfProjects(url)),
    );
    const page = await openConsole("/portfolio?group=none", { answers: [many] });
    await page.getByText("Total: 5,000 projects").waitFor();
    // The end moves while rows of other heights are drawn.
    const last = page.getByRole("link", { name: "Project 04999" });
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        return last.count();
      })
      .toBe(1);
    expect(await page.locator("tbody tr").count()).toBeLessThan(100);
  });
});
