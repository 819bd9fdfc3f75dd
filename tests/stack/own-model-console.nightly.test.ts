/**
 * An answer of the operator's own model in the console. In npm test, own-model-tests.ts proves the path of the answer and that
 * a reader who leaves stops the model; the tests of Ask in tests/component prove what the console shows.
 */
import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { browserFlags, findBrowser } from "../../scripts/browser.ts";
import { frame } from "../support/mock-model.ts";
import { model, stack } from "./own-model-service.ts";

test("the console shows tools, a card, numbers with a source and one without, and an answer that is stopped", async () => {
  const project_id = "00000004-0000-4000-8000-000000100001";
  const question = "What does the contract charge for additional work?";
  model.script = ({ messages }) => {
    if (messages.at(-1)?.content === "And then?") {
      return { frames: [frame.delta("Then there")], ends: "falls silent" };
    }
    if (messages.some(({ role }) => role === "tool")) {
      return { content: "Additional work is charged [1]. The moon is full [999]." };
    }
    return {
      toolCalls: [
        { name: "search", arguments: JSON.stringify({ query: "additional work" }) },
        {
          name: "propose_task",
          arguments: JSON.stringify({ title: "Read the contract", project_id }),
        },
      ],
    };
  };
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: browserFlags,
  });
  try {
    const page = await browser.newPage({ baseURL: stack.url });
    await page.goto("/ask");
    await page.getByLabel("Email").fill("lead@demo.test");
    await page.getByLabel("Password", { exact: true }).fill("countersign-demo");
    await page.getByRole("button", { name: "Sign in" }).click();
    const field = page.getByRole("textbox", { name: "Question" });
    await field.fill(question);
    await field.press("Enter");
    const answer = page.getByRole("article", { name: `Question: ${question}` });
    await answer.getByText("1 citation was removed").waitFor();
    // Shown in the order of the answer, whatever their numbers in the model's input.
    expect(await answer.locator("s").allTextContents()).toEqual(["2"]);
    expect(await answer.locator("a", { hasText: /^Source 1$/ }).count()).toBe(1);
    await answer.getByText("Looked up 1 thing, proposed 1 card").waitFor();
    const proposedCards = answer.getByRole("region", { name: "Proposed cards" });
    await proposedCards.getByText(/Read the contract/).waitFor();
    await proposedCards.getByText(/waiting for a decision/).waitFor();

    await field.fill("And then?");
    await field.press("Enter");
    const nextTurn = page.getByRole("article", { name: "Question: And then?" });
    await nextTurn.getByText("Then there").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await nextTurn.getByText("Stopped", { exact: true }).waitFor();
    expect(await model.requests.at(-1)?.ended).toBe("left");
    await page.reload();
    await nextTurn.getByText("Stopped", { exact: true }).waitFor();
    await nextTurn.getByText("Then there").waitFor();
    await answer.getByText("1 citation was removed").waitFor();
    await answer.getByText("Looked up 1 thing, proposed 1 card").waitFor();
  } finally {
    await browser.close();
  }
});
