/** Forms about a project, opened from the portfolio. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { owner as sql } from "../support/database.ts";
import { waitUntilLoaded } from "./console.ts";
import type { OwnProject } from "./own-project.ts";

/** A name that no earlier run has used. */
export const uniqueName = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

export async function choose(page: Page, project: OwnProject, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${project.name}` }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
  await page.getByRole("dialog").locator("form").waitFor();
  await waitUntilLoaded(page);
}

export const row = async (id: string) =>
  (
    await sql`select name, code, summary, status, budget_hours::float8, due_on::text, version
             from public.projects where id = ${id}`
  )[0];
