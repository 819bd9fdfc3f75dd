/**
 * Proposals of an event that begin in the palette, and whose rule is refused.
 * proposals.test.ts begins with an empty slot and by keyboard, repeats an event by a rule, and keeps a refusal in the form;
 * app/keyboard.test.ts finds every action in the palette; inbox/propose.test.ts shows refusals beside the fields.
 */
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { openConsole } from "../console.ts";
import { Calendar } from "../fixtures/calendar.ts";
import { people } from "../fixtures/people.ts";
import { open, panel } from "./proposed-events.ts";

describe("a proposal", () => {
  it("begins in the palette, on any page", async () => {
    const page = await openConsole("/portfolio");
    await page.keyboard.press("Control+k");
    await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
    await page.keyboard.type("propose an event");
    await page
      .locator("[data-selected]")
      .getByText(/^Propose an event/)
      .waitFor();
    await page.keyboard.press("Enter");
    await panel(page, "Propose event").getByLabel("Title").waitFor();
  });

  it("shows a refused rule at the rule, and can end on a day", async () => {
    const calendar = new Calendar(people.lead);
    const page = await open(calendar);
    await page.keyboard.press("c");
    const form = panel(page, "Propose event");
    await form.getByLabel("Title").fill("Review");
    await form.getByRole("combobox", { name: "Project" }).fill("Reader");
    await page.getByRole("option", { name: "Reader app" }).click();
    await form.getByLabel("Starts").fill("2026-11-27T09:00");
    for (const [name, option] of [
      ["Repeats", "Monthly"],
      ["Series ends", "On a day"],
    ] as const) {
      await form.getByRole("combobox", { name }).click();
      await page.getByRole("option", { name: option }).click();
    }
    await form.getByLabel("Every").fill("3");
    await page.keyboard.press("Control+Enter");
    await form.getByText("Choose the last day").waitFor();
    await form.getByLabel("Last day").fill("2027-06-30");
    calendar.refusal = new AppError(400, "invalid_payload", "The card is invalid", {
      fields: [
        { field: "recurrence", message: "It must end within five years. Choose an earlier end" },
      ],
    });
    await page.keyboard.press("Control+Enter");
    await form.getByText("It must end within five years. Choose an earlier end").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Card proposed: create Review.").waitFor();
    expect(calendar.actions.at(-1)).toMatchObject({
      recurrence: { frequency: "monthly", interval: 3, until: "2027-06-30" },
    });
  });
});
