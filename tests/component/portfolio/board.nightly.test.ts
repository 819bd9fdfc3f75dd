/** The portfolio as a board; portfolio.test.ts proves the same totals, filters and order in the list. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  expectAccessible,
  inEveryLookOfSample,
  inEveryLookOfState,
  openConsole,
  reopen,
  screenshot,
} from "../console.ts";
import { projectPageAnswers } from "../fixtures/project-page.ts";
import { projects } from "../fixtures/projects.ts";

/** Names of the groups that the page shows, in its order. */
function heads(page: Page): Promise<string[]> {
  return page
    .locator("main")
    .getByRole("button", { name: /^Projects of / })
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute("aria-label")?.replace("Projects of ", "") ?? ""),
    );
}

const params = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

describe("groups", () => {
  it("a lead groups by risk and folds a group, and the URL restores both", async () => {
    const page = await openConsole("/portfolio");
    await page.getByLabel("Group").selectOption("risk");
    // The address changes before the page does.
    const fold = page.getByRole("button", { name: "Projects of Low risk" });
    await fold.waitFor();
    const order = ["High risk", "Medium risk", "Low risk", "No risk set"];
    const labels = await heads(page);
    expect(labels).toEqual(order.filter((label) => labels.includes(label)));
    const rows = await page.locator("tbody tr").count();
    await fold.click();
    await expect.poll(() => params(page)).toEqual({ group: "risk", closed: "low" });
    await expect.poll(() => fold.getAttribute("aria-expanded")).toBe("false");
    const foldedText = await page.locator("tbody").textContent();
    expect(await page.locator("tbody tr").count()).toBeLessThan(rows);
    await reopen(page);
    await page.locator("tbody tr").first().waitFor();
    expect(await page.locator("tbody").textContent()).toBe(foldedText);
    expect(await fold.getAttribute("aria-expanded")).toBe("false");
  });

  it("the totals of groups are the sums of the rows under them", async () => {
    for (const group of ["account", "client", "status", "lead", "risk", "tier"]) {
      const page = await openConsole(`/?group=${group}`);
      const sums = await page.locator("tbody tr").evaluateAll((rows) => {
        const titles = [...document.querySelectorAll("thead th")].map((cell) => cell.textContent);
        const column = titles.findIndex((title) => title.startsWith("Open tasks"));
        const groups: { labelled: number; counted: number; open: number; rows: number }[] = [];
        for (const row of rows) {
          let start = 0;
          const cells = [...row.children].map((cell) => {
            const span = (cell as HTMLTableCellElement).colSpan;
            start += span;
            return { cell, start: start - span };
          });
          const open = Number(cells.find((item) => item.start === column)?.cell.textContent);
          const head = row.querySelector("th[scope=rowgroup]");
          const last = groups.at(-1);
          if (head) {
            const labelled = Number(head.querySelector("span > span:last-child")?.textContent);
            groups.push({ labelled, counted: 0, open, rows: 0 });
          } else if (last) {
            last.counted += 1;
            last.rows += open;
          }
        }
        return groups;
      });
      expect(sums.length, group).toBeGreaterThan(1);
      for (const sum of sums) {
        expect(sum.counted, group).toBe(sum.labelled);
        expect(sum.rows, group).toBe(sum.open);
      }
    }
  });
});

describe("filters", () => {
  it("combine, are in the URL, and are cleared at once", async () => {
    const page = await openConsole("/portfolio?group=none");
    await page.getByRole("button", { name: "Filters" }).click();
    const panel = page.getByRole("dialog", { name: "Filters" });
    for (const choice of ["High risk", "Medium risk", "Strategic"]) {
      await panel.getByText(choice, { exact: true }).click();
    }
    await expect
      .poll(() => params(page))
      .toEqual({ group: "none", risk: "high,medium", tier: "strategic" });
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `filters ${look}`);
      await screenshot(page, `portfolio-filters-${look}`);
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press("Escape");
    await reopen(page);
    await page.getByRole("button", { name: "Filters: 2" }).waitFor();
    const names = await page.locator('main th a[href^="/projects/"]').allTextContents();
    const fitting = projects.filter(
      ({ risk, tier }) => (risk === "high" || risk === "medium") && tier === "strategic",
    );
    expect(names.toSorted()).toEqual(fitting.map(({ name }) => name).toSorted());

    await page.getByRole("button", { name: "Filters: 2" }).click();
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await expect.poll(() => params(page)).toEqual({ group: "none" });
  });
});

describe("the board", () => {
  it("shows a column per group with the same totals, and a card opens its project", async () => {
    const page = await openConsole("/portfolio?group=risk", { answers: projectPageAnswers });
    const groups = await heads(page);
    await page.getByText("Board", { exact: true }).click();
    await page.getByRole("region", { name: "Board" }).waitFor();
    expect(params(page)).toEqual({ group: "risk", view: "board" });
    expect(await heads(page)).toEqual(groups);
    await inEveryLookOfSample(page, async (look) => {
      await expectAccessible(page, `board ${look}`);
      await screenshot(page, `portfolio-board-${look}`);
    });
    await page.getByRole("link", { name: "SEO retainer" }).click();
    await page.getByRole("heading", { level: 1, name: "SEO retainer" }).waitFor();
  });
});
