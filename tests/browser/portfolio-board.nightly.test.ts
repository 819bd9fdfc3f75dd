/**
 * The “Mine” filter, and the page of a client. tests/laws/scope proves who reads a client, tests/component/portfolio
 * proves the filters and the pages, and account-page.nightly.test.ts proves an account.
 */
import { describe, expect, it } from "vitest";
import { owner as sql } from "../support/database.ts";
import { people } from "../support/personas.ts";
import {
  as,
  expectAccessible,
  inEveryLook,
  screenshot,
  visit,
  waitUntilLoaded,
} from "./console.ts";
import { ownProject } from "./own-project.ts";

describe("filters", () => {
  it("“Mine” shows the projects that a lead leads or works on", async () => {
    const ownBoardProject = await ownProject("Mine alone");
    await sql`
      insert into public.project_members (organization_id, project_id, person_id)
      values (${people.lead.organizationId}, ${ownBoardProject.id}, ${people.lead.personId})`;
    const truth = await sql<{ name: string }[]>`
      select name from public.projects
      where archived_at is null and (lead_id = ${people.lead.personId} or id in (
        select project_id from public.project_members where person_id = ${people.lead.personId}))`;
    await as("lead", {}, async (page) => {
      await visit(page, "/portfolio?group=none", "Portfolio");
      await page.getByText("Mine", { exact: true }).click();
      await page.waitForURL(/mine=1/);
      await page.getByText(`Total: ${truth.length} project`).waitFor();
      const names = await page.locator('main th a[href^="/projects/"]').allTextContents();
      expect(names.toSorted()).toEqual(truth.map(({ name }) => name).toSorted());
    });
  });
});

describe("a client's page", () => {
  it("opens from the heading of its group, lists its accounts, and is not found for a member without its projects", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/portfolio?q=reader", "Portfolio");
      const link = page.locator('main a[href^="/clients/"]').first();
      const address = (await link.getAttribute("href")) ?? "";
      await link.click();
      await page.getByRole("heading", { level: 1, name: "Quillbrook Press" }).waitFor();
      await page.getByRole("button", { name: "New account" }).waitFor();
      await waitUntilLoaded(page);
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `client ${look}`);
        await screenshot(page, `client-page-${look}`);
      });
      await as("member2", {}, (otherPage) => visit(otherPage, address, "There is no such client"));
      await page.getByRole("link", { name: "Digital publishing" }).click();
      await page.getByRole("heading", { level: 1, name: "Digital publishing" }).waitFor();
      await page.getByRole("main").getByRole("link", { name: "Quillbrook Press" }).click();
      await page.getByRole("heading", { level: 1, name: "Quillbrook Press" }).waitFor();
    });
  });
});
