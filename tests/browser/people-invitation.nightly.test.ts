/** The link of an invitation; tests/component/people/changes.test.ts proves the form, and tests/service/people.test.ts the link. */
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { owner } from "../support/database.ts";
import { newPage, screenshot, stack, visit } from "./console.ts";
import {
  type NamedOrganization,
  namedOrganization,
  peopleAddress,
  withPage,
} from "./people-page.ts";

/** Each test has its own, because it changes the people. */
let organization: NamedOrganization;
beforeEach(async () => {
  organization = await namedOrganization();
});

/** Fills in the form, with the email unless the form already has it, and returns the link. */
async function invite(page: Page, name: string, email?: string): Promise<string> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  if (email) await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: /^Create (an invitation|a new) link$/ }).click();
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

/** How many invitations this link opens: one, or none when it is no longer valid. */
async function openInvitations(email: string, link: string): Promise<number> {
  const token = tokenOf(link);
  const [row] = await owner<{ count: number }[]>`
    select count(*)::int from public.invitations
    where email = ${email} and token_hash = sha256(convert_to(${token}, 'UTF8'))
      and accepted_at is null and revoked_at is null`;
  return row?.count ?? 0;
}

describe("inviting", () => {
  it("shows the link once, copies it, and invalidates it when a new link is created", async () => {
    const email = "ida@example.test";
    await withPage(
      organization.people.admin,
      {},
      `${peopleAddress}/invite`,
      "Invite a person",
      async (page) => {
        await page.getByRole("button", { name: "Create an invitation link" }).click();
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
        const secondLink = await invite(page, "Ida Newcomb");
        expect(secondLink).not.toBe(first);
        expect(await openInvitations(email, first)).toBe(0);
        expect(await openInvitations(email, secondLink)).toBe(1);

        const inviteePage = await newPage();
        await inviteePage.goto(first);
        await choosePassword(inviteePage, email);
        await inviteePage.getByText("This link can't create an account for that address").waitFor();
        await inviteePage.goto(secondLink);
        await inviteePage.reload();
        await choosePassword(inviteePage, email);
        await inviteePage.getByRole("heading", { level: 1, name: "My work" }).waitFor();
        await inviteePage.close();
        await visit(page, peopleAddress, "Settings");
        await page.getByLabel("Search people").fill("ida joined");
        await page.getByRole("link", { name: "Ida Newcomb" }).waitFor();
      },
    );
  });
});
