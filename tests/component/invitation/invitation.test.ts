import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { people as peopleRoute } from "../../../supabase/functions/_domain/identity/people-contract.ts";
import { type Answer, at, post } from "../answers.ts";
import {
  expectAccessible,
  inEveryLook,
  inEveryLookOfState,
  openConsole,
  reopen,
  screenshot,
} from "../console.ts";
import { people } from "../fixtures/people.ts";

const TOKEN = "0".repeat(64);
const NEXT_TOKEN = "1".repeat(64);

interface SignUp {
  email: string;
  data: { invitation_token: string };
}

let signUps: SignUp[] = [];
beforeEach(() => {
  signUps = [];
});

/** Refuses every account, as the service does for another address and for a dead link. */
const noAccount = at("POST", "/auth/v1/signup", async (request) => {
  signUps.push((await request.json()) as SignUp);
  return Response.json({ code: "signup_disabled", message: "…" }, { status: 422 });
});
const signingOut = at("POST", "/auth/v1/logout", () => new Response(null, { status: 204 }));

function refusal(code: string, status: number): Answer {
  return post(peopleRoute, () => {
    throw new AppError(status, code, "…");
  });
}

async function choosePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("a long enough password");
  await page.getByRole("button", { name: "Set password and join" }).click();
  await page
    .getByRole("alert")
    .getByText("This link can't create an account for that address")
    .waitFor();
}

describe("a new person", () => {
  it("shows errors in the form, accessibly in every look", async () => {
    const page = await openConsole(`/invitation#${TOKEN}`, { as: null });
    await page.getByRole("heading", { level: 1, name: "You are invited" }).waitFor();
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Set password and join" }).click();
    await page.getByText("Enter your email address").waitFor();
    await page.getByText("A password needs at least 12 characters").waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `invitation ${look}`);
      await screenshot(page, `invitation-${look}`);
    });
  });

  it("sees only the role and the projects that the link names", async () => {
    const details = { organization: "Northlight Studio", inviter: "Ada Example" };
    const link = new URLSearchParams({ token: TOKEN, ...details, role: "member" });
    link.append("project", "Quay redesign");
    link.append("project", "Winter campaign");
    const page = await openConsole(`/invitation#${link}`, { as: null });
    await page
      .getByText("Ada Example invites you to join Northlight Studio as a member.")
      .waitFor();
    await page.getByText("Your projects: Quay redesign, Winter campaign.").waitFor();
    await screenshot(page, "invitation-projects");
    const odd = new URLSearchParams({ token: TOKEN, ...details, role: "owner of everything" });
    await openConsole(`/invitation#${odd}`, { as: null });
    await page.getByText("Ada Example invites you to join Northlight Studio.").waitFor();
  });

  it("sees who invites them to which organization, and only has to choose a password", async () => {
    const link = new URLSearchParams({
      token: TOKEN,
      organization: "Northlight Studio",
      inviter: "Ada Example",
      email: "invited@example.test",
    });
    const page = await openConsole(`/invitation#${link}`, { as: null, answers: [noAccount] });
    expect(new URL(page.url()).hash).toBe("");
    await page.getByText("Ada Example invites you to join Northlight Studio.").waitFor();
    const email = page.getByLabel("Email");
    expect([await email.inputValue(), await email.getAttribute("readonly")]).toEqual([
      "invited@example.test",
      "",
    ]);
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `named invitation ${look}`);
      await screenshot(page, `invitation-named-${look}`);
    });
    await page.getByLabel("Password", { exact: true }).fill("a long enough password");
    await page.getByRole("button", { name: "Set password and join" }).click();
    await page.getByRole("alert").waitFor();
    expect(signUps).toMatchObject([
      { email: "invited@example.test", data: { invitation_token: TOKEN } },
    ]);
    await page.getByRole("button", { name: "I have an account already" }).click();
    await page.getByText("Ada Example invites you to join Northlight Studio.").waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe("invited@example.test");
  });

  it("treats a link as plain text", async () => {
    const link = new URLSearchParams({
      token: TOKEN,
      organization: "<img src=x onerror=alert(1)>",
    });
    const page = await openConsole(`/invitation#${link}`, { as: null });
    await page.getByText("You are invited to join <img src=x onerror=alert(1)>.").waitFor();
    expect(await page.locator("img").count()).toBe(0);
  });

  it("keeps the invitation across a reload and a mistyped email address, and out of the address bar", async () => {
    const page = await openConsole(`/invitation#${TOKEN}`, { as: null, answers: [noAccount] });
    expect(new URL(page.url()).hash).toBe("");
    await reopen(page);
    await choosePassword(page, "mistyped@example.test");
    await screenshot(page, "invitation-wrong-address");
    await choosePassword(page, "invited@example.test");
    expect(signUps.map(({ email, data }) => [email, data.invitation_token])).toEqual([
      ["mistyped@example.test", TOKEN],
      ["invited@example.test", TOKEN],
    ]);
  });

  it("uses a newer link that opens in the same tab", async () => {
    const page = await openConsole(`/invitation#${TOKEN}`, { as: null, answers: [noAccount] });
    await choosePassword(page, "invited@example.test");
    await page.getByRole("alert").getByText("ask for a new link").waitFor();
    // Only the part behind the # differs, so the page does not load again.
    await page.goto(`/invitation#${NEXT_TOKEN}`);
    await expect.poll(() => new URL(page.url()).hash).toBe("");
    await page.getByRole("button", { name: "Set password and join" }).click();
    await expect
      .poll(() => signUps.map(({ data }) => data.invitation_token))
      .toEqual([TOKEN, NEXT_TOKEN]);
  });

  it("reads that a link without its secret is not complete", async () => {
    const page = await openConsole("/invitation", { as: null });
    await page.getByRole("heading", { level: 1, name: "This link is not complete" }).waitFor();
    await expectAccessible(page, "incomplete link");
  });
});

describe("a signed-in person", () => {
  it("reads that a link is no longer valid, with the next step, accessibly in every look", async () => {
    const page = await openConsole(`/invitation#${TOKEN}`, {
      answers: [refusal("invitation_not_found", 404)],
    });
    await page.getByRole("heading", { level: 1, name: "Accept the invitation" }).waitFor();
    await page.getByText(people.lead.email ?? "").waitFor();
    await page.getByRole("button", { name: "Accept and join" }).click();
    await page.getByRole("heading", { name: "This invitation is not valid" }).waitFor();
    await page.getByRole("button", { name: "Use another account" }).waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `dead invitation ${look}`);
      await screenshot(page, `invitation-dead-${look}`);
    });
  });

  it("reads that they are already a member, and uses another account with the same link", async () => {
    const page = await openConsole(`/invitation#${TOKEN}`, {
      answers: [refusal("already_member", 409), signingOut, noAccount],
    });
    await page.getByRole("button", { name: "Accept and join" }).click();
    await page.getByRole("heading", { name: "You are already a member" }).waitFor();
    await screenshot(page, "invitation-member-already");
    await page.getByRole("button", { name: "Use another account" }).click();
    await page.getByRole("heading", { name: "You are invited" }).waitFor();
    await choosePassword(page, "invited@example.test");
    expect(signUps.map(({ data }) => data.invitation_token)).toEqual([TOKEN]);
  });
});
