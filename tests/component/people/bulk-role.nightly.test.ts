/** The role of several people, changed at once; bulk.test.ts proves a change of the team. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import type { Answer } from "../answers.ts";
import {
  expectAccessible,
  focusedText,
  openConsole,
  screenshot,
  widthsByDepth,
} from "../console.ts";
import { people } from "../fixtures/people.ts";
import { organization, requestedChanges } from "./organization.ts";
import { list, answers as listAnswers } from "./people-list.ts";

const { admin, lead, member, client } = people;
const LAST_ADMIN = "This is the last admin of the organization. Make another person admin first";

async function selectPeople(names: string[], answers: Answer[], width: 1440 | 390 = 1440) {
  const page = await openConsole(list, { as: admin, width, answers });
  for (const name of names) await page.getByRole("checkbox", { name: `Select: ${name}` }).check();
  await page.getByRole("button", { name: "Edit people" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Edit \d/ });
  await dialog.getByLabel("Change").selectOption("Change role");
  return { page, dialog };
}

const itemOf = (page: Page, name: string) =>
  page.getByRole("region", { name: "Changes" }).getByRole("listitem").filter({ hasText: name });

it.each(widthsByDepth)(
  "an admin sees the effect on every person, keeps the last admin, and undoes the change, at %i px",
  async (width) => {
    const { answers, requests } = organization((action) =>
      action.action === "preview" && action.person_id === admin.id
        ? new AppError(409, "last_admin", LAST_ADMIN)
        : undefined,
    );
    const names = [admin, lead, member, client].map(({ name }) => name);
    const { page, dialog } = await selectPeople(names, answers, width);
    await dialog.getByText("1 person left out:").waitFor();
    await dialog.getByLabel("Role").selectOption("Member");
    await dialog
      .getByRole("heading", { name: "1 role will change, 1 can't be changed, 1 unchanged" })
      .waitFor();
    await itemOf(page, admin.name).getByText(`Not changed: ${LAST_ADMIN}.`).waitFor();
    await itemOf(page, lead.name).getByText("Sees the whole organization: Yes").waitFor();
    await expectAccessible(page, `bulk change of a role at ${width}`, { everyRule: true });
    await screenshot(page, `people-bulk-role-${width}`);
    expect(requestedChanges(requests)).toEqual([]);
    await dialog.getByRole("button", { name: "Change 1 role" }).evaluate((button) => {
      (button as HTMLElement).click();
      (button as HTMLElement).click();
    });
    await page.getByText("1 role changed.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    expect(requestedChanges(requests)).toEqual([
      [1, { to: "role", role: "member" }],
      [2, { to: "role", role: "lead", client_id: null }],
    ]);
  },
);

it("the viewer's own role changes only in their own entry", async () => {
  const { answers, requests } = organization();
  const { page, dialog } = await selectPeople([admin.name, member.name], answers);
  await dialog.getByLabel("Role").selectOption("Lead");
  await itemOf(page, admin.name).getByText("Change your own role in your own entry").waitFor();
  await dialog.getByRole("button", { name: "Change 1 role" }).click();
  await page.getByText("1 role changed.").waitFor();
  expect(requestedChanges(requests)).toEqual([[1, { to: "role", role: "lead" }]]);
});

it("a refused person is named, and the others change", async () => {
  const { answers, requests } = organization((action) =>
    action.action === "change" && action.person_id === lead.id
      ? new AppError(409, "version_conflict", "The person was changed in the meantime")
      : undefined,
  );
  const { page, dialog } = await selectPeople([lead.name, member.name], answers);
  await dialog.getByLabel("Role").selectOption("Admin");
  await dialog.getByRole("button", { name: "Change 2 roles" }).click();
  await expect.poll(() => focusedText(page)).toBe("1 role changed, 1 can't be changed");
  await itemOf(page, lead.name)
    .getByText("Not changed: The person was changed in the meantime.")
    .waitFor();
  expect(requestedChanges(requests)).toHaveLength(2);
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect.poll(() => page.getByText("2 people selected").count()).toBe(0);
});

it("undo gives a lead the prompt back, which a member cannot own", async () => {
  const { answers, requests, directory } = organization((action) => {
    if (action.action === "change" && action.change.to === "role") {
      const person = directory.find(({ id }) => id === action.person_id);
      if (action.change.role === "member") Object.assign(person ?? {}, { is_prompt_owner: false });
    }
    return undefined;
  });
  Object.assign(directory.find(({ id }) => id === lead.id) ?? {}, { is_prompt_owner: true });
  const { page, dialog } = await selectPeople([lead.name], answers);
  await dialog.getByLabel("Role").selectOption("Member");
  await dialog.getByRole("button", { name: "Change 1 role" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone.").waitFor();
  expect(requestedChanges(requests)).toEqual([
    [1, { to: "role", role: "member" }],
    [2, { to: "role", role: "lead", client_id: null }],
    [3, { to: "prompt_owner", is_prompt_owner: true }],
  ]);
});

it("a lead can change teams but no role", async () => {
  const page = await openConsole(list, { answers: listAnswers });
  await page.getByRole("checkbox", { name: "Select: Bela Horvath" }).check();
  await page.getByRole("button", { name: "Edit people" }).click();
  const options = page.getByRole("dialog").getByLabel("Change").getByRole("option");
  expect(await options.allTextContents()).toEqual(["Add to a project", "Remove from a project"]);
});
