/** Journeys through the calendar with the database: from a drawn slot to the event, and the choice of a project. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { drawSlot, drawSlotByFinger } from "./calendar-grid.ts";
import { newPage, screenshot, waitUntilLoaded, type widths } from "./console.ts";

type Width = (typeof widths)[number];

/** A separate week, far from the day of the run: Monday 11 to Sunday 17 January 2027. */
const week = "/calendar?who=team&day=2027-01-11";

async function calendarOrganization(): Promise<OwnOrganization> {
  const organization = await makeOrganization();
  await owner`
    update public.projects set name = initcap(code) || ' relaunch'
    where organization_id = ${organization.id}`;
  return organization;
}

async function asLead(
  { people }: OwnOrganization,
  width: Width,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await newPage({ width }, people.lead.email);
  try {
    await page.goto(week);
    await page.getByRole("heading", { level: 1, name: "Calendar" }).waitFor();
    await waitUntilLoaded(page);
    await run(page);
  } finally {
    await page.close();
  }
}

async function approve(page: Page) {
  await page.getByRole("button", { name: "Open card" }).click();
  // The card opens beside the inbox, or over it on a phone.
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

/** Draws a slot with the mouse, or on a phone with a finger. Returns its start in UTC. */
async function draw(page: Page, width: Width): Promise<string> {
  if (width === 1440) {
    await drawSlot(page, { day: "Wednesday 13 January", hour: 14, hours: 1 });
    return "2027-01-13T13:00:00.000Z";
  }
  await page.getByText("Day", { exact: true }).click();
  await page.getByRole("heading", { level: 2, name: "Monday 11 January" }).waitFor();
  await waitUntilLoaded(page);
  await drawSlotByFinger(page, {
    day: "Monday 11 January",
    hour: 12,
    hours: 1,
    begins: "12:00–12:15",
  });
  return "2027-01-11T11:00:00.000Z";
}

/** Declares the journey of a slot at a width. */
export function testCalendar(width: Width): void {
  it(`a lead draws a slot, approves its card and sees the event at ${width} px`, async () => {
    const organization = await calendarOrganization();
    await asLead(organization, width, async (page) => {
      const startsAt = await draw(page, width);
      await propose(page, "Kick-off");
      await approve(page);
      const [row] = await owner`
        select payload ->> 'summary' as title, payload ->> 'starts_at' as starts_at, status
        from public.approvals where organization_id = ${organization.id}`;
      expect(row).toMatchObject({ title: "Kick-off", status: "executed" });
      expect(new Date(row?.["starts_at"]).toISOString()).toBe(startsAt);
      await page.goto(week);
      const event = page.getByRole("button", { name: /Kick-off/ });
      await event.waitFor();
      await waitUntilLoaded(page);
      await screenshot(page, `calendar-kick-off-${width}`);
      await event.click();
      const panel = page.getByRole("dialog", { name: "Kick-off" });
      await panel.getByText("A card created the event for this project").waitFor();
    });
  });
}

/** Declares the test that a lead chooses a project for an event. Component tests prove the steps. */
export function testMatchByHand(width: Width): void {
  it(`a lead matches an event by hand, and undo restores the match by the rules at ${width} px`, async () => {
    const organization = await calendarOrganization();
    await owner`
      insert into public.calendar_events
        (organization_id, provider, external_id, summary, starts_at, ends_at, time_zone)
      values
        (${organization.id}, 'google_calendar', ${randomUUID()}, 'Coffee', '2027-01-12 09:00Z',
         '2027-01-12 10:00Z', 'Europe/Berlin')`;
    const choices = () => owner`
      select project_id from public.calendar_event_project_overrides
      where organization_id = ${organization.id}`;
    await asLead(organization, width, async (page) => {
      await page.getByRole("button", { name: /Coffee/ }).click();
      const panel = page.getByRole("dialog", { name: "Coffee" });
      await panel.getByRole("combobox", { name: "Assign to a project" }).fill("Beta");
      await page.getByRole("option", { name: "Beta relaunch" }).click();
      await panel.getByText("Chosen by hand").waitFor();
      expect(await choices()).toEqual([{ project_id: organization.betaId }]);
      await page.getByRole("button", { name: "Undo" }).click();
      await panel.getByText("No project matches this event.").waitFor();
      expect(await choices()).toEqual([]);
    });
  });
}
