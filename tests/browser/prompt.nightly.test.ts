/**
 * The first prompt, and two editors at once. tests/service/service-prompt.test.ts proves both;
 * tests/component/prompt/prompt.test.ts proves the slower editor's page.
 */
import { beforeEach, expect, it } from "vitest";
import type { OwnOrganization } from "../support/own-organization.ts";
import { screenshot } from "./console.ts";
import {
  act,
  base,
  firstBase,
  livePrompt,
  promptOrganization,
  secondBase,
  setBothBases,
  withPage,
} from "./prompt-page.ts";

/** A new one for each test. */
let organization: OwnOrganization;
beforeEach(async () => {
  organization = await promptOrganization();
});

it("the owner writes the first prompt, and makes a staged one live", async () => {
  await withPage(organization, async (page) => {
    await page.getByText("No prompt yet").waitFor();
    await page.getByRole("button", { name: "Write the first prompt" }).click();
    const field = page.getByLabel("Base prompt");
    expect(await page.getByRole("button", { name: "Make live…" }).isDisabled()).toBe(true);
    await field.fill(firstBase);
    await page.getByRole("button", { name: "Make live…" }).click();
    await page.getByRole("button", { name: "Make it live" }).click();
    await page.getByText("The new prompt is live.").waitFor();
    expect(await livePrompt(organization)).toEqual({ number: 1, base: firstBase, origin: "set" });

    await act(organization, "lead", { action: "stage_prompt", base: secondBase });
    await page.reload();
    await page.getByRole("heading", { name: "Staged" }).waitFor();
    await page.getByRole("button", { name: "Make live…" }).click();
    await page.getByRole("button", { name: "Make it live" }).click();
    await page.getByText("The new prompt is live.").waitFor();
    expect(await base(page).textContent()).toBe(secondBase);
    expect(await page.getByRole("heading", { name: "Staged" }).count()).toBe(0);
    expect(await livePrompt(organization)).toMatchObject({ number: 3, base: secondBase });
  });
});

it("a slower editor sees what went live in the meantime, and loses no letter", async () => {
  await setBothBases(organization);
  await withPage(organization, async (page) => {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByLabel("Base prompt").fill("You are mine.");
    await page.getByRole("button", { name: "Make live…" }).click();
    await act(organization, "admin", { action: "set_base_prompt", base: "You are theirs." });
    await page.getByRole("button", { name: "Make it live" }).click();
    await page.getByText("Another prompt went live in the meantime").waitFor();
    await page.getByText("You are theirs.").first().waitFor();
    expect(await livePrompt(organization)).toMatchObject({ number: 3, base: "You are theirs." });
    await screenshot(page, "prompt-meanwhile");

    await page.getByRole("button", { name: "Compare with mine" }).click();
    await page.getByRole("button", { name: "Make it live" }).click();
    await page.getByText("The new prompt is live.").waitFor();
    expect(await livePrompt(organization)).toMatchObject({ number: 4, base: "You are mine." });
  });
});
