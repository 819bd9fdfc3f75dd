import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TimelinePage } from "../../web/src/features/projects/timeline.ts";
import { demoId } from "../support/personas.ts";
import { as, expectAccessible, inEveryLook, screenshot, settled, stack, visit } from "./console.ts";

const sql = postgres(stack.database_url, { max: 1, onnotice: () => {} });
afterAll(() => sql.end());

const shop = demoId(4, 1, 1);
const shopHeading = "Web shop relaunch";

/** An answer of the function as this person, asked behind the console's back. */
async function timelineOf(email: string, args: string): Promise<TimelinePage> {
  return sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', json_build_object('sub', id)::text, true),
      set_config('role', 'authenticated', true) from auth.users where email = ${email}`;
    const [answer] = await tx.unsafe(`select get_project_timeline('${shop}', ${args}) as page`);
    return answer?.["page"] as TimelinePage;
  }) as Promise<TimelinePage>;
}

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
    });
  });

  it("finds and filters tasks in the database, and the address keeps the search", async () => {
    await as("member", {}, async (page) => {
      await visit(page, `/projects/${shop}?view=tasks`, shopHeading);
      await page.getByLabel("Search tasks").fill("product p");
      await page.getByText("Done", { exact: true }).first().click();
      await page.waitForURL(/status=done/);
      await page.waitForURL(/q=product/);
      await settled(page);
      const [truth] = await sql<{ count: number }[]>`
        select count(*)::int from public.tasks
        where project_id = ${shop} and title ilike '%product p%' and status = 'done'`;
      expect(truth?.count).toBeGreaterThan(0);
      await page.getByText(`${truth?.count} task`).waitFor();
      await page.reload();
      await page.getByText(`${truth?.count} task`).waitFor();
      expect(await page.getByLabel("Search tasks").inputValue()).toBe("product p");
    });
  });

  it("opens the task that the address names, above the table, and closes it", async () => {
    const [task] = await sql<{ id: string; title: string }[]>`
      select id, title from public.tasks where project_id = ${shop} order by title limit 1`;
    const [foreign] = await sql<{ id: string }[]>`
      select id from public.tasks where project_id = ${demoId(4, 1, 2)} limit 1`;
    await as("member", {}, async (page) => {
      await visit(page, `/projects/${shop}?view=tasks&task=${task?.id}`, shopHeading);
      const opened = page.getByRole("region", { name: task?.title ?? "" });
      await opened.getByText("Assignee").waitFor();
      await expectAccessible(page, "opened task");
      await opened.getByRole("button", { name: "Close the task" }).click();
      await opened.waitFor({ state: "detached" });
      expect(new URL(page.url()).searchParams.get("task")).toBeNull();
      for (const id of [foreign?.id, randomUUID(), "not-an-id"]) {
        await visit(page, `/projects/${shop}?view=tasks&task=${id}`, shopHeading);
        await page.getByText("There is no such task in this project.").waitFor();
      }
      await page.getByRole("button", { name: "Show all tasks" }).click();
      await page.getByText("There is no such task").waitFor({ state: "detached" });
    });
  });

  it("a search for any of the signs of a syntax is text", async () => {
    await as("member", {}, async (page) => {
      for (const text of ["100%", "a_b", 'say "x"', "a,b)", "\\"]) {
        const address = `/projects/${shop}?view=tasks&q=${encodeURIComponent(text)}`;
        await visit(page, address, shopHeading);
        await page.getByText("No task fits this search.").waitFor();
      }
    });
  });

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

  it.each(["timeline", "tasks", "hours", "details"])(
    "%s is accessible in every look",
    async (view) => {
      await as("lead", {}, async (page) => {
        await visit(page, `/projects/${shop}?view=${view}`, shopHeading);
        await inEveryLook(page, async (look) => {
          await expectAccessible(page, `project ${view} ${look}`);
          await screenshot(page, `project-${view}-${look}`);
        });
      });
    },
  );
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

  it("tells the lead every day that the database tells, and more of them when asked", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, `/projects/${shop}`, shopHeading);
      const days = page.getByRole("list", { name: "Timeline" }).locator("> li > div > time");
      const shown = () =>
        days.evaluateAll((times) => times.map((time) => time.getAttribute("datetime")));
      const first = await timelineOf("lead@demo.test", "day_limit => 30");
      expect(await shown()).toEqual([...new Set(first.entries.map(({ day }) => day))]);
      await page.getByText("Payment runs in the test system").first().waitFor();
      await page.getByText(/^Due: .* → /).waitFor();

      await page.getByRole("button", { name: "Show earlier" }).click();
      await expect.poll(async () => (await shown()).length).toBeGreaterThan(30);
      await settled(page);
      const second = await timelineOf(
        "lead@demo.test",
        `day_limit => 30, before => '${first.next_before}'`,
      );
      expect(await shown()).toEqual([
        ...new Set([...first.entries, ...second.entries].map(({ day }) => day)),
      ]);
    });
  });

  it("shows only the kinds chosen, and the address keeps them", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, `/projects/${shop}`, shopHeading);
      await page.getByText("Status", { exact: true }).nth(1).click();
      await page.waitForURL(/kinds=status_update/);
      await settled(page);
      const [truth] = await sql<{ count: number }[]>`
        select count(*)::int from public.status_updates where project_id = ${shop}`;
      const items = page.locator("[data-kind]");
      await expect.poll(() => items.count()).toBe(truth?.count);
      expect(await page.locator("[data-kind=status_update]").count()).toBe(truth?.count);
      await page.reload();
      await expect.poll(() => items.count()).toBe(truth?.count);
      expect(await page.getByRole("checkbox", { name: "Status" }).isChecked()).toBe(true);
    });
  });

  it("tells a member nothing of what only leads may read, on a phone too", async () => {
    for (const width of [1440, 390] as const) {
      await as("member", { width }, async (page) => {
        await visit(page, `/projects/${shop}`, shopHeading);
        await page.getByText("Payment runs in the test system").first().waitFor();
        expect(await page.locator("[data-kind=hours]").count()).toBeGreaterThan(0);
        expect(await page.locator("[data-kind=project_changed]").count()).toBe(0);
        expect(await page.getByRole("checkbox", { name: "Changes" }).count()).toBe(0);
      });
    }
  });

  it("leads from a task to the task", async () => {
    await as("member", {}, async (page) => {
      await visit(page, `/projects/${shop}?kinds=tasks_completed`, shopHeading);
      const link = page.locator("[data-kind=tasks_completed] a").first();
      const title = await link.textContent();
      await link.click();
      await page.waitForURL(/view=tasks/);
      await page.getByRole("row", { name: title ?? "" }).waitFor();
    });
  });

  it("says what will be here and gives the first step where nothing has happened", async () => {
    const unsold = demoId(4, 1, 14);
    await as("lead", {}, async (page) => {
      await visit(page, `/projects/${unsold}`, "Tariff calculator");
      await page.getByRole("heading", { name: "Nothing has happened yet" }).waitFor();
      await page.getByText("Post the first status").waitFor();
      await screenshot(page, "project-empty");
      await page.getByRole("tab", { name: /^Hours/ }).click();
      await page.getByText("There are none yet").waitFor();
      expect(await page.locator(".recharts-surface").count()).toBe(0);
    });
  });
});

describe("a project's burn", () => {
  it("the table behind the chart says what the database adds up", async () => {
    const truth = await sql<{ hours: string; total: string }[]>`
      select sum(hours)::float8::text as hours,
        (sum(sum(hours)) over (order by date_trunc('month', spent_on)))::float8::text as total
      from public.time_entries where project_id = ${shop}
      group by date_trunc('month', spent_on) order by date_trunc('month', spent_on) desc`;
    await as("lead", {}, async (page) => {
      const refused: string[] = [];
      page.on("console", (message) => {
        if (/content security policy/i.test(message.text())) refused.push(message.text());
      });
      await visit(page, `/projects/${shop}?view=hours`, shopHeading);
      await page.locator(".recharts-area-curve").waitFor();
      // Drawn, and there for whoever listens.
      const rows = page.getByRole("table", { name: "Hours by month" }).locator("tbody tr");
      const figures = await rows.evaluateAll((all) =>
        all.map((row) => {
          const [hours, total] = [...row.querySelectorAll("td")].map((cell) => cell.textContent);
          return { hours, total };
        }),
      );
      expect(figures).toEqual(truth.map((row) => ({ ...row })));
      await page.getByText(/^\d.* of 620 h used, \d+%/).waitFor();

      await page.getByRole("button", { name: "Show as table" }).click();
      expect(await page.locator(".recharts-surface").count()).toBe(0);
      expect((await rows.first().boundingBox())?.width).toBeGreaterThan(100);
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `burn table ${look}`);
        await screenshot(page, `project-burn-table-${look}`);
      });
      expect(refused).toEqual([]);
    });
  });
});
