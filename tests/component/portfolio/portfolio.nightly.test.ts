/**
 * A portfolio of 5,000 projects, and one that cannot be read.
 * table/data-table.test.ts keeps few of 1,000 rows in the page; clients.test.ts reports a failure and reads again.
 */
import { describe, expect, it } from "vitest";
import { pageOfProjects, projectsAfter } from "../../support/many-projects.ts";
import { at, rpc } from "../answers.ts";
import { openConsole } from "../console.ts";

describe("the portfolio", () => {
  it("5,000 projects scroll to the end with few rows in the page", async () => {
    const many = at("GET", "/rest/v1/project_summaries", ({ url }) =>
      Response.json(pageOfProjects(url)),
    );
    const rest = rpc("list_project_summaries", (args: Record<string, unknown>) =>
      projectsAfter(args as { after_id: string }),
    );
    const page = await openConsole("/portfolio?group=none", { answers: [many, rest] });
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

  it("offers a retry when it cannot be read", async () => {
    let fails = true;
    const page = await openConsole("/portfolio", {
      answers: [
        (request) =>
          fails && new URL(request.url).pathname === "/rest/v1/project_summaries"
            ? Promise.resolve(Response.json({ code: "XX000", message: "…" }, { status: 500 }))
            : undefined,
      ],
    });
    await page.getByText("The service failed to respond").waitFor();
    fails = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("link", { name: "SEO retainer" }).waitFor();
  });
});
