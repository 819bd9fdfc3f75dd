/** Findings of Health and the decisions about them. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { owner as sql } from "../support/database.ts";
import { demoId, northlight } from "../support/personas.ts";
import { visit } from "./console.ts";

export const dealer = demoId(4, 1, 9);

export const late = `project_past_due.${dealer}`;

export const finding = (page: Page) => page.getByRole("complementary", { name: "Finding" });

export const lines = (page: Page) =>
  page.getByRole("region", { name: "Findings" }).getByRole("article");

/** The last decision about a finding, read as the owner. */
export async function lastDecision(key: string) {
  const [code = "", subject = ""] = key.split(".");
  const [row] = await sql<{ version: number; state: string; reason: string; decided_by: string }[]>`
    select version, state, reason, decided_by from public.reconciliation_resolutions
    where organization_id = ${northlight} and finding_code = ${code} and subject_id = ${subject}
    order by version desc limit 1`;
  return row;
}

export async function settle(page: Page, reason: string) {
  await page.getByRole("button", { name: "Settle with a reason" }).click();
  await page.getByLabel("Reason").fill(reason);
  await page.getByRole("button", { name: "Settle", exact: true }).click();
}

export async function reopen(page: Page, key: string) {
  await visit(page, `/health?state=settled&open=${key}`, "Health");
  await page.getByRole("button", { name: "Reopen" }).click();
  await page.getByLabel("Reason").fill("Check it again.");
  await page.getByRole("button", { name: "Reopen" }).click();
  await expect.poll(async () => (await lastDecision(key))?.state).toBe("reopened");
}
