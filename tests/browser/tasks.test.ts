import postgres from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { people } from "../support/personas.ts";
import { as, expectAccessible, screenshot, stack, visit, waitUntilLoaded } from "./console.ts";
import { archiveOwnProjects, ownProject } from "./own-project.ts";

const sql = postgres(stack.database_url, { max: 1, onnotice: () => {} });
afterAll(async () => {
  await archiveOwnProjects();
  await sql.end();
});

const title = "Send the statement of work";

describe("a member on a phone", () => {
  it("creates a task, comments with a mention and closes the task; people outside the project see nothing", async () => {
    const project = await ownProject("Tasks on a phone", ["member"]);
    const [otherPerson] = await sql<{ name: string }[]>`
      select name from public.people where id = ${people.lead.personId}`;
    if (!otherPerson) throw new Error("The seeds have no lead");
    let address = "";

    await as("member", { width: 390 }, async (page) => {
      await visit(page, `/tasks?project=${project.id}`, "Tasks");
      await page.getByRole("button", { name: "New task" }).click();
      const dialog = page.getByRole("dialog", { name: "New task" });
      await dialog.getByLabel("Title").fill(title);
      await dialog.getByRole("button", { name: "Create task" }).click();
      await dialog.waitFor({ state: "detached" });

      await page.getByRole("link", { name: title }).click();
      const panel = page.getByRole("dialog", { name: title });
      await panel.getByLabel("New comment").click();
      await page.keyboard.type(`Please check it @${otherPerson.name.slice(0, 3)}`);
      await panel.getByRole("option", { name: otherPerson.name }).click();
      await panel.getByRole("button", { name: "Add comment" }).click();
      await panel.getByText(`@${otherPerson.name}`, { exact: true }).waitFor();

      await panel.getByRole("combobox", { name: "Status" }).click();
      await page.getByRole("option", { name: "Done" }).click();
      await page.getByText("Status saved.").waitFor();
      await waitUntilLoaded(page);
      await expectAccessible(page, "panel of a task on a phone", { everyRule: true });
      await screenshot(page, "task-panel-member-390");
      address = page.url();
    });

    const [task] = await sql<{ id: string; status: string; body: string; mentioned: string[] }[]>`
      select tasks.id, tasks.status, comments.body,
        array(select person_id from private.task_comment_mentions as mentions
              where mentions.comment_id = comments.id) as mentioned
      from public.tasks join public.task_comments as comments on comments.task_id = tasks.id
      where tasks.project_id = ${project.id}`;
    expect(task).toMatchObject({
      status: "done",
      body: `Please check it @${otherPerson.name}`,
      mentioned: [people.lead.personId],
    });

    await as("member2", {}, async (page) => {
      await visit(page, `/tasks?project=${project.id}&status=all&task=${task?.id}`, "Tasks");
      await page.getByRole("dialog").getByText("There is no such task").waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
      expect(await page.getByText(title).count()).toBe(0);
    });
    expect(address).toContain(`task=${task?.id}`);
  });
});
