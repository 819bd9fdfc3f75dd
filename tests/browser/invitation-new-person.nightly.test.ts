/**
 * A new person joins by a link, and signs in from then on. The journey to the first page is also proven by
 * first-day.test.ts, the address bar by tests/component/invitation/invitation.test.ts, the account by
 * tests/stack/configured-service.test.ts, and the sign-in by sign-in.test.ts.
 */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { newPage, signIn, visit } from "./console.ts";
import { invite, newAddress, PASSWORD } from "./invited-people.ts";

let organization: OwnOrganization;

beforeAll(async () => {
  organization = await makeOrganization();
});

async function choosePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set password and join" }).click();
}

describe("a new person", () => {
  it("chooses a password with the link, joins, and signs in with it from then on", async () => {
    const email = newAddress(organization);
    const token = await invite(organization, email);
    const page = await newPage();
    await visit(page, `/invitation#${token}`, "You are invited");
    expect(new URL(page.url()).hash).toBe("");
    await choosePassword(page, email);
    await page.getByRole("heading", { level: 1, name: "My work" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/my-work");
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(token);
    await page.close();

    const laterPage = await newPage();
    await laterPage.goto("/");
    await signIn(laterPage, email, PASSWORD);
    await laterPage.getByRole("heading", { level: 1, name: "My work" }).waitFor();
    await laterPage.close();
  });
});
