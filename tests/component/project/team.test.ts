import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { people as peopleRoute } from "../../../supabase/functions/_domain/identity/people-contract.ts";
import { post } from "../answers.ts";
import { expectAccessible, focusedText, inEveryLook, openConsole, screenshot } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { shop, shopAnswers } from "../fixtures/project-page.ts";
import { addOmar, address, everybody, newcomers, openTeam, team, teamRoute } from "./team-form.ts";

describe("a project's team", () => {
  it("adds several people and removes others in one change, by keyboard, and undoes it", async () => {
    const { answer, changes } = teamRoute();
    const { page, dialog } = await openTeam(answer);
    const field = dialog.getByRole("combobox", { name: "Add people" });
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    for (const { name } of newcomers) {
      await page.keyboard.type(name.slice(0, 4));
      await page.getByRole("option", { name: new RegExp(name) }).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await field.fill("");
    }
    await page.keyboard.press("Escape");
    const member = dialog.getByRole("checkbox", { name: new RegExp(people.member.name) });
    await member.focus();
    await page.keyboard.press("Space");
    const preview = dialog.getByRole("region", { name: "Changes" });
    const lines = preview.getByRole("listitem");
    await expect
      .poll(() => lines.allTextContents())
      .toEqual([
        "Nora Example joins, and will see this project",
        "Omar Example joins, and will see this project",
        "Max Example leaves, and will no longer see this project",
      ]);
    await preview.getByText("Max Example leads it and will no longer see it.").waitFor();
    await dialog.getByRole("button", { name: "Save team" }).press("Enter");
    await page.getByText("2 people joined, 1 person left.").waitFor();
    expect(changes()).toMatchObject([
      { project_id: shop?.id, add: newcomers.map(({ id }) => id), remove: [people.member.id] },
    ]);
    await expect.poll(() => focusedText(page)).toBe("Change team");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    expect(changes()[1]).toMatchObject({
      add: [people.member.id],
      remove: newcomers.map(({ id }) => id),
    });
  });

  it("offers neither client contacts nor offboarded people, and saves nothing without a preview", async () => {
    const { answer } = teamRoute();
    const { page, dialog } = await openTeam(answer);
    expect(await dialog.getByRole("button", { name: "Save team" }).isDisabled()).toBe(true);
    await dialog.getByRole("combobox", { name: "Add people" }).fill("Example");
    await page.getByRole("option", { name: /Nora/ }).waitFor();
    for (const name of ["Gone", "Clara", "Max", "Lena"]) {
      expect(await page.getByRole("option", { name: new RegExp(name) }).count()).toBe(0);
    }
  });

  it("names the person who prevents a change, and keeps the selection", async () => {
    const refusal = post(peopleRoute, () => {
      throw new AppError(409, "person_archived", "Nora Example has left. Invite them again");
    });
    const { page, dialog } = await openTeam(refusal);
    await dialog.getByRole("combobox", { name: "Add people" }).fill("Nora");
    await page.getByRole("option", { name: /Nora/ }).click();
    await dialog.getByText(/Nora Example has left. Invite them again/).waitFor();
    expect(await dialog.getByRole("button", { name: "Save team" }).isDisabled()).toBe(true);
    await dialog.getByText("Nora Example · Member").first().waitFor();
  });

  it("is read-only for a member", async () => {
    const page = await openConsole(address, {
      as: people.member,
      answers: [everybody, ...shopAnswers().answers],
    });
    await team(page).getByText(people.member.name).waitFor();
    expect(await team(page).getByRole("button").count()).toBe(0);
  });

  it("is changed accessibly in every look", async () => {
    const { page } = await addOmar(1440);
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `team ${look}`);
      await screenshot(page, `team-${look}`);
    });
  });
});
