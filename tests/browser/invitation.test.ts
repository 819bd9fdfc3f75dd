import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { callRoute, codeOf } from "../support/http.ts";
import { makeOrganization, makeUser, type OwnOrganization } from "../support/own-organization.ts";
import { people } from "../support/personas.ts";
import {
  as,
  expectAccessible,
  inEveryLook,
  newPage,
  screenshot,
  signIn,
  visit,
} from "./console.ts";

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

describe("somebody new", () => {
  it("chooses a password with the link, is inside, and signs in with it from then on", async () => {
    const email = newAddress();
    const token = await invite(email);
    const page = await newPage();
    await visit(page, `/invitation#${token}`, "You are invited");
    expect(new URL(page.url()).hash).toBe("");
    await choosePassword(page, email);
    await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(token);
    await page.close();

    const later = await newPage();
    await later.goto("/");
    await signIn(later, email, PASSWORD);
    await later.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
    await later.close();
  });

  it("keeps the invitation over a reload and a mistyped address", async () => {
    const email = newAddress();
    const page = await newPage();
    await visit(page, `/invitation#${await invite(email)}`, "You are invited");
    await page.reload();
    await choosePassword(page, `not-${email}`);
    await page
      .getByRole("alert")
      .getByText("This link makes no account for that address")
      .waitFor();
    await screenshot(page, "invitation-wrong-address");
    await choosePassword(page, email);
    await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
    await page.close();
  });

  it("who is a client contact gets the client's page", async () => {
    const email = newAddress();
    const page = await newPage();
    await visit(page, `/invitation#${await invite(email, "client")}`, "You are invited");
    await choosePassword(page, email);
    await page.getByText("Invited Person").first().waitFor();
    expect(await page.getByRole("link", { name: "Import" }).count()).toBe(0);
    await screenshot(page, "invitation-client");
    await page.close();
  });
});

describe("a dead link", () => {
  it("an old link opens nothing once a new one was made, and the new one does", async () => {
    const email = newAddress();
    const old = await invite(email);
    const renewed = await invite(email);
    const page = await newPage();
    await visit(page, `/invitation#${old}`, "You are invited");
    await choosePassword(page, email);
    await page.getByRole("alert").getByText("ask for a new link").waitFor();

    // The new link, opened in the same tab: only what is behind the # differs.
    await page.goto(`/invitation#${renewed}`);
    await choosePassword(page, email);
    await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
    await page.close();
  });

  it("says so to somebody signed in, with a way on, accessibly in every look", async () => {
    await as("outsider", {}, async (page) => {
      await visit(page, `/invitation#${"0".repeat(64)}`, "Accept the invitation");
      await page.getByText(people.outsider.email).waitFor();
      await page.getByRole("button", { name: "Accept and join" }).click();
      await page.getByRole("heading", { name: "This invitation is not valid" }).waitFor();
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `dead invitation ${look}`);
        await screenshot(page, `invitation-dead-${look}`);
      });
    });
    // They are still nobody here.
    expect(codeOf(await callRoute("outsider", "whoami"))).toBe("no_membership");
  });

  it("a link cut short says what is missing", async () => {
    const page = await newPage();
    await visit(page, "/invitation", "This link is not complete");
    await expectAccessible(page, "incomplete link");
    await page.close();
  });
});

describe("somebody with an account", () => {
  it("signs in on the spot and is inside", async () => {
    const email = newAddress();
    await makeUser(email);
    const page = await newPage();
    await visit(page, `/invitation#${await invite(email)}`, "You are invited");
    await page.getByRole("button", { name: "I have an account already" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("countersign-demo");
    await page.getByRole("button", { name: "Sign in and join" }).click();
    await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
    await page.close();
  });

  it("signed in already, accepts with one click", async () => {
    const email = newAddress();
    await makeUser(email);
    const page = await newPage();
    await page.goto("/");
    await signIn(page, email);
    await page.getByRole("heading", { name: "You are not a member yet" }).waitFor();
    await visit(page, `/invitation#${await invite(email)}`, "Accept the invitation");
    await page.getByRole("button", { name: "Accept and join" }).click();
    await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
    await page.close();
  });

  it("a member of an organization is told, and may use another account with the same link", async () => {
    const email = newAddress();
    const token = await invite(email);
    const page = await newPage();
    await page.goto("/");
    await signIn(page, own.people.lead.email);
    await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
    await visit(page, `/invitation#${token}`, "Accept the invitation");
    await page.getByRole("button", { name: "Accept and join" }).click();
    await page.getByRole("heading", { name: "You are a member already" }).waitFor();
    await screenshot(page, "invitation-member-already");
    await page.getByRole("button", { name: "Use another account" }).click();
    await page.getByRole("heading", { name: "You are invited" }).waitFor();
    await choosePassword(page, email);
    await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
    await page.getByRole("button", { name: "Account of Invited Person" }).waitFor();
    await page.close();
  });
});

describe("the page", () => {
  it("names what is missing, accessibly in every look", async () => {
    const page = await newPage();
    await visit(page, `/invitation#${"0".repeat(64)}`, "You are invited");
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Set password and join" }).click();
    await page.getByText("Enter your email address").waitFor();
    await page.getByText("A password needs at least 12 characters").waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `invitation ${look}`);
      await screenshot(page, `invitation-${look}`);
    });
    await page.close();
  });
});
