import type { Page } from "playwright-core";
import postgres from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { pageOfProjects } from "../support/many-projects.ts";
import { type PersonName, people } from "../support/personas.ts";
import { as, expectAccessible, inEveryLook, screenshot, stack, visit } from "./console.ts";

const sql = postgres(stack.database_url, { max: 1, onnotice: () => {} });
afterAll(() => sql.end());

/** Names of the projects in a person's scope, read as the owner. */
async function projectsOf(person: PersonName): Promise<string[]> {
  const { organizationId, projectIds } = people[person];
  const isMember = person === "member" || person === "member2";
  const rows = await sql<{ name: string }[]>`
    select name from public.projects
    where organization_id = ${organizationId} and archived_at is null
      ${isMember ? sql`and id = any (${projectIds}::uuid[])` : sql``}
    order by name`;
  return rows.map(({ name }) => name);
}

async function shownProjects(page: Page): Promise<string[]> {
  const names = await page.locator('main a[href^="/projects/"]').allTextContents();
  return names.sort((a, b) => (a < b ? -1 : 1));
}

const sorted = (names: string[]) => names.toSorted((a, b) => (a < b ? -1 : 1));

describe("whose portfolio it is", () => {
  it.each(["admin", "lead", "member", "member2", "other_admin"] as const)(
    "%s sees exactly the projects of their scope",
    async (person) => {
      const scope = sorted(await projectsOf(person));
      await as(person, {}, async (page) => {
        await visit(page, "/", "Portfolio");
        await inEveryLook(page, async (look) => {
          expect(await shownProjects(page)).toEqual(scope);
          if (person === "lead") await expectAccessible(page, `portfolio ${look}`);
          if (person === "lead" || look.endsWith("light")) {
            await screenshot(page, `portfolio-${person}-${look}`);
          }
        });
      });
    },
  );

  it("a client contact gets the small shell with their own projects and nothing else", async () => {
    const own = await sql<{ name: string }[]>`
      select projects.name from public.projects
      join public.accounts on accounts.id = projects.account_id
      join public.people on people.client_id = accounts.client_id
      where people.id = ${people.client.personId}`;
    await as("client", {}, async (page) => {
      const loaded: string[] = [];
      page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
      await visit(page, "/", "Your projects");
      await inEveryLook(page, async (look) => {
        const names = await page.getByRole("heading", { level: 2 }).allTextContents();
        expect(sorted(names)).toEqual(sorted(own.map(({ name }) => name)));
        await expectAccessible(page, `client portfolio ${look}`);
        await screenshot(page, `portfolio-client-${look}`);
      });
      expect(await page.getByRole("navigation").count()).toBe(0);
      expect(loaded.filter((path) => path.startsWith("/rest/v1/"))).toEqual([]);
      const internal = /internal-app|portfolio-page|action-dialogs|import-page/;
      expect(loaded.filter((path) => internal.test(path))).toEqual([]);
    });
  });

  it("an outsider is told what is missing and can sign out", async () => {
    await as("outsider", {}, async (page) => {
      await visit(page, "/", "You are not a member yet");
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `no membership ${look}`);
        await screenshot(page, `portfolio-outsider-${look}`);
      });
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
    });
  });
});

describe("what the portfolio shows", () => {
  it("totals are the sums of the rows, also of a filtered list", async () => {
    await as("lead", {}, async (page) => {
      for (const address of ["/?group=none", "/?group=none&status=active", "/?group=none&q=shop"]) {
        await visit(page, address, "Portfolio");
        const figures = await page.locator("tbody tr").evaluateAll((rows) =>
          rows.map((row) => ({
            hours: Number.parseFloat(row.children[5]?.textContent?.replace(",", "") ?? ""),
            open: Number(row.children[6]?.textContent),
          })),
        );
        expect(figures.length).toBeGreaterThan(0);
        const foot = page.locator("tfoot tr");
        const open = figures.reduce((sum, row) => sum + row.open, 0);
        expect(await foot.locator("td").nth(5).textContent()).toBe(String(open));
        await foot.getByText(`Total: ${figures.length} project`).waitFor();
        const hours = Number.parseFloat(
          (await foot.locator("td").nth(4).textContent())?.replace(",", "") ?? "",
        );
        // Rows show tenths; the total is rounded once.
        const slack = figures.length * 0.05 + 0.05;
        expect(Math.abs(figures.reduce((sum, row) => sum + row.hours, 0) - hours)).toBeLessThan(
          slack,
        );
      }
    });
  });

  it("search, filter, grouping and order live in the address and survive a reload", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/", "Portfolio");
      await page.getByLabel("Search projects").fill("re");
      await page.getByText("Active", { exact: true }).first().click();
      await page.getByLabel("Group").selectOption("none");
      await page.getByRole("button", { name: "Burn" }).click();
      await page.getByRole("button", { name: "Burn" }).click();
      await page.waitForURL(/q=re/);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        q: "re",
        status: "active",
        group: "none",
        sort: "burn",
        dir: "desc",
      });
      const before = await page.locator("tbody").textContent();
      await page.reload();
      await page.locator("tbody tr").first().waitFor();
      expect(await page.locator("tbody").textContent()).toBe(before);
      expect(await page.locator('th[aria-sort="descending"]').textContent()).toBe("Burn");
    });
  });

  it("a search without a match says so and can be cleared", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/?q=zzzz", "Portfolio");
      await page.getByText("No project fits this search.").waitFor();
      await page.getByRole("button", { name: "Clear the filters" }).click();
      await page.getByRole("link", { name: "SEO retainer" }).waitFor();
    });
  });

  it("an empty portfolio gives a lead the first step", async () => {
    await as("lead", {}, async (page) => {
      await page.route("**/rest/v1/project_summaries*", (route) => route.fulfill({ json: [] }));
      await visit(page, "/", "Portfolio");
      await page.getByRole("link", { name: "Import a portfolio" }).waitFor();
      await screenshot(page, "portfolio-empty");
    });
  });

  it("5,000 projects scroll to the end with few rows in the page", async () => {
    await as("lead", {}, async (page) => {
      await page.route("**/rest/v1/project_summaries*", async (route) => {
        await route.fulfill({ json: pageOfProjects(route.request().url()) });
      });
      await visit(page, "/?group=none", "Portfolio");
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
});
