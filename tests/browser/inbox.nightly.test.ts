/**
 * Rejections, several cards at once, and unknown results. supabase/tests/approvals/batch_approve and
 * tests/laws/approvals prove the decisions; tests/service/approvals-at-once.test.ts proves a rejection, and
 * tests/component/inbox/card.test.ts proves an unknown result.
 */
import { describe, expect, it } from "vitest";
import { people } from "../support/personas.ts";
import { as, expectAccessible, focusedText, screenshot } from "./console.ts";
import {
  cardOf,
  decide,
  makeUnknown,
  proposeTask,
  rowsOf,
  settleAsFailed,
  stateOf,
  visitInbox,
} from "./inbox-cards.ts";
import { ownProject } from "./own-project.ts";

describe("a lead", () => {
  it("rejects with a reason, and the next card has the focus", async () => {
    const project = await ownProject("Inbox: reject");
    const first = await proposeTask(project, "Book the venue");
    await proposeTask(project, "Order the signs");
    await as("lead", {}, async (page) => {
      await visitInbox(page, project, first.id);
      await cardOf(page).getByRole("button", { name: "Reject" }).click();
      const dialog = page.getByRole("dialog", { name: "Reject card" });
      await dialog.getByRole("button", { name: "Reject" }).click();
      await dialog.getByText("Enter a reason").waitFor();
      expect((await stateOf(first.id)).status).toBe("pending");
      await dialog.getByRole("button", { name: "Already done elsewhere." }).click();
      await dialog.getByLabel("Reason").pressSequentially(" Booked on Monday.");
      await screenshot(page, "inbox-reject");
      await dialog.getByRole("button", { name: "Reject" }).click();
      await cardOf(page)
        .getByRole("heading", { level: 2, name: /Order the signs/ })
        .waitFor();
      await expect.poll(() => focusedText(page)).toContain("Order the signs");
      expect(await stateOf(first.id)).toMatchObject({
        status: "rejected",
        reason: "Already done elsewhere. Booked on Monday.",
        decided_by: people.lead.personId,
      });
      await expect.poll(() => rowsOf(page).count()).toBe(1);
      await page.getByText(/^Rejected: /).waitFor();
    });
  });

  it("approves five cards together, one of which is refused, and shows each outcome", async () => {
    const project = await ownProject("Inbox: batch");
    const cards: Awaited<ReturnType<typeof proposeTask>>[] = [];
    for (const name of ["One", "Two", "Three", "Four", "Five"]) {
      cards.push(await proposeTask(project, `Task ${name}`));
    }
    await as("lead", {}, async (page) => {
      await visitInbox(page, project);
      for (const box of await page.getByRole("checkbox", { name: /^Select: / }).all()) {
        await box.check();
      }
      await page.getByText("5 cards selected").waitFor();
      await screenshot(page, "inbox-selected");
      // Another person edits one of them while they are open.
      await decide("admin", {
        action: "edit",
        id: cards[2]?.id ?? "",
        payload: { title: "Task Three, and more" },
      });
      await page.getByRole("button", { name: "Approve 5 cards" }).click();
      const dialog = page.getByRole("dialog", { name: "Approve 5 cards" });
      await dialog.getByRole("button", { name: "Approve 5 cards" }).click();
      await dialog.getByText("4 cards approved, 1 not").waitFor();
      await dialog.getByText(/^Not approved: The card was edited/).waitFor();
      await screenshot(page, "inbox-batch");
      await expectAccessible(page, "batch results");
      await dialog.getByRole("button", { name: "Close" }).last().click();
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => rowsOf(page).count()).toBe(1);
      expect(await focusedText(page)).not.toBe("");
      const states = await Promise.all(cards.map(async ({ id }) => (await stateOf(id)).status));
      expect(states).toEqual(["approved", "approved", "pending", "approved", "approved"]);
      await page.getByText("Approved, not executed").click();
      await page.getByRole("article").nth(4).waitFor();
      await screenshot(page, "inbox-approved-unfolded");
    });
  });
});

describe("an unknown result", () => {
  it("stays on top until it is settled, and can be retried after a failure", async () => {
    const project = await ownProject("Inbox: unknown");
    await proposeTask(project, "Older");
    const card = await proposeTask(project, "Send the invoice");
    await makeUnknown(card.id);
    await as("lead", {}, async (page) => {
      await visitInbox(page, project);
      const first = page.getByRole("article").first();
      await first.getByText("Result unknown").waitFor();
      await first.getByRole("link").click();
      await cardOf(page).getByText("Result unknown").first().waitFor();
      await cardOf(page)
        .getByText(/Countersign checks again automatically and changes nothing/)
        .waitFor();
      expect(await cardOf(page).getByRole("button", { name: "Approve" }).count()).toBe(0);
      await cardOf(page).getByRole("button", { name: "Check now" }).click();
      await page
        .getByText(/^Checking now\./)
        .first()
        .waitFor();
      // The result appears by itself, a few seconds after it is known.
      await settleAsFailed(card.id);
      await cardOf(page).getByText("It was not found in the task system").waitFor();
      await screenshot(page, "inbox-failed");
      await cardOf(page).getByRole("button", { name: "Try again" }).click();
      await expect.poll(async () => (await stateOf(card.id)).status).toBe("executed");
      await cardOf(page).getByRole("link", { name: "Open the task" }).waitFor();
    });
  });
});
