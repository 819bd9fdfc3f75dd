/** The console in a real browser: people who are signed in, what a page must hold to, pictures. */
import { randomUUID } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, expect, inject } from "vitest";
import { browserFlags, findBrowser } from "../../scripts/browser.ts";
import { type PersonName, people, signInAnswer } from "../support/personas.ts";

export const stack = inject("stack");
export const widths = [1440, 390] as const;
export const schemes = ["light", "dark"] as const;

const PASSWORD = "countersign-demo";
/** For anything a page does by itself, on a machine that has other work too. */
const PATIENCE_MS = 30_000;
const SCREENSHOTS = path.join(import.meta.dirname, "screenshots");
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Look {
  width?: (typeof widths)[number];
  scheme?: (typeof schemes)[number];
}

/** What the console keeps in its local storage. */
type Kept = Record<string, string>;

let browser: Browser | undefined;
/** What no test uses now, by its look: the next window finds the scripts in its cache. */
const idle = new Map<string, BrowserContext[]>();
const sessions = new Map<string, Kept>();

afterAll(async () => {
  await browser?.close();
  browser = undefined;
  idle.clear();
});

/** Opens a window in which nobody is signed in, or who has this address. Errors of its scripts fail the test. */
export async function newPage(look: Look = {}, signedIn?: string): Promise<Page> {
  const { width = 1440, scheme = "light" } = look;
  const name = `${width} ${scheme}`;
  const context = idle.get(name)?.pop() ?? (await newContext(width, scheme));
  const kept = signedIn ? await sessionOf(signedIn) : {};
  const page = await context.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  page.on("close", () => idle.set(name, [...(idle.get(name) ?? []), context]));
  await page.addInitScript(begin, { id: randomUUID(), kept });
  return page;
}

/** Runs a test in a window where this person is signed in, and closes it. */
export async function as(
  person: PersonName,
  look: Look,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await newPage(look, people[person].email);
  try {
    await run(page);
  } finally {
    await page.close();
  }
}

/** Runs in the page before its own scripts: at the first load of a test nothing is kept of the one before. */
function begin({ id, kept }: { id: string; kept: Kept }): void {
  if (!location.protocol.startsWith("http") || sessionStorage.getItem("test") === id) return;
  localStorage.clear();
  sessionStorage.clear();
  sessionStorage.setItem("test", id);
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
}

async function newContext(width: number, scheme: "light" | "dark"): Promise<BrowserContext> {
  browser ??= await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
  const context = await browser.newContext({
    baseURL: stack.url,
    viewport: sizeOf(width),
    hasTouch: width === 390,
    colorScheme: scheme,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

async function sessionOf(email: string): Promise<Kept> {
  const known = sessions.get(email);
  if (known) return known;
  const { hostname } = new URL(stack.url);
  const name = `sb-${hostname.split(".")[0]}-auth-token`;
  const session = { [name]: JSON.stringify(await signInAnswer(email)) };
  sessions.set(email, session);
  return session;
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Layouts differ by width and colours by scheme: these show each of both. */
const looks = [
  { width: 1440, scheme: "light" },
  { width: 1440, scheme: "dark" },
  { width: 390, scheme: "light" },
] as const;

/** Looks at what is open in every width and scheme, without loading it again, and ends as it began. */
export async function inEveryLook(
  page: Page,
  look: (name: string) => Promise<void>,
): Promise<void> {
  const before = page.viewportSize();
  for (const { width, scheme } of looks) {
    await page.setViewportSize(sizeOf(width));
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForFunction(
      (wanted) => document.documentElement.dataset["mantineColorScheme"] === wanted,
      scheme,
    );
    await settled(page);
    await look(`${width}-${scheme}`);
  }
  if (before) await page.setViewportSize(before);
}

function sizeOf(width: number) {
  return { width, height: width === 390 ? 844 : 900 };
}

/** Opens an address and waits until its heading and its data are there. */
export async function visit(page: Page, address: string, heading: string | RegExp): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await settled(page);
}

/** Nothing on the page waits for its data or fades any more, and its letters have their shapes. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector(".mantine-Skeleton-root, [aria-busy='true']") &&
      document.getAnimations().length === 0 &&
      document.fonts.status === "loaded",
  );
}

/** No serious or critical finding of axe, and nothing wider than the window. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // A script of the test's, not of the page: the content security policy does not apply to it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const findings = await page.evaluate(async () => {
    // The dark page is the light one in other colours.
    const isDark = document.documentElement.dataset["mantineColorScheme"] === "dark";
    const { violations } = await (window as unknown as { axe: typeof import("axe-core") }).axe.run(
      document,
      {
        resultTypes: ["violations"],
        ...(isDark && { runOnly: ["color-contrast", "link-in-text-block"] }),
      },
    );
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
  });
  expect(findings, `axe on ${state}`).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `pixels beyond the window on ${state}`).toBeLessThanOrEqual(0);
}

export async function screenshot(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({
    path: path.join(SCREENSHOTS, `${name}.jpg`),
    type: "jpeg",
    quality: 85,
    animations: "disabled",
  });
}

/** What has the focus, by its words. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
}
