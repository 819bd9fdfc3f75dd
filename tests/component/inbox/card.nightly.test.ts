/**
 * More kinds of cards that release something for a client, and sections in another order.
 * card.test.ts proves the same for a weekly update, and that an open form stays open. propose.test.ts proves that a
 * form begins with the sections of its kind; tests/unit/console/inbox-form.test.ts proves that sections are sent in
 * their order.
 */
import { describe, expect, it } from "vitest";
import { expectAccessible, openConsole, screenshot } from "../console.ts";
import { inboxWith } from "../fixtures/cards.ts";
import { cardOf, expectPortalNamed, notReady } from "./open-card.ts";

describe("a card that releases something for a client", () => {
  it.each(["client_readout", "deliverable_release"] as const)(
    "says that approval publishes it in the client's portal: %s",
    expectPortalNamed,
  );
});

describe("a draft that is not ready", () => {
  it("is edited section by section, in the order that the editor chooses", async () => {
    const draft = notReady();
    const { answers, decisions } = inboxWith([draft]);
    const page = await openConsole(`/inbox/${draft.approval.id}`, { answers });
    await cardOf(page).getByText("Not ready for approval").waitFor();
    await page.keyboard.press("e");
    const form = page.getByRole("dialog", { name: "Edit card" });
    await form.getByLabel("Text").first().fill("Everything was delivered.");
    await form.getByRole("button", { name: "Add a section" }).click();
    await page.keyboard.type("Next");
    await form.getByLabel("Text").nth(1).fill("A second phase.");
    await form.getByRole("button", { name: "Move section 2 up" }).click();
    await expectAccessible(page, "edit sections");
    await screenshot(page, "inbox-sections");
    await page.keyboard.press("Control+Enter");
    await form.waitFor({ state: "detached" });
    expect(decisions).toMatchObject([
      {
        action: "edit",
        id: draft.approval.id,
        payload: {
          sections: [
            { heading: "Next", body: "A second phase." },
            { heading: "Summary", body: "Everything was delivered." },
          ],
        },
      },
    ]);
  });
});
