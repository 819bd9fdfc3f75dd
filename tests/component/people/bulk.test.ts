import { expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { people as peopleRoute } from "../../../supabase/functions/_domain/identity/people-contract.ts";
import { post } from "../answers.ts";
import { expectAccessible, openConsole, screenshot, widthsByDepth } from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { projects } from "../fixtures/projects.ts";
import { list, answers as listAnswers } from "./people-list.ts";

const shop = projects[0];
const [bela, tove] = [idOf(5, 11), idOf(5, 12)];

/** The service of teams, which records requests. */
function teams(refusal?: AppError) {
  const requests: unknown[] = [];
  const answer = post(peopleRoute, ({ body }) => {
    if (body.action !== "preview_team" && body.action !== "change_team") {
      throw new Error(`Not about a team: ${body.action}`);
    }
    const { action, project_id, add, remove } = body;
    requests.push([action, add, remove]);
    if (body.action === "change_team") {
      if (refusal) throw refusal;
      return { action: body.action, project_id, added: add, removed: remove };
    }
    return {
      action: body.action,
      people: [...add, ...remove].map((id) => ({
        id,
        name: id === bela ? "Bela Horvath" : "Tove Sandberg",
        role: "member" as const,
        leads_project: false,
        was_member: !add.includes(id),
        is_member: add.includes(id),
        saw_project: !add.includes(id),
        sees_project: add.includes(id),
      })),
    };
  });
  return { requests, answers: [answer, ...listAnswers] };
}

it.each(widthsByDepth)(
  "a lead adds selected people to a project after a preview, and undoes it, at %i px",
  async (width) => {
    const { requests, answers } = teams();
    const page = await openConsole(list, { width, answers });
    for (const name of ["Bela Horvath", "Tove Sandberg", people.client.name]) {
      await page.getByRole("checkbox", { name: `Select: ${name}` }).check();
    }
    await page.getByRole("button", { name: "Edit people" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Edit 3 people" });
    await dialog.getByText("1 person left out:").waitFor();
    await dialog.getByRole("combobox", { name: "Project" }).click();
    await page.getByRole("option", { name: shop?.name ?? "" }).click();
    await dialog.getByText("joins, and will see this project").first().waitFor();
    await expectAccessible(page, `bulk edit of people at ${width}`);
    await screenshot(page, `people-bulk-${width}`);
    await dialog.getByRole("button", { name: "Add 2 people" }).evaluate((button) => {
      (button as HTMLElement).click();
      (button as HTMLElement).click();
    });
    await page.getByText("2 people joined.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    const ids = [bela, tove];
    expect(requests).toEqual([
      ["preview_team", ids, []],
      ["change_team", ids, []],
      ["change_team", [], ids],
    ]);
  },
);

it("a refusal changes nobody and is shown, and the selection stays", async () => {
  const refusal = new AppError(409, "person_has_left", "Bela Horvath has left");
  const page = await openConsole(list, { answers: teams(refusal).answers });
  await page.getByRole("checkbox", { name: "Select: Bela Horvath" }).check();
  await page.getByRole("button", { name: "Edit people" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit 1 person" });
  await dialog.getByRole("combobox", { name: "Project" }).click();
  await page.getByRole("option", { name: shop?.name ?? "" }).click();
  await dialog.getByRole("button", { name: "Add 1 person" }).click();
  await dialog.getByText("Bela Horvath has left").waitFor();
  await page.getByText("1 person selected").waitFor();
});
