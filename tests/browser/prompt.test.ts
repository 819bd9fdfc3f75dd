import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { focused, newPage, screenshot, visit } from "./console.ts";

const first = "You work for an agency.\nCite every source.\n\nSay so when nobody knows.";
const second =
  "You work for an agency.\nCite every source, with its day.\n\nSay so when nobody knows.";

/** Only this test uses it: its admin owns the prompt, its lead does not. */
let organization: OwnOrganization;

beforeEach(async () => {
  organization = await makeOrganization();
  const { admin, lead } = organization.people;
  await owner`update public.people set is_prompt_owner = true, name = 'Alma Ridgeway' where id = ${admin.id}`;
  await owner`update public.people set name = 'Leo Marchetti' where id = ${lead.id}`;
});

const act = async (role: "admin" | "lead", body: object) => {
  const answer = await organization.people[role].ask("/api/service-prompt", { body });
  expect(answer.status).toBe(200);
};
const setBoth = async () => {
  await act("admin", { action: "set_base_prompt", base: first });
  await act("admin", { action: "set_base_prompt", base: second });
};

async function inside(
  role: "admin" | "lead",
  look: Parameters<typeof newPage>[0],
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await newPage(look, organization.people[role].email);
  try {
    await visit(page, "/prompt", "Prompt");
    await run(page);
  } finally {
    await page.close();
  }
}

async function live() {
  const [row] = await owner<{ number: number; base: string; origin: string }[]>`
    select number, base, origin::text from public.live_prompts
    join public.prompt_versions on prompt_versions.id = live_version_id
    where live_prompts.organization_id = ${organization.id}`;
  return row;
}

const base = (page: Page) => page.getByRole("region", { name: "Base prompt" });

describe("who changes the prompt", () => {
  it("the owner rolls back and sees it live, with the keyboard alone", async () => {
    await setBoth();
    await inside("admin", {}, async (page) => {
      const roll = page.getByRole("button", { name: "Roll back to version 1…" });
      await roll.focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Roll back to version 1?" });
      await dialog.getByText("Removed: ").first().waitFor({ state: "attached" });
      expect(await focused(page)).toBe("Cancel");
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      expect(await live()).toMatchObject({ number: 2 });

      await roll.focus();
      await page.keyboard.press("Enter");
      await dialog.waitFor();
      await expect.poll(() => focused(page)).toBe("Cancel");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByText("Version 1 is live again.").waitFor();
      expect(await base(page).textContent()).toBe(first);
      await page.getByText("Rolled back to version 1").waitFor();
      expect(await live()).toEqual({ number: 3, base: first, origin: "rollback" });
    });
  });

  it("the owner writes the first prompt, and makes a staged one live", async () => {
    await inside("admin", {}, async (page) => {
      await page.getByText("No prompt yet").waitFor();
      await page.getByRole("button", { name: "Write the first prompt" }).click();
      const field = page.getByLabel("Base prompt");
      expect(await page.getByRole("button", { name: "Make live…" }).isDisabled()).toBe(true);
      await field.fill(first);
      await page.getByRole("button", { name: "Make live…" }).click();
      await page.getByRole("button", { name: "Make it live" }).click();
      await page.getByText("The new prompt is live.").waitFor();
      expect(await live()).toEqual({ number: 1, base: first, origin: "set" });

      await act("lead", { action: "stage_prompt", base: second });
      await page.reload();
      await page.getByRole("heading", { name: "Staged" }).waitFor();
      await page.getByRole("button", { name: "Make live…" }).click();
      await page.getByRole("button", { name: "Make it live" }).click();
      await page.getByText("The new prompt is live.").waitFor();
      expect(await base(page).textContent()).toBe(second);
      expect(await page.getByRole("heading", { name: "Staged" }).count()).toBe(0);
      expect(await live()).toMatchObject({ number: 3, base: second });
    });
  });
});

it("a slower editor sees what went live in the meantime, and loses no letter", async () => {
  await setBoth();
  await inside("admin", {}, async (page) => {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByLabel("Base prompt").fill("You are mine.");
    await page.getByRole("button", { name: "Make live…" }).click();
    await act("admin", { action: "set_base_prompt", base: "You are theirs." });
    await page.getByRole("button", { name: "Make it live" }).click();
    await page.getByText("Another prompt went live in the meantime").waitFor();
    await page.getByText("You are theirs.").first().waitFor();
    expect(await live()).toMatchObject({ number: 3, base: "You are theirs." });
    await screenshot(page, "prompt-meanwhile");

    await page.getByRole("button", { name: "Compare with mine" }).click();
    await page.getByRole("button", { name: "Make it live" }).click();
    await page.getByText("The new prompt is live.").waitFor();
    expect(await live()).toMatchObject({ number: 4, base: "You are mine." });
  });
});
