/** Names and roles of people, edited in the list as projects are; tests/component/portfolio/inline.test.ts proves those. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { expectAccessible, focusedText, openConsole, screenshot } from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { organization, requestedChanges } from "./organization.ts";
import { list, answers as listAnswers } from "./people-list.ts";

const role = (page: Page, name: string) =>
  page.getByRole("button", { name: new RegExp(`Change role of ${name}`) });
const roleForm = (page: Page, name: string) =>
  page.getByRole("dialog", { name: `Change the role of ${name}` });
const { admin, lead, member } = people;

describe("in the list, an admin", () => {
  it("changes a role by keyboard after its preview, and undoes", async () => {
    const { answers, requests } = organization();
    const page = await openConsole(list, { as: admin, answers });
    await role(page, lead.name).press("Enter");
    const form = roleForm(page, lead.name);
    await form.getByRole("combobox", { name: "Role" }).press("Escape");
    await form.waitFor({ state: "detached" });
    await expect.poll(() => focusedText(page)).toContain(`Change role of ${lead.name}`);
    await page.keyboard.press("Enter");
    await form.getByRole("combobox", { name: "Role" }).selectOption("Member");
    await form.getByRole("row", { name: /Sees the whole organization/ }).waitFor();
    await expectAccessible(page, "role changed in the list");
    await screenshot(page, "people-inline-role");
    expect(requestedChanges(requests)).toEqual([]);
    await form.getByRole("button", { name: "Change to member" }).press("Enter");
    await page.getByText(`${lead.name} is now a member.`).waitFor();
    await expect.poll(() => focusedText(page)).toContain(`Change role of ${lead.name}`);
    expect(await role(page, lead.name).textContent()).toContain("Member");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    expect(requestedChanges(requests)).toEqual([
      [1, { to: "role", role: "member" }],
      [2, { to: "role", role: "lead", client_id: null }],
    ]);
  });

  it("renames a person on a phone: Enter confirms once the preview is there", async () => {
    const { answers, requests } = organization();
    const page = await openConsole(list, { as: admin, width: 390, answers });
    await page.getByRole("button", { name: `Change name of ${member.name}` }).click();
    const form = page.getByRole("dialog", { name: `Rename ${member.name}` });
    const name = form.getByRole("textbox", { name: "Name" });
    await name.fill("Max Sample");
    await form.getByText("Their access stays the same.").first().waitFor();
    await expectAccessible(page, "person renamed on a phone", { everyRule: true });
    await screenshot(page, "people-inline-390");
    await name.press("Enter");
    await page.getByText(`${member.name} is now called Max Sample.`).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    expect(requestedChanges(requests)).toEqual([
      [1, { to: "name", name: "Max Sample" }],
      [2, { to: "name", name: member.name }],
    ]);
  });

  it("makes a person the contact of a client that is chosen in the same form", async () => {
    const { answers, requests } = organization();
    const page = await openConsole(list, { as: admin, answers });
    await role(page, member.name).click();
    const form = roleForm(page, member.name);
    await form.getByRole("combobox", { name: "Role" }).selectOption("Client contact");
    await form.getByRole("combobox", { name: "Client" }).fill("quill");
    await page.getByRole("option", { name: "Quillbrook Press" }).click();
    await form.getByRole("button", { name: "Change to client contact" }).click();
    await page.getByText(`${member.name} is now a client contact.`).waitFor();
    // Memberships would not come back with the role.
    expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
    expect(requestedChanges(requests)).toEqual([
      [1, { to: "role", role: "client", client_id: idOf(2, 2) }],
    ]);
  });

  it("sees another person's change first if it came in the meantime", async () => {
    let isStale = true;
    const { answers, requests, directory } = organization((action) => {
      if (action.action !== "change" || !isStale) return undefined;
      isStale = false;
      const person = directory.find(({ id }) => id === lead.id);
      Object.assign(person ?? {}, { name: "Lena Sample", version: 2 });
      return new AppError(409, "version_conflict", "…", {
        changes: [
          {
            version: 2,
            at: "2026-11-20T09:00:00+00:00",
            by: { id: admin.id, name: admin.name },
            fields: { name: { from: lead.name, to: "Lena Sample" } },
          },
        ],
      });
    });
    const page = await openConsole(list, { as: admin, answers });
    await role(page, lead.name).click();
    const form = page.getByRole("dialog", { name: /^Change the role of Lena/ });
    await form.getByRole("combobox", { name: "Role" }).selectOption("Member");
    await form.getByRole("button", { name: "Change to member" }).click();
    await form.getByText(/name from Lena Example to Lena Sample/).waitFor();
    await form.getByRole("button", { name: "Change to member" }).click();
    await page.getByText("Lena Sample is now a member.").waitFor();
    const toMember = { to: "role", role: "member" };
    expect(requestedChanges(requests)).toEqual([
      [1, toMember],
      [2, toMember],
    ]);
  });

  it("sees in the preview that the last admin has to stay", async () => {
    const { answers } = organization(() => new AppError(409, "last_admin", "…"));
    const page = await openConsole(list, { as: admin, answers });
    await role(page, admin.name).click();
    const form = roleForm(page, admin.name);
    await form.getByRole("combobox", { name: "Role" }).selectOption("Member");
    await form.getByText("The last admin has to stay").waitFor();
    expect(await form.getByRole("button", { name: "Change to member" }).isDisabled()).toBe(true);
    await form.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => focusedText(page)).toContain(`Change role of ${admin.name}`);
  });

  it("cannot edit an offboarded person", async () => {
    const page = await openConsole(list, { as: admin, answers: listAnswers });
    await role(page, "Bela Horvath").waitFor();
    expect(await role(page, "Rafael Moreno").count()).toBe(0);
  });
});

it("a lead reads the list and cannot edit it", async () => {
  const page = await openConsole(list, { answers: listAnswers });
  await page.getByRole("link", { name: "Bela Horvath" }).waitFor();
  expect(await page.getByRole("button", { name: /Change (name|role) of/ }).count()).toBe(0);
});
