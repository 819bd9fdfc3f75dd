/**
 * A change of an imported person, and a merge of two entries without accounts. merge.nightly.test.ts invites an imported
 * person and merges an entry into one with an account; account/account.test.ts saves a name with undo.
 */
import { describe, expect, it } from "vitest";
import { expectAccessible, inEveryLookOfState, screenshot } from "../console.ts";
import { importedName, open, organizationWithImport } from "./merges.ts";
import { importedPerson, requestedChanges } from "./organization.ts";

describe("a duplicate", () => {
  it("without an account on either side asks which entry stays", async () => {
    const { answers, requests, directory } = organizationWithImport();
    const twin = {
      ...importedPerson,
      id: importedPerson.id?.replace(/.$/, "9"),
      name: "Max Exampel",
    };
    directory.push(twin);
    const page = await open(importedPerson.id ?? "", answers);
    await page.getByRole("button", { name: "Merge duplicate" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Duplicate" }).fill("exampel");
    await page.getByRole("option", { name: "Max Exampel" }).click();
    await dialog.getByRole("button", { name: `Merge into ${importedName}` }).waitFor();
    await dialog.getByRole("radio", { name: /Max Exampel/ }).check();
    await dialog.getByRole("button", { name: "Merge into Max Exampel" }).click();
    await page.getByText(`${importedName} is merged into Max Exampel.`).waitFor();
    expect(requestedChanges(requests)).toEqual([[1, { to: "merged", into_id: twin.id }]]);
  });
});

describe("an imported person", () => {
  it("is renamed and given an email, and both are undone", async () => {
    const { answers, requests } = organizationWithImport();
    const page = await open(importedPerson.id ?? "", answers);
    await page.getByRole("button", { name: "Rename person" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Max Example");
    await dialog.getByText("Their access stays the same.").first().waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `rename ${look}`);
      await screenshot(page, `people-rename-${look}`);
    });
    await dialog.getByRole("button", { name: "Rename person" }).click();
    await page.getByText(`${importedName} is now called Max Example.`).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    await page.getByRole("button", { name: "Add email" }).click();
    await dialog.getByLabel("Email").fill("Max.Import@example.test");
    await dialog.getByRole("button", { name: "Add email" }).click();
    await page.getByText(`${importedName} now has the email max.import@example.test.`).waitFor();
    await page.getByRole("button", { name: "Remove email" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Add email" }).waitFor();
    expect(requestedChanges(requests)).toEqual([
      [1, { to: "name", name: "Max Example" }],
      [2, { to: "name", name: importedName }],
      [3, { to: "email", email: "max.import@example.test" }],
      [4, { to: "email", email: null }],
    ]);
  });
});
