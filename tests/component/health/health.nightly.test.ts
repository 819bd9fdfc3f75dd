/**
 * More looks of Health, its keys, and a typed reason in a window that becomes narrow.
 * health.test.ts checks the list and a finding in every look, app/keyboard.test.ts the list of keys, and inbox/card.test.ts
 * a form in a window that becomes narrow.
 */
import { describe, expect, it } from "vitest";
import { openConsole } from "../console.ts";
import { health } from "../fixtures/health.ts";
import { projectPageAnswers } from "../fixtures/project-page.ts";
import {
  expectAccessibleFinding,
  expectAccessibleList,
  finding,
  overBudget,
  unverified,
} from "./health-page.ts";

describe("a finding", () => {
  it("keeps a typed reason when the window becomes narrow and wide again", async () => {
    const page = await openConsole(`/health?open=${overBudget}`, {
      answers: [health, ...projectPageAnswers],
    });
    await page.getByRole("button", { name: "Settle with a reason" }).click();
    await page.getByLabel("Reason").fill("Half a thought");
    await page.setViewportSize({ width: 800, height: 900 });
    const over = page.getByRole("dialog", { name: "Finding" });
    await expect.poll(() => over.getByLabel("Reason").inputValue()).toBe("Half a thought");
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => finding(page).getByLabel("Reason").inputValue()).toBe("Half a thought");
  });
});

describe("by keyboard alone", () => {
  it("? shows the keys of Health on that page only", async () => {
    let page = await openConsole("/health", { answers: [health] });
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.getByText("Settle or reopen it, with a reason").waitFor();
    page = await openConsole("/portfolio");
    await page.keyboard.press("?");
    await help.getByText("Go to Health").waitFor();
    expect(await help.getByText("Settle or reopen it").count()).toBe(0);
  });
});

describe("in every look", () => {
  it("the list by project is accessible", () =>
    expectAccessibleList("by-project", "/health?group=project"));

  it("an unverified finding is accessible, beside the list and over it", () =>
    expectAccessibleFinding("unverified", unverified ?? ""));
});
