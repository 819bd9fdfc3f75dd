/**
 * A merge of two entries without accounts.
 * merging.test.ts merges an entry into one with an account, after a preview and with undo.
 */
import { describe, expect, it } from "vitest";
import { importedName, open, withImported } from "./merges.ts";
import { changesAsked, imported } from "./organization.ts";

describe("a duplicate", () => {
  it("without an account on either side asks which entry stays", async () => {
    const { answers, asked, known } = withImported();
    const twin = { ...imported, id: imported.id?.replace(/.$/, "9"), name: "Max Exampel" };
    known.push(twin);
    const page = await open(imported.id ?? "", answers);
    await page.getByRole("button", { name: "Merge duplicate" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "The other entry" }).fill("exampel");
    await page.getByRole("option", { name: "Max Exampel" }).click();
    await dialog.getByRole("button", { name: `Merge into ${importedName}` }).waitFor();
    await dialog.getByRole("radio", { name: /Max Exampel/ }).check();
    await dialog.getByRole("button", { name: "Merge into Max Exampel" }).click();
    await page.getByText(`${importedName} is merged into Max Exampel.`).waitFor();
    expect(changesAsked(asked)).toEqual([[1, { to: "merged", into_id: twin.id }]]);
  });
});
