import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { demoId } from "../support/personas.ts";
import { as, expectAccessible, inEveryLook, screenshot, settled, stack, visit } from "./console.ts";

const sql = postgres(stack.database_url, { max: 1, onnotice: () => {} });
afterAll(() => sql.end());

const shop = demoId(4, 1, 1);
const shopHeading = "Web shop relaunch";

describe("a project's page", () => {
  it("shows the hours, tasks and people that the database holds", async () => {
    const [truth] = await sql<{ hours: number; tasks: number; people: string[] }[]>`
      select
        (select sum(hours)::float8 from public.time_entries where project_id = ${shop}) as hours,
        (select count(*)::int from public.tasks where project_id = ${shop}) as tasks,
        array(select people.name from public.project_members
              join public.people on people.id = project_members.person_id
              where project_id = ${shop} order by people.name) as people`;
    if (!truth) throw new Error("The seeds have no web shop");
    await as("member", {}, async (page) => {
      await visit(page, `/projects/${shop}`, shopHeading);
      await page.getByRole("tab", { name: `Tasks ${truth.tasks}` }).waitFor();
      await page.getByRole("tab", { name: `Hours ${truth.hours} h` }).waitFor();
      const members = page.getByRole("region", { name: "People" }).getByRole("listitem");
      expect(await members.count()).toBe(truth.people.length);
      for (const name of truth.people) await members.filter({ hasText: name }).waitFor();
      const months = await page
        .getByRole("table", { name: "Hours by month" })
        .locator("tbody td:nth-child(2)")
        .allTextContents();
      const sum = months.reduce((total, figure) => total + Number.parseFloat(figure), 0);
      expect(Math.abs(sum - truth.hours)).toBeLessThan(0.05 * months.length + 0.01);
    });
  });

  it("finds and filters tasks in the database, and the address keeps the search", async () => {
    await as("member", {}, async (page) => {
      await visit(page, `/projects/${shop}?view=tasks`, shopHeading);
      await page.getByLabel("Search tasks").fill("test");
      await page.getByText("Done", { exact: true }).first().click();
      await page.waitForURL(/status=done/);
      await page.waitForURL(/q=test/);
      await settled(page);
      const [truth] = await sql<{ count: number }[]>`
        select count(*)::int from public.tasks
        where project_id = ${shop} and title ilike '%test%' and status = 'done'`;
      await page.getByText(`${truth?.count} task`).waitFor();
      await page.reload();
      await page.getByText(`${truth?.count} task`).waitFor();
      expect(await page.getByLabel("Search tasks").inputValue()).toBe("test");
    });
  });

  it.each(["100%", "a_b", 'say "x"', "a,b)", "\\"])(
    "a search for %s is text, not syntax",
    async (text) => {
      await as("member", {}, async (page) => {
        const address = `/projects/${shop}?view=tasks&q=${encodeURIComponent(text)}`;
        await visit(page, address, shopHeading);
        await page.getByText("No task fits this search.").waitFor();
      });
    },
  );

  it("a foreign, a random and a malformed id are the same page", async () => {
    const foreign = demoId(4, 2, 1);
    const notTheirs = demoId(4, 1, 2);
    await as("member", {}, async (page) => {
      const answers: (string | null)[] = [];
      for (const id of [foreign, notTheirs, randomUUID(), "not-an-id"]) {
        await visit(page, `/projects/${id}`, "There is no such project");
        answers.push(await page.getByRole("main").textContent());
      }
      expect(new Set(answers).size).toBe(1);
    });
  });

  it.each(["overview", "tasks", "hours"])("%s is accessible in every look", async (view) => {
    await as("lead", {}, async (page) => {
      await visit(page, `/projects/${shop}?view=${view}`, shopHeading);
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `project ${view} ${look}`);
        await screenshot(page, `project-${view}-${look}`);
      });
    });
  });
});
