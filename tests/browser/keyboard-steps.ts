/** A person with a keyboard alone: what has the focus, and how to get on from there. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** A number of tab stops that no page exceeds. */
const MAX_STOPS = 120;

/** The name of the focused element, as a screen reader would say it; "" when nothing has the focus. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return "";
    const labelledBy = (element.getAttribute("aria-labelledby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" ")
      .trim();
    const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    return (
      element.getAttribute("aria-label") ??
      (labelledBy ||
        (labels ? [...(element.labels ?? [])].map((label) => label.textContent).join(" ") : "") ||
        (element.textContent ?? ""))
    )
      .replace(/\s*\*$/, "")
      .trim();
  });
}

/** Presses Tab until an element of this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp, key = "Tab"): Promise<void> {
  const stops: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press(key);
    // From a date field, a dialog moves the focus on a moment after the browser does.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    const focusedElementName = await focusedName(page);
    if (typeof name === "string" ? focusedElementName === name : name.test(focusedElementName))
      return;
    stops.push(focusedElementName);
  }
  throw new Error(`Tab does not reach ${name}: ${stops.join(" | ")}`);
}

export const expectFocusOn = (page: Page, name: string | RegExp) =>
  expect.poll(() => focusedName(page)).toMatch(typeof name === "string" ? exactly(name) : name);

const exactly = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);

/** Chooses the only option that a list offers for a text. */
export async function choose(page: Page, text: string, option: string): Promise<void> {
  await page.keyboard.type(text);
  const list = page.getByRole("listbox").filter({ visible: true });
  await list.getByRole("option", { name: option }).first().waitFor();
  // A list loses its active option while it is being filtered.
  const active = list.locator("[role=option][data-combobox-selected]");
  await expect
    .poll(async () => {
      if ((await active.count()) === 0) await page.keyboard.press("ArrowDown");
      return active.count();
    })
    .toBe(1);
  await page.keyboard.press("Enter");
  await list.waitFor({ state: "detached" });
}

export async function reopenAfterEscape(
  page: Page,
  dialog: string | RegExp,
  opener: string,
): Promise<void> {
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: dialog }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expectFocusOn(page, opener);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: dialog }).waitFor();
}
