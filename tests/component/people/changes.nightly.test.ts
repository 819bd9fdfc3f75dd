/**
 * The ownership of the prompt, given and taken, and a role that another admin changed meanwhile.
 * changes.test.ts changes a role after the same preview; pgTAP of set_prompt_owner and change_person_role proves who may,
 * and that a conflict names the changes. portfolio/inline.test.ts settles a project that another person changed.
 */
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { expectAccessible, inEveryLookOfState, screenshot } from "../console.ts";
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

  it("that conflicts with another one names it, and its preview starts from the current state", async () => {
    let isStale = true;
    const { answers, requests, directory } = organization((action) => {
      if (action.action !== "change" || !isStale) return undefined;
      isStale = false;
      const lead = directory.find(({ id }) => id === people.lead.id);
      Object.assign(lead ?? {}, { is_prompt_owner: true, version: 2 });
      return new AppError(409, "version_conflict", "…", {
        changes: [
          {
            version: 2,
            at: "2026-11-20T09:00:00+00:00",
            by: { id: people.admin.id, name: people.admin.name },
            fields: { is_prompt_owner: { from: false, to: true } },
          },
        ],
      });
    });
    const page = await openPerson(people.lead.id, answers);
    await page.getByRole("button", { name: "Change role", exact: true }).click();
    await page.getByRole("radio", { name: "Member" }).check();
    await row(page, /Sees the whole organization/).waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `role preview ${look}`);
      await screenshot(page, `people-role-${look}`);
    });
    await page.getByRole("button", { name: "Change to member" }).click();
    await page.getByText(`${people.lead.name} was changed in the meantime`).waitFor();
    await page.getByText(new RegExp(`${people.admin.name}, .*now owns the prompt`)).waitFor();
    const prompt = row(page, /Owns the prompt/);
    await prompt.getByText("(changes)").waitFor({ state: "attached" });
    expect(await prompt.getByRole("cell").allTextContents()).toEqual(["Yes", "No (changes)"]);
    await screenshot(page, "people-conflict");
    await page.getByRole("button", { name: "Change to member" }).click();
    await page.getByText(`${people.lead.name} is now a member.`).waitFor();
    // Restoring the role would not restore the ownership of the prompt.
    expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
    const toMember = expect.objectContaining({ to: "role", role: "member" });
    expect(requestedChanges(requests)).toEqual([
      [1, toMember],
      [2, toMember],
    ]);
  });
});
