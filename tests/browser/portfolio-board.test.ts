import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { people } from "../support/personas.ts";
import { as, expectAccessible, inEveryLook, screenshot, settled, visit } from "./console.ts";
import { ownProject, sql } from "./own-project.ts";

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
  it("a lead groups by risk, folds a group, and the address brings both back", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/", "Portfolio");
      await page.getByLabel("Group").selectOption("risk");
      await page.waitForURL(/group=risk/);
      const order = ["High risk", "Medium risk", "Low risk", "No risk given"];
      const shown = await heads(page);
      expect(shown).toEqual(order.filter((label) => shown.includes(label)));
      const rows = await page.locator("tbody tr").count();
      await page.getByRole("button", { name: "Projects of Low risk" }).click();
      await expect.poll(() => params(page)).toEqual({ group: "risk", closed: "low" });
      const folded = await page.locator("tbody").textContent();
      expect(await page.locator("tbody tr").count()).toBeLessThan(rows);
      await page.reload();
      await page.locator("tbody tr").first().waitFor();
      expect(await page.locator("tbody").textContent()).toBe(folded);
      const fold = page.getByRole("button", { name: "Projects of Low risk" });
      expect(await fold.getAttribute("aria-expanded")).toBe("false");
    });
  });

  it("the totals of groups are the sums of the rows under them", async () => {
    await as("lead", {}, async (page) => {
      for (const group of ["account", "client", "status", "lead", "risk", "tier"]) {
        await visit(page, `/?group=${group}`, "Portfolio");
        const sums = await page.locator("tbody tr").evaluateAll((rows) => {
          const groups: { said: number; counted: number; open: number; rows: number }[] = [];
          for (const row of rows) {
            const open = Number(row.children[6]?.textContent);
            const head = row.querySelector("th[scope=rowgroup]");
            const last = groups.at(-1);
            if (head) {
              const said = Number(head.querySelector("span > span:last-child")?.textContent);
              groups.push({ said, counted: 0, open, rows: 0 });
            } else if (last) {
              last.counted += 1;
              last.rows += open;
            }
          }
          return groups;
        });
        expect(sums.length, group).toBeGreaterThan(1);
        for (const sum of sums) {
          expect(sum.counted, group).toBe(sum.said);
          expect(sum.rows, group).toBe(sum.open);
        }
      }
    });
  });
});

describe("filters", () => {
  it("combine, live in the address, and are cleared at once", async () => {
    const truth = await sql<{ name: string }[]>`
      select projects.name from public.projects
      join lateral (
        select * from public.portfolio_classifications
        where project_id = projects.id order by version desc limit 1
      ) as classified on true
      where projects.organization_id = ${people.lead.organizationId}
        and projects.archived_at is null
        and classified.risk in ('high', 'medium') and classified.tier = 'strategic'
      order by projects.name`;
    await as("lead", {}, async (page) => {
      await visit(page, "/?group=none", "Portfolio");
      await page.getByRole("button", { name: "Filters" }).click();
      const panel = page.getByRole("dialog", { name: "Filters" });
      for (const choice of ["High risk", "Medium risk", "Strategic"]) {
        await panel.getByText(choice, { exact: true }).click();
      }
      await expect
        .poll(() => params(page))
        .toEqual({ group: "none", risk: "high,medium", tier: "strategic" });
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `filters ${look}`);
        await screenshot(page, `portfolio-filters-${look}`);
      });
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.keyboard.press("Escape");
      await page.reload();
      await page.getByRole("button", { name: "Filters: 2" }).waitFor();
      const names = await page.locator('main th a[href^="/projects/"]').allTextContents();
      expect(names.toSorted()).toEqual(truth.map(({ name }) => name).toSorted());

      await page.getByRole("button", { name: "Filters: 2" }).click();
      await page.getByRole("button", { name: "Clear all filters" }).click();
      await expect.poll(() => params(page)).toEqual({ group: "none" });
    });
  });

  it("mine are the projects that a member works on, and those that a lead leads", async () => {
    const own = await ownProject("Mine alone");
    await sql`
      insert into public.project_members (organization_id, project_id, person_id)
      values (${people.lead.organizationId}, ${own.id}, ${people.lead.personId})`;
    const truth = await sql<{ name: string }[]>`
      select name from public.projects
      where archived_at is null and (lead_id = ${people.lead.personId} or id in (
        select project_id from public.project_members where person_id = ${people.lead.personId}))`;
    await as("lead", {}, async (page) => {
      await visit(page, "/?group=none", "Portfolio");
      await page.getByText("Mine", { exact: true }).click();
      await page.waitForURL(/mine=1/);
      await page.getByText(`Total: ${truth.length} project`).waitFor();
      const names = await page.locator('main th a[href^="/projects/"]').allTextContents();
      expect(names.toSorted()).toEqual(truth.map(({ name }) => name).toSorted());
    });
  });
});

describe("the board", () => {
  it("shows a column per group with the same totals, and a card opens its project", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/?group=risk", "Portfolio");
      const groups = await heads(page);
      await page.getByText("Board", { exact: true }).click();
      await page.getByRole("region", { name: "Board" }).waitFor();
      expect(params(page)).toEqual({ group: "risk", view: "board" });
      expect(await heads(page)).toEqual(groups);
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `board ${look}`);
        await screenshot(page, `portfolio-board-${look}`);
      });
      await page.getByRole("link", { name: "SEO retainer" }).click();
      await page.getByRole("heading", { level: 1, name: "SEO retainer" }).waitFor();
    });
  });
});

describe("an account's page", () => {
  it("is where its name leads; a lead may edit it, a member may not", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/?group=none&q=shop", "Portfolio");
      const link = page.locator('main a[href^="/accounts/"]').first();
      const address = (await link.getAttribute("href")) ?? "";
      await link.click();
      await page.getByRole("heading", { name: "Operating profile" }).waitFor();
      await page.getByText("No releases on Fridays").waitFor();
      await page.getByRole("link", { name: "shop@lindmoor.test" }).waitFor();
      await page.getByRole("button", { name: "Edit client" }).waitFor();
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `account ${look}`);
        await screenshot(page, `account-${look}`);
      });
      await as("member", {}, async (other) => {
        await other.goto(address);
        await other.getByText("No releases on Fridays").waitFor();
        expect(await other.getByRole("button", { name: /^Edit/ }).count()).toBe(0);
        await visit(other, address.replace(/.$/, "9"), "There is no such account");
      });
    });
  });
});

describe("a client's page", () => {
  it("is where the head of its group leads, with its accounts, and not for those outside", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/?q=reader", "Portfolio");
      const link = page.locator('main a[href^="/clients/"]').first();
      const address = (await link.getAttribute("href")) ?? "";
      await link.click();
      await page.getByRole("heading", { level: 1, name: "Quillbrook Press" }).waitFor();
      await page.getByRole("button", { name: "New account" }).waitFor();
      await settled(page);
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `client ${look}`);
        await screenshot(page, `client-page-${look}`);
      });
      await as("member2", {}, (other) => visit(other, address, "There is no such client"));
      await page.getByRole("link", { name: "Digital publishing" }).click();
      await page.getByRole("heading", { level: 1, name: "Digital publishing" }).waitFor();
      await page.getByRole("main").getByRole("link", { name: "Quillbrook Press" }).click();
      await page.getByRole("heading", { level: 1, name: "Quillbrook Press" }).waitFor();
    });
  });
});
