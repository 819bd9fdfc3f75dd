/**
 * The search for tasks, foreign ids in a URL, and the timeline of a project. supabase/tests/portfolio (list_tasks,
 * get_project_timeline) proves the search and the timeline, tests/laws/matrix/foreign-ids.test.ts proves foreign ids,
 * and tests/component/project/project.test.ts proves the page.
 */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { TimelinePage } from "../../web/src/features/projects/timeline.ts";
import { owner as sql } from "../support/database.ts";
import { demoId } from "../support/personas.ts";
import { as, visit, waitUntilLoaded } from "./console.ts";

const shop = demoId(4, 1, 1);
const shopHeading = "Web shop relaunch";

/** The function's answer to this person, called directly and not through the console. */
async function timelineOf(email: string, args: string): Promise<TimelinePage> {
  return sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', json_build_object('sub', id)::text, true),
      set_config('role', 'authenticated', true) from auth.users where email = ${email}`;
    const [answer] = await tx.unsafe(`select get_project_timeline('${shop}', ${args}) as page`);
    return answer?.["page"] as TimelinePage;
  }) as Promise<TimelinePage>;
}

describe("a project's page", () => {
  it("finds and filters tasks in the database, and the URL keeps the search", async () => {
    await as("member", {}, async (page) => {
      await visit(page, `/projects/${shop}?view=tasks`, shopHeading);
      await page.getByLabel("Search tasks").fill("product p");
      await page.getByText("Done", { exact: true }).first().click();
      await page.waitForURL(/status=done/);
      await page.waitForURL(/q=product/);
      await waitUntilLoaded(page);
      const [truth] = await sql<{ count: number }[]>`
        select count(*)::int from public.tasks
        where project_id = ${shop} and title ilike '%product p%' and status = 'done'`;
      expect(truth?.count).toBeGreaterThan(0);
      await page.getByText(`${truth?.count} task`).waitFor();
      await page.reload();
      await page.getByText(`${truth?.count} task`).waitFor();
      expect(await page.getByLabel("Search tasks").inputValue()).toBe("product p");
      await page.getByText("Done", { exact: true }).first().click();
      await page.waitForURL((url) => !url.searchParams.has("status"));
      // Syntax characters are plain text.
      for (const text of ["100%", "a_b", 'say "x"', "a,b)", "\\"]) {
        await page.getByLabel("Search tasks").fill("product p");
        await page.getByRole("table", { name: "Tasks" }).waitFor();
        await page.getByLabel("Search tasks").fill(text);
        await page.getByText("No task matches this search.").waitFor();
      }
    });
  });

  it("a foreign, a random and a malformed id lead to the same page", async () => {
    const foreignId = demoId(4, 2, 1);
    const notTheirs = demoId(4, 1, 2);
    await as("member", {}, async (page) => {
      const answers: (string | null)[] = [];
      for (const id of [foreignId, notTheirs, randomUUID(), "not-an-id"]) {
        await visit(page, `/projects/${id}`, "There is no such project");
        answers.push(await page.getByRole("main").textContent());
      }
      expect(new Set(answers).size).toBe(1);
    });
  });
});

describe("a project's timeline", () => {
  beforeAll(async () => {
    await sql`
      insert into public.audit_events (organization_id, occurred_at, actor_person_id, actor_db_role,
        action, object_type, object_id, project_id, before, after)
      select organization_id, now() - interval '3 days', lead_id, 'authenticated', 'project.updated',
        'project', id, id, jsonb_build_object('due_on', due_on - 7, 'version', 1),
        jsonb_build_object('due_on', due_on, 'version', 2)
      from public.projects where id = ${shop}`;
  });

  it("shows the lead every day in the database, and earlier ones on request", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, `/projects/${shop}`, shopHeading);
      const days = page.getByRole("list", { name: "Timeline" }).locator("> li > div > time");
      const shownDays = () =>
        days.evaluateAll((times) => times.map((time) => time.getAttribute("datetime")));
      const first = await timelineOf("lead@demo.test", "day_limit => 30");
      expect(await shownDays()).toEqual([...new Set(first.entries.map(({ day }) => day))]);
      await page.getByText("Payment runs in the test system").first().waitFor();
      await page.getByText(/^Due: .* → /).waitFor();

      await page.getByRole("button", { name: "Show earlier entries" }).click();
      await expect.poll(async () => (await shownDays()).length).toBeGreaterThan(30);
      await waitUntilLoaded(page);
      const second = await timelineOf(
        "lead@demo.test",
        `day_limit => 30, before => '${first.next_before}'`,
      );
      expect(await shownDays()).toEqual([
        ...new Set([...first.entries, ...second.entries].map(({ day }) => day)),
      ]);
    });
  });
});
