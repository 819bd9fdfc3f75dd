import { describe, expect, it } from "vitest";
import { owner as sql } from "../support/database.ts";
import { people } from "../support/personas.ts";
import { as, expectAccessible, inEveryLook, screenshot, visit } from "./console.ts";
import { sortNames, testScopeOf } from "./portfolio-scope.ts";

describe("the portfolio of each role", () => {
  for (const person of ["lead", "member"] as const) testScopeOf(person);

  it("a client contact gets the small shell with only their own projects", async () => {
    const projects = await sql<{ name: string }[]>`
      select projects.name from public.projects
      join public.accounts on accounts.id = projects.account_id
      join public.people on people.client_id = accounts.client_id
      where people.id = ${people.client.personId} and projects.archived_at is null`;
    await as("client", {}, async (page) => {
      const loadedScripts: string[] = [];
      page.on("request", (request) => loadedScripts.push(new URL(request.url()).pathname));
      await visit(page, "/portfolio", "Your projects");
      await inEveryLook(page, async (look) => {
        const names = await page.getByRole("heading", { level: 2 }).allTextContents();
        expect(sortNames(names)).toEqual(sortNames(projects.map(({ name }) => name)));
        await expectAccessible(page, `client portfolio ${look}`);
        await screenshot(page, `portfolio-client-${look}`);
      });
      expect(await page.getByRole("navigation").count()).toBe(0);
      expect(loadedScripts.filter((path) => path.startsWith("/rest/v1/"))).toEqual([]);
      const internalScripts = /internal-app|portfolio-page|action-dialogs|import-page/;
      expect(loadedScripts.filter((path) => internalScripts.test(path))).toEqual([]);
    });
  });
});
