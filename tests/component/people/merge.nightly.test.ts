/** The merge of two entries; tests/service/people-merge.test.ts proves what becomes of their records. */
import { describe, expect, it } from "vitest";
import {
  expectAccessible,
  focusedText,
  inEveryLookOfState,
  openConsole,
  screenshot,
} from "../console.ts";
import { people } from "../fixtures/people.ts";
import { projects } from "../fixtures/projects.ts";
import { admin, importedName, list, member, open, organizationWithImport } from "./merges.ts";
import { importedPerson, requestedChanges } from "./organization.ts";

describe("an imported person", () => {
  it("is invited by name, with the projects they join", async () => {
    const { answers, requests } = organizationWithImport();
    const page = await open(importedPerson.id ?? "", answers);
    await page.getByRole("link", { name: "Invite person" }).last().click();
    await page.getByRole("heading", { name: `Invite ${importedName}` }).waitFor();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe(importedName);
    await page.getByLabel("Email").fill("max.import@example.test");
    await page.getByRole("combobox", { name: "Projects" }).click();
    await page.getByRole("option").first().click();
    await page.keyboard.press("Escape");
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `invite imported ${look}`);
      await screenshot(page, `people-invite-imported-${look}`);
    });
    await page.getByRole("button", { name: "Create an invitation link" }).click();
    const link = page.getByLabel("Invitation link");
    await link.waitFor();
    const details = new URLSearchParams(new URL(await link.inputValue()).hash.slice(1));
    expect(Object.fromEntries(details)).toEqual({
      token: "0".repeat(64),
      organization: admin.organization.name,
      inviter: admin.name,
      email: "max.import@example.test",
      role: "member",
      project: projects[0]?.name,
    });
    expect(requests).toMatchObject([
      {
        person_id: importedPerson.id,
        email: "max.import@example.test",
        project_ids: [projects[0]?.id],
      },
    ]);
  });

  it("with a similar name is asked about before a second entry is created", async () => {
    const { answers, requests } = organizationWithImport();
    const page = await open("invite", answers);
    await page.getByLabel("Name", { exact: true }).fill("Mara Example");
    await page.getByLabel("Email").fill("mara@example.test");
    const question = page.getByRole("radiogroup", {
      name: /Is this person already in your organization/,
    });
    await question.waitFor();
    const submit = page.getByRole("button", { name: "Create an invitation link" });
    await submit.click();
    await page.getByText("Choose whether this person is already in your organization").waitFor();
    const focusedRadio = question.getByRole("radio").locator(":scope:focus");
    await expect.poll(() => focusedRadio.count()).toBe(1);
    expect(requests).toEqual([]);
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `similar person ${look}`);
      await screenshot(page, `people-similar-${look}`);
    });
    await question.getByRole("radio", { name: `Yes: ${importedName}` }).check();
    await submit.click();
    await page.getByRole("link", { name: "Invite another person" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Mara Example");
    await page.getByLabel("Email").fill("mara@example.test");
    await page.getByRole("radio", { name: "No, a new person" }).check();
    await submit.click();
    await page.getByLabel("Invitation link").waitFor();
    expect(requests).toMatchObject([{ person_id: importedPerson.id }, { person_id: null }]);
  });
});

describe("a duplicate", () => {
  it("is merged into the entry with an account after a preview, and the merge is undone", async () => {
    const { answers, requests } = organizationWithImport();
    const page = await open(importedPerson.id ?? "", answers);
    await page.getByRole("button", { name: "Merge duplicate" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Other record" }).click();
    // The closest name comes first; a client contact is not a duplicate here.
    const options = await page.getByRole("option").allTextContents();
    expect(options[0]).toContain(member.name);
    expect(options.join()).not.toContain(people.client.name);
    await page.getByRole("option", { name: member.name }).click();
    await dialog.getByText(`${member.name} has a sign-in, so that record stays.`).waitFor();
    await dialog.getByText("212 time entries (618.75 h)").waitFor();
    await dialog.getByText("14 tasks").waitFor();
    await dialog.getByText("Both are members of 2 projects").waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `merge ${look}`);
      await screenshot(page, `people-merge-${look}`);
    });
    await dialog.getByRole("button", { name: `Merge into ${member.name}` }).click();
    await page.getByText(`${importedName} is merged into ${member.name}.`).waitFor();
    await expect.poll(() => focusedText(page)).toContain("is merged into");
    await page.getByRole("link", { name: member.name }).first().waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `merged ${look}`);
      await screenshot(page, `people-merged-${look}`);
    });
    await page.keyboard.press("z");
    await page.getByText("Undone.").waitFor();
    await page.getByRole("button", { name: "Merge duplicate" }).waitFor();
    expect(requestedChanges(requests)).toEqual([
      [1, { to: "merged", into_id: member.id }],
      [2, { to: "unmerged" }],
    ]);
  });

  it("is found under its survivor, and in the list only on request", async () => {
    const { answers, directory } = organizationWithImport();
    const merged = { merged_into_id: member.id, archived_at: "2026-11-20T09:00:00Z" };
    directory[directory.length - 1] = { ...importedPerson, ...merged };
    const page = await open(member.id, answers);
    await page.getByText("Merged entries").waitFor();
    await page.getByRole("link", { name: importedName }).click();
    await page.getByRole("heading", { name: importedName }).waitFor();
    await page.getByText("Merged into", { exact: true }).waitFor();
    expect(await page.getByRole("table").first().getByText(importedName).count()).toBe(0);
    const all = await openConsole(`${list}?state=merged`, { as: admin, answers });
    await all.getByText(importedName).waitFor();
  });

  it("is not offered to a lead", async () => {
    const { answers } = organizationWithImport();
    const page = await openConsole(`${list}/${importedPerson.id}`, { as: people.lead, answers });
    await page.getByRole("heading", { name: importedName }).waitFor();
    for (const name of ["Rename person", "Add email", "Merge duplicate", "Invite person"]) {
      expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
    }
  });
});
