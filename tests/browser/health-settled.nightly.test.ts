/**
 * A finding from the open list to the settled one and back. tests/component/health/health.test.ts proves the page, and the pgTAP
 * tests of resolve_finding the decision.
 */
import { describe, expect, it } from "vitest";
import { people } from "../support/personas.ts";
import { as, expectAccessible, focusedText, screenshot, visit } from "./console.ts";
import { finding, lastDecision, lateFinding, lines, reopen } from "./health-page.ts";

describe("a finding", () => {
  it("is settled with a reason, found under settled, and reopened", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, `/health?open=${lateFinding}`, "Health");
      await page.getByRole("button", { name: "Settle with a reason" }).click();
      await page.getByRole("button", { name: "Settle finding" }).click();
      await page.getByText("Enter a reason").waitFor();
      await page.getByLabel("Reason").fill("The client moved the launch; a new date comes Monday.");
      await screenshot(page, "health-settling");
      await page.getByRole("button", { name: "Settle finding" }).click();

      await page
        .getByText(/^Settled: /)
        .last()
        .waitFor();
      expect(await lastDecision(lateFinding)).toMatchObject({
        state: "settled",
        reason: "The client moved the launch; a new date comes Monday.",
        decided_by: people.lead.personId,
      });
      // The next finding in the list is open and has the focus.
      await finding(page).getByRole("heading", { name: "No lead" }).waitFor();
      await expect.poll(() => focusedText(page)).toBe("No lead");
      // The list stays as long as its page: the following findings move up.
      const settledLine = lines(page).filter({ hasText: "Past its due date" });
      expect(await settledLine.filter({ hasText: "Dealer portal" }).count()).toBe(0);
      await screenshot(page, "health-settled-notification");

      await visit(page, "/health?state=settled", "Health");
      await lines(page).getByRole("link", { name: "Dealer portal" }).first().click();
      await finding(page)
        .getByText(/Settled by Jonas Albrink/)
        .waitFor();
      await finding(page).getByText("The client moved the launch").waitFor();
      await expectAccessible(page, "settled finding");
      await screenshot(page, "health-settled");
      await reopen(page, lateFinding);
      await visit(page, `/health?open=${lateFinding}`, "Health");
      await page.getByText(/Reopened by Jonas Albrink/).waitFor();
    });
  });
});
