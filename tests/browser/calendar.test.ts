/** The calendar from a drawn slot to the event, and a choice of a project, against the database. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { drawSlot, drawSlotByFinger } from "./calendar-grid.ts";
import { newPage, screenshot, settled } from "./console.ts";

/** A separate week, far from the day of the run: Monday 11 to Sunday 17 January 2027. */
const week = "/calendar?who=team&day=2027-01-11";

let organization: OwnOrganization;

beforeEach(async () => {
  organization = await makeOrganization();
  await owner`
    update public.projects set name = initcap(code) || ' relaunch'
    where organization_id = ${organization.id}`;
});

async function asLead(
  width: 1440 | 390,
  address: string,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await newPage({ width }, organization.people.lead.email);
  try {
    await page.goto(address);
    await page.getByRole("heading", { level: 1, name: "Calendar" }).waitFor();
    await settled(page);
    await run(page);
  } finally {
    await page.close();
  }
}

async function approve(page: Page) {
  await page.getByRole("button", { name: "Open card" }).click();
  // Beside the inbox, or over it on a phone.
  const card = page
    .getByRole("complementary", { name: "Card" })
    .or(page.getByRole("dialog", { name: "Card" }));
  await card.getByRole("button", { name: "Approve and execute" }).click();
  await card.getByText("Executed", { exact: true }).first().waitFor();
}

async function propose(page: Page, title: string): Promise<void> {
  const form = page.getByRole("dialog", { name: "Propose event" });
  await form.getByLabel("Title").fill(title);
  await form.getByRole("combobox", { name: "Project" }).fill("Alpha");
  await page.getByRole("option", { name: "Alpha relaunch" }).click();
  await form.getByRole("button", { name: "Propose event" }).click();
  await form.waitFor({ state: "detached" });
}

it("a lead draws a slot, approves its card and sees the event, on a phone too", async () => {
  await asLead(1440, week, async (page) => {
    await drawSlot(page, { day: "Wednesday 13 January", hour: 14, hours: 1 });
    await propose(page, "Kick-off");
    await approve(page);
    await page.goto(week);
    const event = page.getByRole("button", { name: /Kick-off/ });
    await event.waitFor();
    await settled(page);
    await screenshot(page, "calendar-kick-off");
    await event.click();
    const panel = page.getByRole("dialog", { name: "Kick-off" });
    await panel.getByText("A card created the event for this project").waitFor();
  });
  await asLead(390, week, async (page) => {
    await page.getByRole("button", { name: /Kick-off/ }).waitFor();
    await page.getByText("Day", { exact: true }).click();
    await page.getByRole("heading", { level: 2, name: "Monday 11 January" }).waitFor();
    await settled(page);
    await drawSlotByFinger(page, {
      day: "Monday 11 January",
      hour: 12,
      hours: 1,
      begins: "12:00 – 12:15",
    });
    await propose(page, "Lunch");
    await approve(page);
    await page.goto(`${week}&view=day`);
    await page.getByRole("button", { name: /Lunch/ }).waitFor();
  });
  const stored = await owner`
    select payload ->> 'summary' as title, payload ->> 'starts_at' as starts_at, status
    from public.approvals where organization_id = ${organization.id} order by created_at`;
  expect(stored.map(({ title, status }) => ({ title, status }))).toEqual([
    { title: "Kick-off", status: "executed" },
    { title: "Lunch", status: "executed" },
  ]);
  expect(stored.map(({ starts_at }) => new Date(starts_at).toISOString())).toEqual([
    "2027-01-13T13:00:00.000Z",
    "2027-01-11T11:00:00.000Z",
  ]);
});

it("a lead matches an event by hand, and undo gives it back to the rules, on a phone too", async () => {
  await owner`
    insert into public.calendar_events
      (organization_id, provider, external_id, summary, starts_at, ends_at, time_zone)
    values
      (${organization.id}, 'google_calendar', ${randomUUID()}, 'Coffee', '2027-01-12 09:00Z',
       '2027-01-12 10:00Z', 'Europe/Berlin')`;
  const choices = () => owner`
    select project_id from public.calendar_event_project_overrides
    where organization_id = ${organization.id}`;
  for (const width of [1440, 390] as const) {
    await asLead(width, week, async (page) => {
      await page.getByRole("button", { name: /Coffee/ }).click();
      const panel = page.getByRole("dialog", { name: "Coffee" });
      await panel.getByRole("combobox", { name: "Match to a project" }).fill("Beta");
      await page.getByRole("option", { name: "Beta relaunch" }).click();
      await panel.getByText("Chosen by hand").waitFor();
      expect(await choices()).toEqual([{ project_id: organization.betaId }]);
      await page.getByRole("button", { name: "Undo" }).click();
      await panel.getByText("No project matches this event.").waitFor();
      expect(await choices()).toEqual([]);
    });
  }
});
