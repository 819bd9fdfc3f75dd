/** Ask without a model and as another person; tests/component/ask proves the page, and tests/service/chat-as.test.ts the scope. */
import { describe, expect, it } from "vitest";
import { ask, conversations, field, question, turn } from "./ask-page.ts";
import {
  as,
  expectAccessible,
  inEveryLook,
  screenshot,
  visit,
  waitUntilLoaded,
} from "./console.ts";

const componentTest = "tests/component/ask/ask.test.ts";

describe("without a model", () => {
  it("a lead sees that an answer is evidence only, opens a passage at its location, and finds the conversation again", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/portfolio", "Portfolio");
      await page.keyboard.press("g");
      await page.keyboard.press("a");
      await page.getByRole("heading", { level: 1, name: "Ask" }).waitFor();
      await page.locator(":focus#question").waitFor();
      await waitUntilLoaded(page);
      await screenshot(page, "ask-empty");
      await expectAccessible(page, "ask, empty");
      await ask(page, question);
      const answer = turn(page, question);
      await answer.getByText("Evidence only").waitFor();
      await answer.getByText(/^Based on \d+ projects and \d+ passages?/).waitFor();
      await answer.getByText(/sources?, quotes verified$/).waitFor();
      const card = answer
        .getByRole("listitem")
        .filter({ hasText: /^\d+Contract web shop relaunch.*Page 5/s })
        .first();
      await card.waitFor();
      await answer.locator("time").first().waitFor();
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `ask ${look}`, { checkedIn: componentTest });
        await screenshot(page, `ask-evidence-${look}`);
      });

      const address = new URL(page.url()).pathname;
      expect(address).toMatch(/^\/ask\/[0-9a-f-]{36}$/);
      const words = await answer.locator("li").first().textContent();
      await page.reload();
      await answer.getByText(/sources?, quotes verified$/).waitFor();
      expect(await answer.locator("li").first().textContent()).toBe(words);

      await answer
        .locator("a", { hasText: /^Source \d+$/ })
        .first()
        .click();
      await page.locator("[aria-current='true']").waitFor();
      expect(new URL(page.url()).searchParams.get("passage")).toMatch(/^[0-9a-f-]{36}$/);
      await page.goBack();
      await answer.waitFor();

      const link = conversations(page).getByRole("link", {
        name: new RegExp(question.slice(0, 20)),
      });
      await link.waitFor();
      await conversations(page)
        .getByRole("button", { name: /^Archive: What is charged/ })
        .click();
      await link.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Undo" }).click();
      await link.waitFor();

      await page.keyboard.press("Control+k");
      await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
      await page.keyboard.type("who pays for the hours");
      await page.getByText("Ask: who pays for the hours").click();
      await page.locator(":focus#question").waitFor();
      expect(await field(page).inputValue()).toBe("who pays for the hours");
      expect(new URL(page.url()).pathname).toBe("/ask");
      await page.getByRole("heading", { level: 1, name: "Ask" }).click();
      await page.keyboard.press("?");
      await page
        .getByRole("dialog", { name: "Keyboard shortcuts" })
        .getByText("Stop the answer")
        .waitFor();
    });
  });

  it("a lead who asks as a member sees a banner throughout, and no more than the member may see", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/ask", "Ask");
      await page.getByRole("combobox", { name: "Ask as" }).fill("Mira");
      await page.getByRole("option", { name: /^Mira/ }).click();
      const banner = page.getByRole("status").filter({ hasText: /^You are asking as Mira/ });
      await banner.waitFor();
      await ask(page, question);
      await banner.waitFor();
      expect(await turn(page, question).textContent()).not.toMatch(/110 euros|Contract web shop/);
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `ask as ${look}`, { checkedIn: componentTest });
        await screenshot(page, `ask-as-${look}`);
      });
      await page.reload();
      await banner.waitFor();
      await conversations(page)
        .getByText(/^as Mira/)
        .first()
        .waitFor();
      await banner.getByRole("link", { name: "Ask as yourself" }).click();
      await banner.waitFor({ state: "detached" });
    });
  });
});
