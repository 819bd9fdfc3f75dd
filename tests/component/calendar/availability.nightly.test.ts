/** The search for free times; proposals.test.ts proposes an event, and pgTAP of availability proves the times. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  expectAccessible,
  inEveryLook,
  openConsole,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { Calendar } from "../fixtures/calendar.ts";
import { weekNamed } from "../fixtures/hours.ts";
import { people } from "../fixtures/people.ts";

const address = "/availability?day=2026-11-18";
const open = (calendar: Calendar, at = address, width: 1440 | 390 = 1440) =>
  openConsole(at, { as: people.member, width, answers: calendar.answers() });

const cell = (page: Page, name: RegExp) => page.getByRole("button", { name });

describe("the team", () => {
  it("is shown by day with busy times in words and the state of each sync, in every look", async () => {
    const page = await open(new Calendar(people.member));
    await page.getByRole("heading", { name: weekNamed("16 – 22 Nov 2026") }).waitFor();
    await cell(
      page,
      /^Ada Example, Monday 16 November: working 09:00–17:00, busy 10:00–11:30, 11:00–12:00/,
    ).waitFor();
    await page
      .getByRole("row", { name: /Ada Example/ })
      .getByText("2 h busy")
      .waitFor();
    await page
      .getByRole("row", { name: /Lena Example/ })
      .getByText(/^Out of date, synced/)
      .waitFor();
    const unsyncedRow = page.getByRole("row", { name: /Max Example/ });
    await unsyncedRow.getByText("Never synced").waitFor();
    await unsyncedRow.getByText("America/New York").waitFor();
    expect(await unsyncedRow.getByText("Unknown", { exact: true }).count()).toBe(7);
    await inEveryLook(page, async (look) => {
      await screenshot(page, `availability-${look}`);
      await expectAccessible(page, look, { everyRule: look.startsWith("390") });
    });
  });

  it("continues a busy time after midnight", async () => {
    const page = await open(new Calendar(people.member));
    await cell(page, /^Lena Example, Tuesday .* busy 22:00–02:00$/).waitFor();
    await cell(page, /^Lena Example, Wednesday .* busy 22:00–02:00$/).waitFor();
  });

  it("explains where a busy time comes from, and returns the focus to the cell", async () => {
    const page = await open(new Calendar(people.member));
    await cell(page, /^Ada Example, Monday/).press("Enter");
    const day = page.getByRole("dialog", { name: "Ada Example, Monday 16 November" });
    await day.getByText("Busy, from Google Calendar, synced 09:40").first().waitFor();
    await waitUntilLoaded(page);
    await screenshot(page, "availability-day");
    await expectAccessible(page, "a day of a person");
    await page.keyboard.press("Escape");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain("Ada Example, Monday 16 November");
  });

  it("is one day on a phone, and n goes to the next", async () => {
    const page = await open(new Calendar(people.member), address, 390);
    await page.getByRole("heading", { name: "Wednesday 18 November", level: 2 }).waitFor();
    await page.keyboard.press("n");
    await page.getByRole("heading", { name: "Thursday 19 November", level: 2 }).waitFor();
  });

  it("is unknown on days outside the synced period, not free", async () => {
    const page = await open(new Calendar(people.member), "/availability?day=2026-11-04");
    const ada = page.getByRole("row", { name: /Ada Example/ });
    await ada.getByText("Unknown", { exact: true }).first().waitFor();
    expect(await page.getByText("Free", { exact: true }).count()).toBe(0);
    await cell(page, /^Ada Example, Wednesday 4 November: busy times unknown$/).click();
    await page.getByText(/^Unknown: syncs cover the last week/).waitFor();
  });

  it("does not look free while no calendar has been synced", async () => {
    const calendar = new Calendar(people.lead);
    calendar.people = calendar.people.slice(2);
    const page = await openConsole(address, { as: people.lead, answers: calendar.answers() });
    await page.getByText("No busy times are known yet").waitFor();
    await page.getByRole("link", { name: "Connect a calendar in Integrations" }).waitFor();
    expect(await page.getByText("Free", { exact: true }).count()).toBe(0);
    await expectAccessible(page, "availability without a calendar");
  });
});

describe("the slot finder", () => {
  it("finds slots for chosen people and a length, and proposes an event with them", async () => {
    const calendar = new Calendar(people.lead);
    const page = await openConsole("/availability?day=2126-11-18", {
      as: people.lead,
      answers: calendar.answers(),
    });
    await page.getByText("Choose people to see the slots").waitFor();
    await page.getByRole("combobox", { name: "People" }).click();
    await page.getByRole("option", { name: people.admin.name }).click();
    await page.getByRole("option", { name: people.member.name }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Meeting length" }).click();
    await page.getByRole("option", { name: "30 minutes" }).click();
    await page.getByText("Max Example: busy times are unknown or out of date.").waitFor();
    await expect
      .poll(() => calendar.requests.at(-1))
      .toMatchObject({ slot_minutes: 30, person_ids: [people.admin.id, people.member.id] });
    await waitUntilLoaded(page);
    await screenshot(page, "availability-slots");
    await expectAccessible(page, "the slot finder");
    await page
      .getByRole("button", { name: "Propose event on Tuesday 19 November, 09:00–10:00" })
      .click();
    const form = page.getByRole("dialog", { name: "Propose event" });
    expect(await form.getByLabel("Starts").inputValue()).toBe("2126-11-19T09:00");
    await form.getByText("ada@demo.test").waitFor();
    await form.getByText("max@demo.test").waitFor();
  });

  it("says up to which day busy times are synced", async () => {
    const page = await openConsole(
      `/availability?day=2126-12-30&people=${people.admin.id}&minutes=60&weeks=2`,
      { as: people.lead, answers: new Calendar(people.lead).answers() },
    );
    await page.getByText("Busy times are synced up to 1 Jan 2127.").waitFor();
  });

  it("keeps its choices in the URL and explains when no slot suits everyone", async () => {
    const calendar = new Calendar(people.lead);
    calendar.slots = [];
    const page = await openConsole(
      `/availability?day=2126-11-18&people=${people.admin.id}&minutes=240&weeks=2`,
      { as: people.lead, answers: calendar.answers() },
    );
    await page.getByText("No slot of this length suits everyone.").waitFor();
    await expect
      .poll(() => calendar.requests.at(-1))
      .toMatchObject({
        slot_minutes: 240,
        from: "2126-11-17T23:00:00.000Z",
        to: "2126-12-01T23:00:00.000Z",
      });
  });
});
