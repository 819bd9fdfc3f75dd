/** The rules for every page of the console, and the looks that tests check: widths, colors, screenshots. */
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { Spec } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { isNightly } from "../support/depth.ts";

export const widths = [1440, 390] as const;

/** The widths of a test that does the same at each: `npm test` proves the narrow one, where less fits. */
export const widthsByDepth = isNightly ? widths : ([390] as const);

const SCREENSHOTS = path.join(import.meta.dirname, "screenshots");
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Layouts differ by width and colors by scheme: these looks cover both widths and both schemes. */
const wideLook = { width: 1440, scheme: "light" } as const;
const narrow = { width: 390, scheme: "light" } as const;
const dark = { width: 1440, scheme: "dark" } as const;
// The narrow look comes first, so that the page ends with the width at which it opened.
const everyLook: { width: (typeof widths)[number]; scheme: "light" | "dark" }[] = [
  narrow,
  wideLook,
  dark,
];

type Look = (name: string) => Promise<void>;

/** Shows the open page in its looks without reloading it. `npm test` checks the dark one on only a sample of pages. */
export function inEveryLook(page: Page, look: Look): Promise<void> {
  return inLooks(page, look, [narrow, wideLook]);
}

/** The same for a page with most of the colors: the dark scheme has few, and all pages share them. */
export function inEveryLookOfSample(page: Page, look: Look): Promise<void> {
  return inLooks(page, look, everyLook);
}

/** The same for a form or another state of a page: `npm test` checks the narrow look of the page itself. */
export function inEveryLookOfState(page: Page, look: Look): Promise<void> {
  return inLooks(page, look, [wideLook]);
}

/** `npm run nightly` checks every look. */
async function inLooks(page: Page, look: Look, daily: typeof everyLook): Promise<void> {
  const originalSize = page.viewportSize();
  let currentScheme: string | undefined;
  for (const { width, scheme } of isNightly ? everyLook : daily) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize(sizeOf(width));
    if (currentScheme !== scheme) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForFunction(
        (expected) => document.documentElement.dataset["mantineColorScheme"] === expected,
        scheme,
      );
      currentScheme = scheme;
    }
    await waitUntilLoaded(page);
    await look(`${width}-${scheme}`);
  }
  if (originalSize && originalSize.width !== page.viewportSize()?.width)
    await page.setViewportSize(originalSize);
}

/** Polls less often than every frame, because each poll forces a redraw. */
const POLLING_MS = 30;

export function sizeOf(width: number) {
  return { width, height: width === 390 ? 844 : 900 };
}

/** Waits until no part of the page is loading or fading, and its fonts are ready. */
export async function waitUntilLoaded(page: Page, { withHeading = false } = {}): Promise<void> {
  await page.waitForFunction(
    (withHeading) =>
      (!withHeading || document.querySelector("h1")?.checkVisibility()) &&
      !document.querySelector(".mantine-Skeleton-root, [aria-busy='true']") &&
      document.fonts.status === "loaded" &&
      document.getAnimations().length === 0,
    withHeading,
    { polling: POLLING_MS },
  );
}

/** Rules that another color scheme can break; the others depend on the elements alone. */
const RULES_OF_COLORS = ["color-contrast", "link-in-text-block"];

/** The only patterns in which axe is wrong, each with the reason. */
const EXCEPTIONS: Spec = {
  checks: [
    {
      id: "region",
      // Mantine shows an open menu at the end of the page. It belongs to its button and takes the focus, so it needs
      // no landmark, like a dialog, which axe exempts. The area for dropped files covers the whole page, and is
      // invisible until a file is dragged over it.
      options: {
        regionMatcher:
          "dialog, [role=dialog], [role=alertdialog], svg, [role=menu], .mantine-Dropzone-root",
      },
    },
  ],
};

/** The navigation is the same on every page of a role, so one test checks it in `npm test`. */
const NAVIGATION = "nav[aria-label='Main']";

interface Depth {
  /** Checks the navigation too. */
  withNavigation?: boolean;
  /** For a look whose elements differ from those of the wide and light one, such as cards instead of a table. */
  everyRule?: boolean;
  /** The test that checks this state by every rule in `npm test`, which then checks only the layout here. */
  checkedIn?: string;
}

/**
 * No finding of axe of any level, nothing wider than the window, and no broken word in the title. The wide and light
 * look of a page is checked by every rule. The dark one differs only in its colors and the narrow one only in its
 * layout, so `npm test` checks only those. It checks nothing of a page behind an open dialog, because the page has a
 * check of its own, and the navigation only on one page. `npm run nightly` checks everything in every look by every
 * rule.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  { everyRule = false, withNavigation = false, checkedIn }: Depth = {},
): Promise<void> {
  if (isNightly || checkedIn === undefined) {
    expect(await findingsOf(page, { everyRule, withNavigation }), `axe on ${state}`).toEqual([]);
  }
  let brokenWords: string[] = [];
  // Right after a change of the window's width, a table still has its former columns.
  await expect
    .poll(
      async () => {
        const faults = await page.evaluate(layoutFaults);
        brokenWords = faults.brokenWords;
        return faults.overflow;
      },
      { message: `pixels beyond the window on ${state}`, timeout: 5000 },
    )
    .toBeLessThanOrEqual(0);
  expect(brokenWords, `broken words in the title on ${state}`).toEqual([]);
}

/** Runs in the page. A word that is wider than the page may break. */
function layoutFaults() {
  const title = document.querySelector("h1");
  const available = (title?.closest("main")?.clientWidth ?? innerWidth) * 0.8;
  const brokenWords: string[] = [];
  const texts = title && document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
  while (texts?.nextNode()) {
    const text = texts.currentNode;
    for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(/[\p{L}\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const pieces = [...range.getClientRects()];
      const width = pieces.reduce((sum, piece) => sum + piece.width, 0);
      if (pieces.length > 1 && width <= available) brokenWords.push(word);
    }
  }
  return { overflow: document.documentElement.scrollWidth - innerWidth, brokenWords };
}

interface AxeWindow {
  axe: typeof import("axe-core");
}

async function findingsOf(
  page: Page,
  { everyRule, withNavigation }: Required<Omit<Depth, "checkedIn">>,
): Promise<string[]> {
  const look = await page.evaluate(
    (wide) => ({
      isWide: innerWidth === wide,
      isDark: document.documentElement.dataset["mantineColorScheme"] === "dark",
    }),
    widths[0],
  );
  const isComplete = everyRule || isNightly || (look.isWide && !look.isDark);
  if (!isComplete && !look.isDark) return [];
  // This script belongs to the test, so the page's content security policy does not apply to it.
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(axe);
    await page.evaluate(
      (exceptions) => (window as unknown as AxeWindow).axe.configure(exceptions),
      EXCEPTIONS,
    );
  }
  return page.evaluate(
    async ({ rules, behindDialogs, skipped }) => {
      const { axe } = window as unknown as AxeWindow;
      const dialog = document.querySelector("[role='dialog'][aria-modal='true']");
      const hasDialog = dialog?.checkVisibility() ?? false;
      // Component tests hide the page, and axe checks no contrast in what is hidden.
      const { documentElement: root } = document;
      const isUnpainted = root.hasAttribute("data-unpainted");
      root.removeAttribute("data-unpainted");
      const { violations } = await axe.run(
        { exclude: behindDialogs || !hasDialog ? skipped : ["#root"] },
        {
          resultTypes: ["violations"],
          // The console has no sound or video, and this rule would load their files.
          preload: false,
          ...(rules && { runOnly: rules }),
          selectors: false,
        },
      );
      root.toggleAttribute("data-unpainted", isUnpainted);
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`,
      );
    },
    {
      rules: isComplete ? null : RULES_OF_COLORS,
      behindDialogs: isNightly,
      skipped: isNightly || withNavigation ? [] : [NAVIGATION],
    },
  );
}

/** Saves a screenshot for a person, if SCREENSHOTS=1 is set. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!process.env["SCREENSHOTS"]) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({
    path: path.join(SCREENSHOTS, `${name}.jpg`),
    type: "jpeg",
    quality: 85,
    animations: "disabled",
  });
}

/** The text of the focused element. */
export function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element === document.body ? "" : (element?.textContent?.trim() ?? "");
  });
}
