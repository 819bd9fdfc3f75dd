/**
 * Roles, offboarding and memberships, with the database. supabase/tests/identity and tests/service/revocation.test.ts
 * prove the rules; tests/component/people proves the previews, and tests/component/project/team.test.ts proves
 * memberships by keyboard.
 */
import { beforeEach, describe, expect, it } from "vitest";
import { owner } from "../support/database.ts";
import { focusedText, screenshot, waitUntilLoaded } from "./console.ts";
import {
  type NamedOrganization,
  namedOrganization,
  names,
  peopleAddress,
  type Role,
  withPage,
} from "./people-page.ts";

/** Each test has its own organization, because it changes the people. */
let organization: NamedOrganization;
beforeEach(async () => {
  organization = await namedOrganization();
});

const addressOf = (role: Role) => `${peopleAddress}/${organization.people[role].id}`;

async function storedPerson(role: Role) {
  const [person] = await owner<
    { role: string; is_prompt_owner: boolean; has_left: boolean; user_id: string | null }[]
  >`
    select role::text, is_prompt_owner, archived_at is not null as has_left, user_id
    from public.people where id = ${organization.people[role].id}`;
  return person;
}

describe("changing a role", () => {
  it("a demoted person's next request is refused, even in a window that was already open", async () => {
    await withPage(
      organization.people.lead,
      {},
      addressOf("member"),
      names.member,
      async (leadPage) => {
        // The field loads its options on focus, while this person is still a lead.
        await leadPage.getByRole("combobox", { name: "Add to a project" }).click();
        const gamma = leadPage.getByRole("option", { name: /Gamma/ });
        await gamma.waitFor();
        await withPage(
          organization.people.admin,
          {},
          addressOf("lead"),
          names.lead,
          async (page) => {
            await page.getByRole("button", { name: "Change role", exact: true }).click();
            await page.getByRole("radio", { name: "Member" }).check();
            await page.getByRole("button", { name: "Change to member" }).click();
            await page.getByText(`${names.lead} is now a member.`).waitFor();
          },
        );
        await gamma.click();
        await leadPage
          .getByRole("heading", { name: "This page is for admins and leads" })
          .waitFor();
        expect(await leadPage.getByRole("link", { name: "Settings" }).count()).toBe(0);
        const members = await owner`
        select from public.project_members where project_id = ${organization.gammaId}`;
        expect(members).toHaveLength(0);
      },
    );
  });

  it("shows what a lead loses, changes the role, and undoes it", async () => {
    await withPage(organization.people.admin, {}, addressOf("lead"), names.lead, async (page) => {
      await page.getByRole("button", { name: "Change role", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: `Change the role of ${names.lead}` });
      await dialog.getByRole("radio", { name: "Member" }).check();
      await dialog.getByText("Loses 3 projects").waitFor();
      await waitUntilLoaded(page);
      const row = dialog.getByRole("row", { name: /Sees the whole organization/ });
      expect(await row.getByRole("cell").allTextContents()).toEqual(["Yes", "No (changes)"]);
      await dialog.getByText("2 projects will need another lead").waitFor();
      await dialog.getByText("Beta relaunch").first().waitFor();
      expect((await storedPerson("lead"))?.role).toBe("lead");

      await dialog.getByRole("button", { name: "Change to member" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByText(`${names.lead} is now a member.`).waitFor();
      await expect.poll(() => focusedText(page)).toContain(`${names.lead} is now a member.`);
      expect((await storedPerson("lead"))?.role).toBe("member");
      await waitUntilLoaded(page);
      await screenshot(page, "people-role-changed");

      await page.keyboard.press("z");
      await page.getByText("Undone.", { exact: true }).waitFor();
      expect((await storedPerson("lead"))?.role).toBe("lead");
      await page.getByText("changed their role from Lead to Member").waitFor();
      await page.getByText("changed their role from Member to Lead").waitFor();
    });
  });
});

it("offboarding asks for the name, and the next request of the offboarded person is refused", async () => {
  await withPage(organization.people.member, {}, "/portfolio", "Portfolio", async (memberPage) => {
    await withPage(
      organization.people.admin,
      {},
      addressOf("member"),
      names.member,
      async (page) => {
        await page.getByRole("button", { name: "Offboard person" }).click();
        const dialog = page.getByRole("dialog", { name: `Offboard ${names.member}` });
        await dialog.getByText("Loses 1 project").waitFor();
        await waitUntilLoaded(page);
        await screenshot(page, "people-offboarding");
        const confirm = dialog.getByRole("button", { name: "Offboard person" });
        expect(await confirm.isDisabled()).toBe(true);
        await dialog.getByLabel(`Type ${names.member} to confirm`).fill("Mina");
        expect(await confirm.isDisabled()).toBe(true);
        await dialog.getByLabel(`Type ${names.member} to confirm`).fill(names.member);
        await confirm.click();
        await page.getByText(`${names.member} was offboarded`).waitFor();
        await page.getByRole("link", { name: "Invite again" }).waitFor();
        expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
      },
    );
    expect(await storedPerson("member")).toMatchObject({ has_left: true, user_id: null });
    await memberPage.reload();
    await memberPage.getByRole("heading", { name: "You are not a member yet" }).waitFor();
  });
});

it("a lead adds a member to a project and undoes it, by keyboard alone", async () => {
  const isMember = async () => {
    const rows = await owner`
      select from public.project_members
      where project_id = ${organization.gammaId} and person_id = ${organization.people.member.id}`;
    return rows.length === 1;
  };
  await withPage(organization.people.lead, {}, addressOf("member"), names.member, async (page) => {
    await page.getByRole("combobox", { name: "Add to a project" }).focus();
    await page.keyboard.type("gamma");
    await page.getByRole("option", { name: /Gamma/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: `Add ${names.member} to Gamma relaunch` });
    await dialog.getByText("Gains 1 project").waitFor();
    await waitUntilLoaded(page);
    await screenshot(page, "people-membership");
    expect(await isMember()).toBe(false);
    await dialog.getByRole("button", { name: "Add to the project" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(`${names.member} is now a member of Gamma relaunch.`).waitFor();
    expect(await isMember()).toBe(true);
    await page.getByText(`${names.lead} added them to Gamma relaunch`).waitFor();
    await expect.poll(() => focusedText(page)).toContain("Gamma relaunch");
    await page.keyboard.press("Tab");
    expect(await focusedText(page)).toBe("Undo");
    await page.keyboard.press("Enter");
    await page.getByText("Undone.", { exact: true }).waitFor();
    expect(await isMember()).toBe(false);
  });
});
