/**
 * More refusals of a password, and the account of a client contact.
 * account.test.ts shows one refusal with its next step, and the page of a lead.
 */
import { describe, it } from "vitest";
import { portfolio } from "../../../supabase/functions/_domain/portfolio/contract.ts";
import { get } from "../answers.ts";
import { expectAccessible, inEveryLookOfState, openConsole, screenshot } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { accountAnswers, own, refuse } from "./account-page.ts";

describe("changing the password", () => {
  it.each([
    ["same_password", 422, "This is your current password. Choose another one."],
    ["over_request_rate_limit", 429, "Too many attempts. Wait five minutes"],
  ])("%s names the next step", refuse);
});

it("a client contact has an account page too", async () => {
  const { answers } = accountAnswers({ ...own, ...people.client, version: 1 });
  const noProjects = get(portfolio, { shape: "client", projects: [] });
  const page = await openConsole("/", { as: people.client, answers: [noProjects, ...answers] });
  await page.getByRole("button", { name: `Your account, ${people.client.name}` }).click();
  await page.getByRole("menuitem", { name: "Your account" }).click();
  await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor();
  await inEveryLookOfState(page, async (look) => {
    await expectAccessible(page, `account of a contact ${look}`);
    await screenshot(page, `account-contact-${look}`);
  });
  await page.getByRole("button", { name: "Back to your projects" }).click();
  await page.getByRole("heading", { level: 1, name: "Your projects" }).waitFor();
});
