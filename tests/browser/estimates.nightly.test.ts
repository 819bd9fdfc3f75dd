/**
 * An estimate from finished work: saved for its task, and scored when the task is done. supabase/tests/estimates
 * proves what is saved and scored; tests/component/estimates/estimates.test.ts proves the page.
 */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import {
  expectAccessible,
  inEveryLook,
  newPage,
  screenshot,
  visit,
  waitUntilLoaded,
} from "./console.ts";

/** A finished task with one entry of hours. */
async function finish(organization: OwnOrganization, title: string, hours: number): Promise<void> {
  const id = randomUUID();
  const project = { organization_id: organization.id, project_id: organization.alphaId };
  await owner`
    insert into public.tasks ${owner({ ...project, id, title, status: "done", completed_on: "2026-02-20" })}`;
  await owner`
    insert into public.time_entries
      ${owner({ ...project, task_id: id, person_id: organization.people.lead.id, spent_on: "2026-02-20", hours })}`;
}

it("an estimate opens its comparables, is saved for a task, and is scored when the task is done", async () => {
  const organization = await makeOrganization();
  for (let hours = 4; hours <= 15; hours++)
    await finish(organization, `Landing page ${hours}`, hours);
  const taskId = randomUUID();
  const project = { organization_id: organization.id, project_id: organization.alphaId };
  await owner`
    insert into public.tasks ${owner({ ...project, id: taskId, title: "Landing page of the fair", status: "open" })}`;

  const page = await newPage({}, organization.people.lead.email);
  await visit(page, `/tasks?task=${taskId}`, "Tasks");
  await page.getByRole("link", { name: "Estimate from finished work" }).click();
  await page.getByRole("heading", { level: 2, name: /^[\d.]+ to [\d.]+ hours$/ }).waitFor();
  const chart = page.getByRole("region", { name: "Range and comparable tasks" });
  expect(await chart.getByRole("link").count()).toBe(12);
  await chart.getByRole("link", { name: "Open Landing page 9, 9 hours" }).click();
  await page.getByRole("dialog", { name: /^Landing page 9/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save estimate" }).click();
  await page.getByRole("button", { name: "Estimate saved" }).waitFor();
  const savedEstimates = page.getByRole("region", { name: "Saved estimates" });
  await savedEstimates.getByText("Not finished").waitFor();
  expect(await page.getByRole("region", { name: "Calibration" }).count()).toBe(0);

  await owner`
    insert into public.time_entries
      ${owner({ ...project, task_id: taskId, person_id: organization.people.lead.id, spent_on: "2026-03-02", hours: 90 })}`;
  await owner`
    update public.tasks set status = 'done', completed_on = '2026-03-02' where id = ${taskId}`;
  await visit(page, "/estimates", "What will it take?");
  await savedEstimates.getByText("Outside the range").waitFor();
  await page
    .getByText("For 0% of 1 finished estimate, the actual hours were in the saved range", {
      exact: false,
    })
    .waitFor();
  await waitUntilLoaded(page);
  await inEveryLook(page, async (look) => {
    await expectAccessible(page, `a scored estimate ${look}`);
    await screenshot(page, `estimates-scored-${look}`);
  });
  await page.close();
});
