import { describe, expect, it } from "vitest";
import { portfolioHeader } from "../../support/own-exports.ts";
import { rows } from "../answers.ts";
import { expectAccessible, openConsole, reopen, screenshot } from "../console.ts";
import { project } from "../fixtures/projects.ts";
import { headerOf, savedCsv } from "../saved-csv.ts";

describe("the portfolio", () => {
  it("totals are the sums of the rows, even in a filtered list", async () => {
    for (const address of [
      "/portfolio?group=none",
      "/portfolio?group=none&status=active",
      "/portfolio?group=none&q=shop",
    ]) {
      const page = await openConsole(address);
      const figures = await page.locator("tbody tr").evaluateAll((rows) =>
        rows.map((row) => ({
          hours: Number.parseFloat(row.children[6]?.textContent?.replace(",", "") ?? ""),
          open: Number(row.children[7]?.textContent),
        })),
      );
      expect(figures.length).toBeGreaterThan(0);
      const foot = page.locator("tfoot tr");
      const open = figures.reduce((sum, row) => sum + row.open, 0);
      expect(await foot.locator("td").nth(6).textContent()).toBe(String(open));
      await foot.getByText(`Total: ${figures.length} project`).waitFor();
      const hours = Number.parseFloat(
        (await foot.locator("td").nth(5).textContent())?.replace(",", "") ?? "",
      );
      // Each row is rounded to tenths, but the total is rounded only once.
      const slack = figures.length * 0.05 + 0.05;
      const sum = figures.reduce((all, row) => all + row.hours, 0);
      expect(Math.abs(sum - hours)).toBeLessThan(slack);
    }
  });

  it("sums that include estimates are marked, and a note explains the mark", async () => {
    const page = await openConsole("/portfolio?group=none");
    const total = page.locator("tfoot tr td").nth(5).locator("[title]");
    expect(await total.textContent()).toContain("≈");
    expect(await total.getAttribute("title")).toMatch(
      /hours used of .* budgeted and .* estimated for projects without a budget$/,
    );
    await page.getByText("≈ includes estimates of projects without a budget.").waitFor();
  });

  it("burn sorts the highest first, and projects without a plan last", async () => {
    const page = await openConsole("/portfolio?group=none");
    await page.getByRole("button", { name: "Burn" }).click();
    await page.locator('th[aria-sort="descending"]', { hasText: "Burn" }).waitFor();
    const percents = (await page.locator("tbody tr").allTextContents()).map((text) =>
      Number(/(\d+)%/.exec(text)?.[1] ?? -1),
    );
    expect(percents[0]).toBeGreaterThan(0);
    expect(percents).toEqual([...percents].sort((a, b) => b - a));
  });

  it("search, filter, grouping and order are in the URL and survive a reload", async () => {
    const page = await openConsole("/portfolio");
    await page.getByLabel("Search projects").fill("re");
    await page.getByText("Active", { exact: true }).first().click();
    await page.getByLabel("Group").selectOption("none");
    // The first click sorts the highest burn first.
    await page.getByRole("button", { name: "Burn" }).click();
    await page.waitForURL(/q=re/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      q: "re",
      status: "active",
      group: "none",
      sort: "burn",
      dir: "desc",
    });
    // The address changes before the page does.
    await page.locator('th[aria-sort="descending"]', { hasText: "Burn" }).waitFor();
    const before = await page.locator("tbody").textContent();
    await reopen(page);
    await page.locator("tbody tr").first().waitFor();
    expect(await page.locator("tbody").textContent()).toBe(before);
    expect(await page.locator('th[aria-sort="descending"]').textContent()).toBe("Burn");
  });

  it("a search without a match is explained and can be cleared", async () => {
    const page = await openConsole("/portfolio?q=zzzz");
    await page.getByText("No project matches this search.").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await page.getByRole("link", { name: "SEO retainer" }).waitFor();
  });

  it("an empty portfolio gives a lead the first step", async () => {
    const page = await openConsole("/portfolio", { answers: [rows("project_summaries", [])] });
    await page.getByRole("link", { name: "Import a portfolio" }).waitFor();
    await expectAccessible(page, "empty portfolio");
    await screenshot(page, "portfolio-empty");
  });

  it("an export has the columns that an import reads", async () => {
    const page = await openConsole("/portfolio?group=none");
    expect(headerOf(await savedCsv(page))).toBe(portfolioHeader);
  });

  it("long words widen neither the list on a phone nor the board", async () => {
    const word = "Donaudampfschifffahrtsgesellschaft".repeat(6);
    const long = rows("project_summaries", [
      project(1, {
        name: word,
        code: "LONG-01",
        account_name: word,
        client_name: word,
        lead_name: word,
        service_line: word,
      }),
    ]);
    const list = await openConsole("/portfolio?group=none", { width: 390, answers: [long] });
    await list.getByRole("link", { name: word }).first().waitFor();
    await expectAccessible(list, "long words in the list");

    const page = await openConsole("/portfolio?group=lead&view=board", { answers: [long] });
    const columns = page.getByRole("region", { name: "Board" }).locator("> div");
    await columns.getByRole("link", { name: word }).waitFor();
    await expectAccessible(page, "long words on the board");
    // The board scrolls by itself, so a wide column would not widen the page.
    const wide = await columns.evaluateAll((all) =>
      all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
    );
    expect(wide).toHaveLength(0);
  });
});
