/**
 * Other looks of Health, its keys, and a window that becomes narrow. health.test.ts checks the list and a finding in
 * every look, and app/keyboard.test.ts checks the list of keys. inbox/card.test.ts checks a form in a window that
 * becomes narrow, and inbox/inbox.test.ts checks what opens over a list on a phone.
 */
import { describe, expect, it } from "vitest";
import { expectAccessible, openConsole, waitUntilLoaded } from "../console.ts";
import { health } from "../fixtures/health.ts";
import { projectPageAnswers } from "../fixtures/project-page.ts";
import {
  expectAccessibleFinding,
  expectAccessibleList,
  finding,
  lines,
  overBudget,
  unverifiedFinding,
} from "./health-page.ts";

describe("a finding", () => {
  it("keeps a typed reason when the window becomes narrow and wide again", async () => {
    const page = await openConsole(`/health?open=${overBudget}`, {
      answers: [health, ...projectPageAnswers],
    });
    await page.getByRole("button", { name: "Settle with a reason" }).click();
    await page.getByLabel("Reason").fill("Half a thought");
    await page.setViewportSize({ width: 800, height: 900 });
    const dialog = page.getByRole("dialog", { name: "Finding" });
    await expect.poll(() => dialog.getByLabel("Reason").inputValue()).toBe("Half a thought");
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
    expectAccessibleFinding("unverified", unverifiedFinding ?? ""));

  it("a phone opens a finding over the list, and closing it returns to its line", async () => {
    const page = await openConsole("/health", { width: 390, answers: [health] });
    const line = lines(page).locator("a").first();
    await line.click();
    const dialog = page.getByRole("dialog", { name: "Finding" });
    await dialog.getByRole("heading", { level: 2, name: "Over budget" }).waitFor();
    await waitUntilLoaded(page);
    await expectAccessible(page, "a finding over the list", { everyRule: true });
    await page.getByRole("button", { name: "Close the finding" }).click();
    await dialog.waitFor({ state: "detached" });
    const id = await line.getAttribute("id");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(id);
  });
});
