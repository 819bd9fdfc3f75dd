/** The portfolio of each role. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { owner as sql } from "../support/database.ts";
import { type PersonName, people } from "../support/personas.ts";
import { as, expectAccessible, inEveryLook, screenshot, visit } from "./console.ts";

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

export const sortNames = (names: string[]) => names.toSorted((a, b) => (a < b ? -1 : 1));

/** Declares the test that a person sees the projects of their scope. */
export function testScopeOf(person: PersonName): void {
  it(`${person} sees exactly the projects of their scope`, async () => {
    const scope = sortNames(await projectsOf(person));
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
  });
}
