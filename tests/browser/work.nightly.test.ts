/**
 * A lead creates a project from another, and a member finds its task under My work.
 * supabase/tests/portfolio/copy_project proves the copy, and tests/component/portfolio/new-project.test.ts proves its
 * form. tests/component/work/my-work.test.ts proves that a task is completed, and tests/service/work.test.ts proves
 * the contents of My work.
 */
import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { owner } from "../support/database.ts";
import { northlight, people } from "../support/personas.ts";
import { as, expectAccessible, screenshot, visit, waitUntilLoaded } from "./console.ts";
import { archiveOwnProjects, ownProject } from "./own-project.ts";

const copyName = `Copied ${randomUUID().slice(0, 8)}`;

afterAll(async () => {
  await owner`update public.projects set archived_at = now() where name = ${copyName}`;
  await archiveOwnProjects();
});

async function statusOfCopiedTask(): Promise<string | undefined> {
  const [task] = await owner<{ status: string }[]>`
    select tasks.status::text from public.tasks
    join public.projects on projects.id = tasks.project_id
    where projects.name = ${copyName}`;
  return task?.status;
}

it("a lead copies a project, and a member sees its task in My work and completes it", async () => {
  const source = await ownProject(`Original ${randomUUID().slice(0, 8)}`, ["member"]);
  const title = `Kick-off ${randomUUID().slice(0, 8)}`;
  await owner`update public.projects set starts_on = '2020-03-02' where id = ${source.id}`;
  await owner`
    insert into public.tasks (organization_id, project_id, title, assignee_id, due_on)
    values (${northlight}, ${source.id}, ${title}, ${people.member.personId}, '2020-03-03')`;

  await as("lead", {}, async (page) => {
    await visit(page, "/portfolio", "Portfolio");
    await page.getByRole("button", { name: "New project" }).click();
    const form = page.getByRole("dialog", { name: "New project" });
    await form.getByText("From another project").click();
    await form.getByRole("combobox", { name: "Project to copy" }).fill(source.name);
    await page.getByRole("option", { name: source.name }).click();
    await form.getByRole("textbox", { name: "Name", exact: true }).fill(copyName);
    await form.getByLabel("Start").fill("2020-03-09");
    await form.getByText(`${title}, due 10 Mar 2020`).waitFor();
    await form.getByText("1 task, set to open").waitFor();
    await form.getByRole("button", { name: "Create project" }).click();
    await page.getByRole("heading", { level: 1, name: copyName }).waitFor();
    await page.getByText(`Project ${copyName} created.`).waitFor();
  });
  expect(await statusOfCopiedTask()).toBe("open");

  await owner`update public.tasks set archived_at = now() where project_id = ${source.id}`;
  await as("member", { width: 390 }, async (page) => {
    await visit(page, "/", "My work");
    const box = page.getByRole("checkbox", { name: `Complete: ${title}` });
    await box.waitFor();
    await waitUntilLoaded(page);
    await expectAccessible(page, "My work of a member");
    await screenshot(page, "work-member-390");
    await box.focus();
    await page.keyboard.press("Space");
    await page.getByText(`“${title}” completed.`).waitFor();
    await box.waitFor({ state: "detached" });
    expect(await statusOfCopiedTask()).toBe("done");
    await page.keyboard.press("z");
    await box.waitFor();
    expect(await statusOfCopiedTask()).toBe("open");
  });
});
