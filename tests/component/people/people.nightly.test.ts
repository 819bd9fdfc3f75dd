/**
 * People in the palette.
 * app/keyboard.test.ts finds every page and every action in the palette.
 */
import { describe, it } from "vitest";
import { openConsole } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { answers } from "./people-list.ts";

describe("the list", () => {
  it("the palette opens the people and the invitation form", async () => {
    const page = await openConsole("/portfolio", { as: people.admin, answers });
    for (const [text, heading] of [
      ["people", "People"],
      ["invite", "Invite a person"],
    ] as const) {
      await page.keyboard.press("Control+k");
      await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: new RegExp(`^${heading}`) }).waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  });
});
