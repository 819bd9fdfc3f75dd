/**
 * The calendar's shortcuts, and a choice by hand that is cleared.
 * app/keyboard.test.ts opens pages with g and a letter; calendar.test.ts matches by hand with undo.
 */
import { describe, expect, it } from "vitest";
import { openConsole } from "../console.ts";
import { Calendar, projectOf } from "../fixtures/calendar.ts";
import { people } from "../fixtures/people.ts";
import { eventNamed, open, panel } from "./calendar-page.ts";

describe("the week", () => {
  it("opens with g and k, and availability with g and v", async () => {
    const page = await openConsole("/portfolio", { answers: new Calendar(people.lead).answers() });
    await page.keyboard.press("g");
    await page.keyboard.press("k");
    await page.getByRole("heading", { level: 1, name: "Calendar" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("v");
    await page.getByRole("heading", { level: 1, name: "Availability" }).waitFor();
  });
});

describe("an open event", () => {
  it("loses a project chosen by hand, and undo restores it", async () => {
    const calendar = new Calendar(people.lead);
    const page = await open(calendar);
    await eventNamed(page, /Standup/).click();
    const eventPanel = panel(page, "Standup");
    await eventPanel.getByRole("button", { name: "Clear choice" }).click();
    await eventPanel.getByText("No project matches this event.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await eventPanel.getByText("Chosen by hand").waitFor();
    expect(calendar.actions.at(-1)).toMatchObject({
      action: "override_project",
      project_id: projectOf("Reader app").id,
    });
  });
});
