/**
 * The ownership of the prompt, given and taken.
 * changes.test.ts changes a role after the same preview; pgTAP of set_prompt_owner proves who may.
 */
import { describe, expect, it } from "vitest";
import { people } from "../fixtures/people.ts";
import { organization, requestedChanges } from "./organization.ts";
import { openPerson, row } from "./person-page.ts";

describe("a change", () => {
  it("in the ownership of the prompt is made after a preview, in both directions", async () => {
    const { answers, requests } = organization();
    const page = await openPerson(people.lead.id, answers);
    await page.getByRole("button", { name: "Make prompt owner" }).click();
    await row(page, /Owns the prompt/).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Make prompt owner" }).click();
    await page.getByText(`${people.lead.name} now owns the prompt.`).waitFor();
    await page.getByRole("button", { name: "Remove prompt ownership" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove prompt ownership" }).click();
    await page.getByText(`${people.lead.name} no longer owns the prompt.`).waitFor();
    expect(requestedChanges(requests)).toEqual([
      [1, { to: "prompt_owner", is_prompt_owner: true }],
      [2, { to: "prompt_owner", is_prompt_owner: false }],
    ]);
  });
});
