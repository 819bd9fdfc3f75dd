/** The Prompt page of an organization with prompts. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { newPage, visit } from "./console.ts";

export const firstBase = "You work for an agency.\nCite every source.\n\nSay so when nobody knows.";
export const secondBase =
  "You work for an agency.\nCite every source, with its day.\n\nSay so when nobody knows.";

/** An organization whose admin owns the prompt and whose lead does not. */
export async function promptOrganization(): Promise<OwnOrganization> {
  const organization = await makeOrganization();
  const { admin, lead } = organization.people;
  await owner`update public.people set is_prompt_owner = true, name = 'Alma Ridgeway' where id = ${admin.id}`;
  await owner`update public.people set name = 'Leo Marchetti' where id = ${lead.id}`;
  return organization;
}

export async function act(
  organization: OwnOrganization,
  role: "admin" | "lead",
  body: object,
): Promise<void> {
  const answer = await organization.people[role].ask("/api/service-prompt", { body });
  expect(answer.status).toBe(200);
}

export async function setBothBases(organization: OwnOrganization): Promise<void> {
  await act(organization, "admin", { action: "set_base_prompt", base: firstBase });
  await act(organization, "admin", { action: "set_base_prompt", base: secondBase });
}

/** Runs a test in the admin's window. */
export async function withPage(
  organization: OwnOrganization,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await newPage({}, organization.people.admin.email);
  try {
    await visit(page, "/prompt", "Prompt");
    await run(page);
  } finally {
    await page.close();
  }
}

export async function livePrompt(organization: OwnOrganization) {
  const [row] = await owner<{ number: number; base: string; origin: string }[]>`
    select number, base, origin::text from public.live_prompts
    join public.prompt_versions on prompt_versions.id = live_version_id
    where live_prompts.organization_id = ${organization.id}`;
  return row;
}

export const base = (page: Page) => page.getByRole("region", { name: "Base prompt" });
