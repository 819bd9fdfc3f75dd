/** Findings of Health and the decisions about them. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { portfolioHealth } from "../../supabase/functions/_domain/portfolio/health-contract.ts";
import { owner as sql } from "../support/database.ts";
import { callRoute } from "../support/http.ts";
import { demoId, northlight, type PersonName } from "../support/personas.ts";
import { visit } from "./console.ts";

export const dealer = demoId(4, 1, 9);

export const lateFinding = `project_past_due.${dealer}`;

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
  await page.getByRole("button", { name: "Settle finding" }).click();
}

/** Settles a finding as another person on another screen would. */
export async function settleAs(person: PersonName, key: string, reason: string): Promise<void> {
  const [code = "", subject = ""] = key.split(".");
  const health = await callRoute(person, `portfolio-health?code=${code}&limit=100`);
  const { findings } = portfolioHealth.get.response.parse(health.json);
  const match = findings.find((candidate) => candidate.subject.id === subject);
  const answer = await callRoute(person, "portfolio-actions", {
    body: {
      type: "reconciliation_resolution",
      finding_code: code,
      subject_id: subject,
      version: match?.resolution?.version ?? 0,
      facts_hash: match?.facts_hash,
      state: "settled",
      reason,
    },
  });
  expect(answer.status, answer.text).toBe(200);
}

export async function reopen(page: Page, key: string) {
  await visit(page, `/health?state=settled&open=${key}`, "Health");
  await page.getByRole("button", { name: "Reopen" }).click();
  await page.getByLabel("Reason").fill("Check it again.");
  await page.getByRole("button", { name: "Reopen" }).click();
  await expect.poll(async () => (await lastDecision(key))?.state).toBe("reopened");
}
