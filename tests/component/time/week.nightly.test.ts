/**
 * The week's shortcut, and its open form on a phone that is turned.
 * app/keyboard.test.ts opens pages with g and a letter; inbox/card.test.ts keeps an open form in a window that changes.
 */
import { describe, expect, it } from "vitest";
import { openConsole } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { memberHours, openHours } from "./week-page.ts";

describe("the week", () => {
  it("opens with g and o", async () => {
    const page = await openConsole("/", { as: people.member, answers: memberHours().answers() });
    await page.keyboard.press("g");
    await page.keyboard.press("o");
    await page.getByRole("heading", { level: 1, name: "Hours" }).waitFor();
  });
});

describe("on a phone", () => {
  it("keeps the open form when the phone is turned", async () => {
    const page = await openHours(memberHours(), "/time", 390);
    await page.getByRole("button", { name: "Log hours" }).click();
    const hours = page.getByRole("dialog", { name: /^Log hours, Wed/ }).getByLabel("Hours");
    await hours.fill("1:30");
    await page.setViewportSize({ width: 844, height: 390 });
    await page.getByRole("grid", { name: "Hours of the week" }).waitFor();
    expect(await hours.inputValue()).toBe("1:30");
  });
});
