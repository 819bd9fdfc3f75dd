/**
 * The inbox when two people decide at the same time, and by keyboard alone; tests/component/inbox proves both with answers of a
 * test.
 */
import { describe, expect, it } from "vitest";
import { as, expectAccessible, focusedText, screenshot, visit } from "./console.ts";
import { cardOf, decide, proposeTask, stateOf, visitInbox } from "./inbox-cards.ts";
import { ownProject } from "./own-project.ts";

describe("two leads at once", () => {
  it("a slower decider reads who decided first, and keeps the reason they typed", async () => {
    const project = await ownProject("Inbox: two leads");
    const card = await proposeTask(project, "Only once");
    await as("lead", {}, async (page) => {
      await visitInbox(page, project, card.id);
      await page.keyboard.press("r");
      const dialog = page.getByRole("dialog", { name: "Reject card" });
      await dialog.getByLabel("Reason").fill("I doubt it.");
      await decide("admin", { action: "approve", id: card.id });
      await dialog.getByRole("button", { name: "Reject" }).last().click();
      const refusal = cardOf(page).getByRole("alert").filter({ hasText: "approved this" });
      await refusal.getByText(/Your reason was: I doubt it\./).waitFor();
      await expect.poll(() => focusedText(page)).toContain("approved this");
      await cardOf(page).getByRole("button", { name: "Execute" }).waitFor();
      await screenshot(page, "inbox-decided-meanwhile");
      await expectAccessible(page, "decided meanwhile");
      expect((await stateOf(card.id)).status).toBe("approved");
    });
  });
});

describe("by keyboard alone", () => {
  it("cards are found, read, selected, rejected, approved and executed", async () => {
    const project = await ownProject("Inbox: keyboard");
    const cards = [];
    for (const name of ["Alpha", "Beta", "Gamma", "Delta"]) {
      cards.push(await proposeTask(project, `Task ${name}`));
    }
    const [alpha, beta, gamma, delta] = cards.map(({ id }) => id) as [
      string,
      string,
      string,
      string,
    ];
    await as("lead", {}, async (page) => {
      const expectOpen = (name: string) =>
        expect.poll(() => focusedText(page)).toContain(`Task ${name}`);
      await visit(page, "/portfolio", "Portfolio");
      await page.keyboard.press("g");
      await page.keyboard.press("n");
      await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
      await visitInbox(page, project);
      // Without an open card, only the focus moves in the list.
      for (const [key, name] of [
        ["j", "Alpha"],
        ["j", "Beta"],
        ["k", "Alpha"],
      ] as const) {
        await page.keyboard.press(key);
        expect(await focusedText(page)).toContain(`Task ${name}`);
      }
      await page.keyboard.press("Enter");
      await cardOf(page)
        .getByRole("heading", { level: 2, name: /Task Alpha/ })
        .waitFor();
      await page.keyboard.press("r");
      await page.getByRole("dialog", { name: "Reject card" }).getByLabel("Reason").waitFor();
      await page.keyboard.type("ajkxerz are letters here.");
      await page.keyboard.press("Control+Enter");
      await expectOpen("Beta");
      expect((await stateOf(alpha)).reason).toBe("ajkxerz are letters here.");
      await page.keyboard.press("x");
      await expectOpen("Gamma");
      await expect.poll(async () => (await stateOf(beta)).status).toBe("executed");
      await page.getByText(/^Executed: /).waitFor();
      // The two remaining cards are approved together.
      await page.keyboard.press("Escape");
      await cardOf(page).waitFor({ state: "detached" });
      await expect.poll(() => focusedText(page)).toContain("Task Gamma");
      await page.keyboard.press("Shift+J");
      await page.keyboard.press("Space");
      await page.getByText("2 cards selected").waitFor();
      await page.keyboard.press("a");
      await page.getByRole("dialog", { name: "Approve 2 cards" }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").getByText("2 cards approved").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect((await stateOf(gamma)).status).toBe("approved");
      expect((await stateOf(delta)).status).toBe("approved");
      await page.getByText("No waiting cards match these filters").waitFor();
      await expect.poll(() => focusedText(page)).not.toBe("");
      await screenshot(page, "inbox-empty");
    });
  });
});
