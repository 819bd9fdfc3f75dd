import type { Page } from "playwright-core";
import postgres from "postgres";
import { afterAll, describe, expect, it } from "vitest";
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
        await visit(page, "/portfolio", "Portfolio");
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

  it("a client contact gets the small shell with only their own projects", async () => {
    const own = await sql<{ name: string }[]>`
      select projects.name from public.projects
      join public.accounts on accounts.id = projects.account_id
      join public.people on people.client_id = accounts.client_id
      where people.id = ${people.client.personId} and projects.archived_at is null`;
    await as("client", {}, async (page) => {
      const loaded: string[] = [];
      page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
      await visit(page, "/portfolio", "Your projects");
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
});
