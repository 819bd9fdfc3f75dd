import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { focused, newPage, screenshot, settled, stack, visit } from "./console.ts";

type Role = keyof OwnOrganization["people"];
type Look = NonNullable<Parameters<typeof newPage>[0]>;

const names: Record<Role, string> = {
  admin: "Alma Ridgeway",
  lead: "Leo Marchetti",
  member: "Mina Okafor",
  client: "Cora Lindqvist",
};

/** Only this test uses it: people with names, and a third project without members. */
let organization: OwnOrganization;
let gammaId: string;

beforeEach(async () => {
  organization = await makeOrganization();
  gammaId = randomUUID();
  const { id, accountId, people } = organization;
  for (const [role, name] of Object.entries(names)) {
    await owner`update public.people set name = ${name} where id = ${people[role as Role].id}`;
  }
  await owner`update public.projects set name = initcap(code) || ' relaunch' where organization_id = ${id}`;
  await owner`insert into public.projects ${owner({
    id: gammaId,
    organization_id: id,
    account_id: accountId,
    code: "GAMMA",
    name: "Gamma relaunch",
    status: "active",
  })}`;
});

/** Runs a test in the window of a person of the test's organization. */
async function inside(
  role: Role,
  look: Look,
  address: string,
  heading: string,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await newPage(look, organization.people[role].email);
  try {
    await page.goto(address);
    await page.getByRole("heading", { name: heading, exact: true }).first().waitFor();
    await settled(page);
    await run(page);
  } finally {
    await page.close();
  }
}

const list = "/settings/people";
const addressOf = (role: Role) => `${list}/${organization.people[role].id}`;

async function stored(role: Role) {
  const [person] = await owner<
    { role: string; is_prompt_owner: boolean; left: boolean; user_id: string | null }[]
  >`
    select role::text, is_prompt_owner, archived_at is not null as left, user_id
    from public.people where id = ${organization.people[role].id}`;
  return person;
}

/** Fills in the form, with the email unless the form already has it, and returns the link. */
async function invite(page: Page, name: string, email?: string): Promise<string> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  if (email) await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: /^Make (an invitation|a new) link$/ }).click();
  await page.getByRole("heading", { name: `Invitation for ${name}` }).waitFor();
  return page.getByLabel("Invitation link").inputValue();
}

async function choosePassword(page: Page, email: string): Promise<void> {
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  await page.getByLabel("Password", { exact: true }).fill("a long enough password");
  await page.getByRole("button", { name: "Set password and join" }).click();
}

const tokenOf = (link: string) =>
  new URLSearchParams(new URL(link).hash.slice(1)).get("token") ?? "no token";

/** How many invitations this link opens: one, or none when it is dead. */
async function openInvitations(email: string, link: string): Promise<number> {
  const token = tokenOf(link);
  const [row] = await owner<{ count: number }[]>`
    select count(*)::int from public.invitations
    where email = ${email} and token_hash = sha256(convert_to(${token}, 'UTF8'))
      and accepted_at is null and revoked_at is null`;
  return row?.count ?? 0;
}

describe("inviting", () => {
  it("shows the link once, copies it, and a new link ends it", async () => {
    const email = "ida@example.test";
    await inside("admin", {}, `${list}/invite`, "Invite a person", async (page) => {
      await page.getByRole("button", { name: "Make an invitation link" }).click();
      await page.getByText("Enter an email address").waitFor();
      const first = await invite(page, "Ida Newcomb", email);
      expect(first).toMatch(new RegExp(`^${stack.url}/invitation#token=[0-9a-f]{64}&`));
      expect(await openInvitations(email, first)).toBe(1);
      await page.getByRole("button", { name: "Copy" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);

      await page.getByRole("link", { name: "Show Ida Newcomb" }).click();
      await page.getByRole("heading", { name: "Open invitation" }).waitFor();
      expect(await page.content()).not.toContain(tokenOf(first));
      await page.getByRole("link", { name: "Invite again" }).click();
      await page.getByText("The old link will stop working").waitFor();
      expect(await page.getByLabel("Email").getAttribute("readonly")).not.toBeNull();
      await screenshot(page, "people-invite-again");
      const second = await invite(page, "Ida Newcomb");
      expect(second).not.toBe(first);
      expect(await openInvitations(email, first)).toBe(0);
      expect(await openInvitations(email, second)).toBe(1);

      const theirs = await newPage();
      await theirs.goto(first);
      await choosePassword(theirs, email);
      await theirs.getByText("This link can't create an account for that address").waitFor();
      await theirs.goto(second);
      await theirs.reload();
      await choosePassword(theirs, email);
      await theirs.getByRole("heading", { level: 1, name: "My work" }).waitFor();
      await theirs.close();
      await visit(page, list, "Settings");
      await page.getByLabel("Search people").fill("ida joined");
      await page.getByRole("link", { name: "Ida Newcomb" }).waitFor();
    });
  });
});

describe("changing a role", () => {
  it("shows what a lead loses, changes the role, and undoes it", async () => {
    await inside("admin", {}, addressOf("lead"), names.lead, async (page) => {
      await page.getByRole("button", { name: "Change role" }).click();
      const dialog = page.getByRole("dialog", { name: `Change the role of ${names.lead}` });
      await dialog.getByRole("radio", { name: "Member" }).check();
      await dialog.getByText("Loses 3 projects").waitFor();
      await settled(page);
      const row = dialog.getByRole("row", { name: /Whole organization/ });
      expect(await row.getByRole("cell").allTextContents()).toEqual(["Yes", "No (changes)"]);
      await dialog.getByText("2 projects will need another lead").waitFor();
      await dialog.getByText("Beta relaunch").first().waitFor();
      expect((await stored("lead"))?.role).toBe("lead");

      await dialog.getByRole("button", { name: "Change to member" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByText(`${names.lead} is now a member.`).waitFor();
      await expect.poll(() => focused(page)).toContain(`${names.lead} is now a member.`);
      expect((await stored("lead"))?.role).toBe("member");
      await settled(page);
      await screenshot(page, "people-role-changed");

      await page.keyboard.press("z");
      await page.getByText("Undone.", { exact: true }).waitFor();
      expect((await stored("lead"))?.role).toBe("lead");
      await page.getByText("changed their role from Lead to Member").waitFor();
      await page.getByText("changed their role from Member to Lead").waitFor();
    });
  });

  it("a demoted person is refused with their next request, in a window that was open", async () => {
    await inside("lead", {}, addressOf("member"), names.member, async (theirs) => {
      await inside("admin", {}, addressOf("lead"), names.lead, async (page) => {
        await page.getByRole("button", { name: "Change role" }).click();
        await page.getByRole("radio", { name: "Member" }).check();
        await page.getByRole("button", { name: "Change to member" }).click();
        await page.getByText(`${names.lead} is now a member.`).waitFor();
      });
      await theirs.getByRole("combobox", { name: "Add to a project" }).click();
      await theirs.getByRole("option", { name: /Gamma/ }).click();
      await theirs.getByRole("heading", { name: "This page is for admins and leads" }).waitFor();
      expect(await theirs.getByRole("link", { name: "Settings" }).count()).toBe(0);
      const members = await owner`
        select from public.project_members where project_id = ${gammaId}`;
      expect(members).toHaveLength(0);
    });
  });
});

it("offboarding asks for the name, and the next request of the offboarded person is refused", async () => {
  await inside("member", {}, "/portfolio", "Portfolio", async (theirs) => {
    await inside("admin", {}, addressOf("member"), names.member, async (page) => {
      await page.getByRole("button", { name: "Offboard" }).click();
      const dialog = page.getByRole("dialog", { name: `Offboard ${names.member}` });
      await dialog.getByText("Loses 1 project").waitFor();
      await settled(page);
      await screenshot(page, "people-offboarding");
      const confirm = dialog.getByRole("button", { name: "Offboard" });
      expect(await confirm.isDisabled()).toBe(true);
      await dialog.getByLabel(`Type ${names.member} to confirm`).fill("Mina");
      expect(await confirm.isDisabled()).toBe(true);
      await dialog.getByLabel(`Type ${names.member} to confirm`).fill(names.member);
      await confirm.click();
      await page.getByText(`${names.member} was offboarded`).waitFor();
      await page.getByRole("link", { name: "Invite again" }).waitFor();
      expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
    });
    expect(await stored("member")).toMatchObject({ left: true, user_id: null });
    await theirs.reload();
    await theirs.getByRole("heading", { name: "You are not a member yet" }).waitFor();
  });
});

it("a lead adds a member to a project and undoes it, by keyboard alone", async () => {
  const isMember = async () => {
    const rows = await owner`
      select from public.project_members
      where project_id = ${gammaId} and person_id = ${organization.people.member.id}`;
    return rows.length === 1;
  };
  await inside("lead", {}, addressOf("member"), names.member, async (page) => {
    await page.getByRole("combobox", { name: "Add to a project" }).focus();
    await page.keyboard.type("gamma");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: `Add ${names.member} to Gamma relaunch` });
    await dialog.getByText("Gains 1 project").waitFor();
    await settled(page);
    await screenshot(page, "people-membership");
    expect(await isMember()).toBe(false);
    await dialog.getByRole("button", { name: "Add to the project" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(`${names.member} is now a member of Gamma relaunch.`).waitFor();
    expect(await isMember()).toBe(true);
    await page.getByText(`${names.lead} added them to Gamma relaunch`).waitFor();
    await expect.poll(() => focused(page)).toContain("Gamma relaunch");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Undo");
    await page.keyboard.press("Enter");
    await page.getByText("Undone.", { exact: true }).waitFor();
    expect(await isMember()).toBe(false);
  });
});
