import { describe, expect, it } from "vitest";
import { owner as sql } from "../support/database.ts";
import { demoId } from "../support/personas.ts";
import { as, visit } from "./console.ts";

const shop = demoId(4, 1, 1);
const shopHeading = "Web shop relaunch";

describe("a project's page", () => {
  it("shows the hours, tasks and people of the database", async () => {
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
      const members = page.getByRole("region", { name: "Team" }).getByRole("listitem");
      expect(await members.count()).toBe(truth.people.length);
      for (const name of truth.people) await members.filter({ hasText: name }).waitFor();
    });
  });
});
