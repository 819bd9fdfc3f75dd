import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { drawSlot, drawSlotByFinger } from "../../browser/calendar-grid.ts";
import { expectAccessible, screenshot, waitUntilLoaded } from "../console.ts";
import { Calendar, projectOf } from "../fixtures/calendar.ts";
import { people } from "../fixtures/people.ts";
import { open, panel } from "./proposed-events.ts";

const eventNamed = (page: Page, name: RegExp) => page.getByRole("button", { name });

describe("a proposal", () => {
  it("begins with an empty slot drawn with the mouse", async () => {
    const calendar = new Calendar(people.lead);
    const page = await open(calendar);
    await waitUntilLoaded(page);
    await drawSlot(page, { day: "Friday 20 November", hour: 13, hours: 0.75 }, () =>
      page.getByText("13:00–13:45").waitFor(),
    );
    const form = panel(page, "Propose event");
    expect(await form.getByLabel("Starts").inputValue()).toBe("2026-11-20T13:00");
    expect(await form.getByLabel("Ends").inputValue()).toBe("2026-11-20T13:45");
    await form.getByLabel("Title").fill("Kick-off");
    await form.getByRole("combobox", { name: "Project" }).fill("Reader");
    await page.getByRole("option", { name: "Reader app" }).click();
    await form.getByRole("combobox", { name: "Attendees" }).fill("guest@lindmoor.test");
    await page.keyboard.press("Enter");
    await waitUntilLoaded(page);
    await screenshot(page, "calendar-propose");
    await expectAccessible(page, "the form of an event");
    await form.getByRole("button", { name: "Propose event" }).click();
    await page.getByText("Card proposed: create Kick-off.").waitFor();
    await page.getByRole("button", { name: "Open card" }).waitFor();
    expect(calendar.actions).toEqual([
      {
        action: "propose_event",
        type: "create",
        project_id: projectOf("Reader app").id,
        title: "Kick-off",
        starts_at: "2026-11-20T12:00:00.000Z",
        ends_at: "2026-11-20T12:45:00.000Z",
        time_zone: "Europe/Berlin",
        attendees: ["guest@lindmoor.test"],
      },
    ]);
  });

  it("begins with an empty slot drawn with a finger on a phone after a long press", async () => {
    const page = await open(new Calendar(people.lead), "/calendar?view=day&day=2026-11-20", 390);
    await page.getByRole("heading", { name: "Friday 20 November", level: 2 }).waitFor();
    await waitUntilLoaded(page);
    await screenshot(page, "calendar-day-390");
    await drawSlotByFinger(page, {
      day: "Friday 20 November",
      hour: 12,
      hours: 1,
      begins: "12:00–12:15",
    });
    const form = panel(page, "Propose event");
    await form.waitFor();
    expect(await form.getByLabel("Starts").inputValue()).toBe("2026-11-20T12:00");
    expect(await form.getByLabel("Ends").inputValue()).toBe("2026-11-20T13:00");
    await waitUntilLoaded(page);
    await screenshot(page, "calendar-propose-390");
    await expectAccessible(page, "the form of an event on a phone");
  });

  it("works by keyboard alone, and uses the times of the chosen zone", async () => {
    const calendar = new Calendar(people.lead);
    const page = await open(calendar);
    await page.keyboard.press("c");
    const form = panel(page, "Propose event");
    await form.waitFor();
    await page.keyboard.press("Control+Enter");
    await form.getByText("Enter a title").waitFor();
    await form.getByText("Choose a project").waitFor();
    await form.getByLabel("Title").fill("Call");
    await form.getByRole("combobox", { name: "Project" }).fill("Reader");
    await page.getByRole("option", { name: "Reader app" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await form.getByLabel("Starts").fill("2026-11-20T09:00");
    await form.getByLabel("Ends").fill("2026-11-20T08:00");
    await page.keyboard.press("Control+Enter");
    await form.getByText("Enter an end after the start").waitFor();
    await form.getByLabel("Ends").fill("2026-11-20T09:30");
    await form.getByRole("combobox", { name: "Time zone" }).fill("New_York");
    await page.getByRole("option", { name: "America/New_York" }).click();
    await form.getByText(/In your time zone: .*15:00/).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Card proposed: create Call.").waitFor();
    expect(calendar.actions.at(-1)).toMatchObject({
      starts_at: "2026-11-20T14:00:00.000Z",
      ends_at: "2026-11-20T14:30:00.000Z",
      time_zone: "America/New_York",
    });
  });

  it("repeats by a rule, with its first events in the reader's time zone, by keyboard and on a phone", async () => {
    const calendar = new Calendar(people.lead);
    const page = await open(calendar, "/calendar?view=day&day=2027-03-26", 390);
    await page.keyboard.press("c");
    const form = panel(page, "Propose event");
    await form.waitFor();
    await form.getByLabel("Title").fill("Standup");
    await form.getByRole("combobox", { name: "Project" }).fill("Reader");
    await page.getByRole("option", { name: "Reader app" }).click();
    await form.getByLabel("Starts").fill("2027-03-26T09:00");
    await form.getByLabel("Ends").fill("2027-03-26T09:15");
    const choose = async (name: string, option: string) => {
      await form.getByRole("combobox", { name }).click();
      await page.getByRole("option", { name: option }).click();
    };
    await choose("Repeats", "Weekly");
    const friday = form.getByRole("checkbox", { name: "Friday" });
    expect([await friday.isChecked(), await friday.isDisabled()]).toEqual([true, true]);
    await form.getByRole("checkbox", { name: "Monday" }).focus();
    await page.keyboard.press("Space");
    await form.getByLabel("Number of events").fill("1");
    await page.keyboard.press("Control+Enter");
    await form.getByText("Repeat from 2 to 366 times").waitFor();
    await form.getByLabel("Number of events").fill("8");
    await form.getByText("Every week on Monday and Friday, 8 times").waitFor();
    const first = form.getByRole("list", { name: "First events, in your time zone" });
    const starts = await first.getByRole("listitem").allTextContents();
    expect(starts).toHaveLength(5);
    expect(starts.every((text) => text.includes("9:00"))).toBe(true);
    await form.getByText(/^8 events; the last is/).waitFor();
    await waitUntilLoaded(page);
    await screenshot(page, "calendar-repeat-390");
    await expectAccessible(page, "the form of a repeating event on a phone");
    await form.getByRole("button", { name: "Propose event" }).click();
    await page.getByText("Card proposed: create Standup.").waitFor();
    expect(calendar.actions.at(-1)).toMatchObject({
      starts_at: "2027-03-26T08:00:00.000Z",
      time_zone: "Europe/Berlin",
      recurrence: { frequency: "weekly", interval: 1, weekdays: [1, 5], count: 8 },
    });
  });

  it("has only the fields that differ when it changes an event, for one of a series or for all", async () => {
    const calendar = new Calendar(people.lead);
    const page = await open(calendar);
    await eventNamed(page, /Standup/).click();
    await page.getByRole("button", { name: "Propose change" }).click();
    const form = panel(page, /^Propose change/);
    await form.getByText("All events of the series").click();
    await form.getByLabel("Starts").fill("2026-11-16T10:00");
    expect(await form.getByLabel("Ends").inputValue()).toBe("2026-11-16T10:30");
    await form.getByRole("button", { name: "Propose change" }).click();
    await page.getByRole("button", { name: "Open card" }).waitFor();
    expect(calendar.actions.at(-1)).toEqual({
      action: "propose_event",
      type: "change",
      event_id: calendar.events[1]?.id,
      applies_to: "all",
      starts_at: "2026-11-16T09:00:00.000Z",
      ends_at: "2026-11-16T09:30:00.000Z",
      time_zone: "Europe/Berlin",
    });
  });

  it("has a note when it cancels an event, and a refusal stays in the form", async () => {
    const calendar = new Calendar(people.lead);
    const page = await open(calendar);
    await eventNamed(page, /Sprint review/).click();
    await page.getByRole("button", { name: "Propose cancellation" }).click();
    const form = panel(page, /^Propose cancellation/);
    await form.getByLabel("Note to attendees").fill("We meet next week.");
    calendar.refusal = new AppError(409, "event_changed", "The event is already cancelled");
    await form.getByRole("button", { name: "Propose cancellation" }).click();
    await form.getByText("The event is already cancelled").waitFor();
    await form.getByRole("button", { name: "Propose cancellation" }).click();
    await page.getByRole("button", { name: "Open card" }).waitFor();
    expect(calendar.actions.at(-1)).toEqual({
      action: "propose_event",
      type: "cancel",
      event_id: calendar.events[0]?.id,
      applies_to: "this",
      note: "We meet next week.",
    });
  });
});
