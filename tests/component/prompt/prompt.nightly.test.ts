/**
 * More looks of the prompt.
 * prompt.test.ts checks a comparison as an admin, the actions that a lead lacks, and a service without a prompt.
 */
import { describe, it } from "vitest";
import {
  expectAccessible,
  inEveryLookOfState,
  openConsole,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { people } from "../fixtures/people.ts";
import { promptAnswers } from "../fixtures/prompts.ts";
import { expectAccessibleComparison } from "./prompt-page.ts";

describe("the prompt's page is accessible with", () => {
  it("a compared prompt, as a lead", () => expectAccessibleComparison("lead"));

  it("no prompt yet, a text being written, and a rollback about to be confirmed", async () => {
    let answers = promptAnswers(people.admin, []);
    const page = await openConsole("/prompt", { as: people.admin, answers });
    await page.getByText("No prompt yet").waitFor();
    await expectAccessible(page, "no prompt");
    answers = promptAnswers(people.admin);
    await openConsole("/prompt", { as: people.admin, answers });
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await expectAccessible(page, "the editor");
    await screenshot(page, "prompt-editor");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Roll back to version 1…" }).click();
    await waitUntilLoaded(page);
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `a rollback, ${look}`);
      await screenshot(page, `prompt-rollback-${look}`);
    });
  });
});
