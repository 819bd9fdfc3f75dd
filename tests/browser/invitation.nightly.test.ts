/**
 * A person with an account accepts an invitation, and so does a client contact.
 * supabase/tests/identity/accept_invitation proves both; first-day.test.ts proves the journey of a new person.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, makeUser, type OwnOrganization } from "../support/own-organization.ts";
import { newPage, screenshot, signIn, visit } from "./console.ts";
import { invite, newAddress } from "./invited-people.ts";

let organization: OwnOrganization;

beforeAll(async () => {
  organization = await makeOrganization();
});

describe("a person with an account", () => {
  it("signs in on the invitation page and joins", async () => {
    const email = newAddress(organization);
    await makeUser(email);
    const page = await newPage();
    await visit(page, `/invitation#${await invite(organization, email)}`, "You are invited");
    await page.getByRole("button", { name: "I have an account already" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("countersign-demo");
    await page.getByRole("button", { name: "Sign in and join" }).click();
    await page.getByRole("heading", { level: 1, name: "My work" }).waitFor();
    await page.close();
  });

  it("accepts as a client contact with one click, and gets the client's page", async () => {
    const email = newAddress(organization);
    await makeUser(email);
    const page = await newPage();
    await page.goto("/");
    await signIn(page, email);
    await page.getByRole("heading", { name: "You are not a member yet" }).waitFor();
    await visit(
      page,
      `/invitation#${await invite(organization, email, "client")}`,
      "Accept the invitation",
    );
    await page.getByRole("button", { name: "Accept and join" }).click();
    await page.getByText("Invited Person").first().waitFor();
    expect(await page.getByRole("link", { name: "Import" }).count()).toBe(0);
    await screenshot(page, "invitation-client");
    await page.close();
  });
});
