import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { portfolio } from "../../../supabase/functions/_domain/portfolio/contract.ts";
import { servicePrompt } from "../../../supabase/functions/_domain/prompts/contract.ts";
import { type Answer, get, post } from "../answers.ts";
import { focusedText, openConsole } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { goLive, history, promptAnswers, second } from "../fixtures/prompts.ts";
import { expectAccessibleComparison } from "./prompt-page.ts";

const base = (page: Page) => page.getByRole("region", { name: "Base prompt" });

describe("who changes the prompt", () => {
  it("a member has no link to the prompt, and cannot open its page", async () => {
    const page = await openConsole("/portfolio", { as: people.member });
    expect(await page.getByRole("link", { name: "Prompt" }).count()).toBe(0);
    await openConsole("/prompt", { as: people.member });
    await page
      .getByRole("heading", { level: 1, name: "This page is for admins and leads" })
      .waitFor();
    const narrow = get(portfolio, { shape: "client", projects: [] });
    await openConsole("/prompt", { as: people.client, answers: [narrow] });
    await page.getByRole("heading", { level: 1, name: "Your projects" }).waitFor();
  });

  it("a lead who does not own it reads, compares and stages, and sees why other actions are unavailable", async () => {
    const page = await openConsole("/prompt", { answers: promptAnswers(people.lead) });
    await page.getByText("Only a prompt owner can change the live prompt.").waitFor();
    expect(await base(page).textContent()).toBe(second);
    expect(await page.getByRole("button", { name: /roll back/i }).count()).toBe(0);
    await page.getByRole("button", { name: "Compare version 1 with the live one" }).click();
    await page.waitForURL(/from=1&to=3/);
    const comparison = page.getByRole("region", { name: "From version 1 to version 3" });
    expect(await comparison.textContent()).toMatch(
      /Removed: Cite every source\.[\s\S]*Added: Cite every source, with its day\./,
    );

    await page.getByRole("button", { name: "Suggest changes" }).click();
    expect(await page.getByRole("button", { name: /make live/i }).count()).toBe(0);
    await page.getByLabel("Base prompt").fill("You are brief.");
    await page.getByRole("button", { name: "Stage prompt" }).click();
    await page.getByText("Waiting for a prompt owner").waitFor();
    expect(await base(page).textContent()).toBe(second);
  });
});

it("a slower editor sees what went live in the meantime, and loses no letter", async () => {
  const versions = history();
  const page = await openConsole("/prompt", {
    as: people.admin,
    answers: promptAnswers(people.admin, versions),
  });
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Base prompt").fill("You are mine.");
  await page.getByRole("button", { name: "Make live…" }).click();
  goLive(versions, "You are theirs.", people.lead);
  const question = page.getByRole("dialog");
  await question.getByRole("button", { name: "Make it live" }).click();
  const refusal = question.getByRole("alert");
  await expect.poll(() => focusedText(page)).toContain("Another prompt went live in the meantime");
  await refusal.getByText(`${people.lead.name} made version 4 live`).waitFor();
  await refusal.getByText("You are theirs.").first().waitFor();
  expect(versions).toHaveLength(4);
  await question.getByRole("button", { name: "Compare with mine" }).click();
  await question.getByText("You are mine.").first().waitFor();
  expect(await focusedText(page)).toBe("Make it live");
  expect(await page.getByLabel("Base prompt").inputValue()).toBe("You are mine.");
  await question.getByRole("button", { name: "Make it live" }).click();
  await page.getByText("The new prompt is live.").waitFor();
  expect(versions[0]).toMatchObject({ number: 5, base: "You are mine.", is_live: true });
});

describe("the prompt's page", () => {
  it("is accessible with a compared prompt, as an admin", () =>
    expectAccessibleComparison("admin"));

  it("reports that the service failed, and offers a retry", async () => {
    let fails = true;
    const [answer, ...others] = promptAnswers(people.admin, []);
    const failing = post(servicePrompt, () => {
      throw new AppError(500, "internal_error", "…");
    });
    const reply: Answer = (request) => (fails ? failing : answer)?.(request);
    const page = await openConsole("/prompt", { as: people.admin, answers: [reply, ...others] });
    await page.getByText("The service failed to respond").waitFor();
    fails = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("No prompt yet").waitFor();
  });
});
