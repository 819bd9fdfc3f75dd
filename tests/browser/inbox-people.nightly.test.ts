/**
 * Cards that another person edits, and the history. tests/service/approvals-at-once.test.ts and tests/laws/approvals
 * prove that no decision is about an earlier version; tests/component/inbox/inbox.test.ts proves the history.
 */
import { describe, expect, it } from "vitest";
import {
  as,
  expectAccessible,
  inEveryLook,
  screenshot,
  visit,
  waitUntilLoaded,
} from "./console.ts";
import { cardOf, decide, proposeTask, stateOf, visitInbox } from "./inbox-cards.ts";
import { ownProject } from "./own-project.ts";

describe("two leads at once", () => {
  it("an approver of a card that was edited in the meantime sees the changes and approves nothing", async () => {
    const project = await ownProject("Inbox: edited meanwhile");
    const card = await proposeTask(project, "Call the client", { estimate_hours: 1 });
    await as("lead", {}, async (page) => {
      await visitInbox(page, project, card.id);
      await decide("admin", {
        action: "edit",
        id: card.id,
        payload: { title: "Call the client twice", estimate_hours: 2 },
      });
      await page.keyboard.press("a");
      const refusal = cardOf(page).getByRole("alert").filter({ hasText: "edited this" });
      await refusal.getByText(/Call the client$/).waitFor();
      await refusal.getByText(/2 h$/).waitFor();
      expect(await stateOf(card.id)).toMatchObject({ status: "pending", version: 2 });
      await screenshot(page, "inbox-edited-meanwhile");
      // Now the lead has seen version 2, so it is approved.
      await page.keyboard.press("a");
      await expect.poll(async () => (await stateOf(card.id)).status).toBe("approved");
    });
  });

  it("two people who edit at once choose field by field, and no typed text is lost", async () => {
    const project = await ownProject("Inbox: two editors");
    const card = await proposeTask(project, "Draft", { estimate_hours: 1 });
    await as("lead", {}, async (page) => {
      await visitInbox(page, project, card.id);
      await page.keyboard.press("e");
      const form = page.getByRole("dialog", { name: "Edit card" });
      await form.getByLabel("Title").fill("Draft by the lead");
      await decide("admin", {
        action: "edit",
        id: card.id,
        payload: { title: "Draft by the admin", estimate_hours: 8 },
      });
      await form.getByRole("button", { name: "Save as a new version" }).click();
      await form.getByText("Another person changed this while you were editing").waitFor();
      await form.getByText("Draft by the admin").waitFor();
      await expectAccessible(page, "edit conflict");
      await screenshot(page, "inbox-edit-conflict");
      await form.getByRole("button", { name: "Save these choices" }).click();
      await form.waitFor({ state: "detached" });
      expect(await stateOf(card.id)).toMatchObject({
        version: 3,
        payload: { title: "Draft by the lead", estimate_hours: 8 },
      });
    });
  });
});

describe("the history", () => {
  it("lists decisions by the filters in the URL, and shows who decided, when and on which content", async () => {
    const project = await ownProject("Inbox: history");
    const rejectedCard = await proposeTask(project, "No, thank you");
    await decide("lead", { action: "reject", id: rejectedCard.id, reason: "Not needed any more." });
    const approvedCard = await proposeTask(project, "Yes, please");
    await decide("admin", { action: "approve", id: approvedCard.id });
    await as("lead", {}, async (page) => {
      await visit(page, `/approvals?project=${project.id}`, "Approvals");
      await waitUntilLoaded(page);
      const rows = page.getByRole("article");
      expect(await rows.count()).toBe(2);
      await page.getByLabel("Status").selectOption("rejected");
      await page.waitForURL(/status=rejected/);
      await waitUntilLoaded(page);
      await expect.poll(() => rows.count()).toBe(1);
      await page.reload();
      await rows.getByRole("link", { name: /No, thank you/ }).click();
      await cardOf(page)
        .getByText(/Rejected by Jonas Albrink/)
        .first()
        .waitFor();
      await cardOf(page).getByText("Not needed any more.").first().waitFor();
      const history = cardOf(page).getByRole("region", { name: "History" });
      await history.getByText("Proposed").waitFor();
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `history ${look}`);
        await screenshot(page, `approvals-${look}`);
      });
      await visit(page, `/approvals/${approvedCard.id}?project=${project.id}`, "Approvals");
      await history.getByText("Card at that time").click();
      await history.getByText("Yes, please").waitFor();
      await screenshot(page, "approvals-shown");
    });
  });
});
