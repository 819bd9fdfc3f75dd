import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, makeUser, type OwnOrganization } from "../support/own-organization.ts";
import { newPage, screenshot, signIn, visit } from "./console.ts";

const PASSWORD = "a long enough password";
let own: OwnOrganization;
let count = 0;

beforeAll(async () => {
  own = await makeOrganization();
});

function newAddress(): string {
  return `invited-${++count}@${own.people.admin.email.split("@")[1]}`;
}

async function invite(email: string, role: "member" | "client" = "member"): Promise<string> {
  const answer = await own.people.admin.ask("/api/people", {
    body: {
      action: "invite",
      email,
      name: "Invited Person",
      role,
      ...(role === "client" && { client_id: own.clientId }),
    },
  });
  expect(answer.status).toBe(200);
  return (answer.json as { invitation: { token: string } }).invitation.token;
}

async function choosePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set password and join" }).click();
}

describe("a new person", () => {
  it("chooses a password with the link, is inside, and signs in with it from then on", async () => {
    const email = newAddress();
    const token = await invite(email);
    const page = await newPage();
    await visit(page, `/invitation#${token}`, "You are invited");
    expect(new URL(page.url()).hash).toBe("");
    await choosePassword(page, email);
    await page.getByRole("heading", { level: 1, name: "My work" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/my-work");
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(token);
    await page.close();

    const later = await newPage();
    await later.goto("/");
    await signIn(later, email, PASSWORD);
    await later.getByRole("heading", { level: 1, name: "My work" }).waitFor();
    await later.close();
  });
});

describe("a person with an account", () => {
  it("signs in on the spot and is inside", async () => {
    const email = newAddress();
    await makeUser(email);
    const page = await newPage();
    await visit(page, `/invitation#${await invite(email)}`, "You are invited");
    await page.getByRole("button", { name: "I have an account already" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("countersign-demo");
    await page.getByRole("button", { name: "Sign in and join" }).click();
    await page.getByRole("heading", { level: 1, name: "My work" }).waitFor();
    await page.close();
  });

  it("accepts as a client contact with one click, and gets the client's page", async () => {
    const email = newAddress();
    await makeUser(email);
    const page = await newPage();
    await page.goto("/");
    await signIn(page, email);
    await page.getByRole("heading", { name: "You are not a member yet" }).waitFor();
    await visit(page, `/invitation#${await invite(email, "client")}`, "Accept the invitation");
    await page.getByRole("button", { name: "Accept and join" }).click();
    await page.getByText("Invited Person").first().waitFor();
    expect(await page.getByRole("link", { name: "Import" }).count()).toBe(0);
    await screenshot(page, "invitation-client");
    await page.close();
  });
});
