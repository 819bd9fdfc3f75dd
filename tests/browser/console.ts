/** The console in a real browser, against the running stack: its windows and signed-in people. */
import { randomUUID } from "node:crypto";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { inject } from "vitest";
import { browserFlags, findBrowser } from "../../scripts/browser.ts";
import { type PersonName, people, signInAnswer } from "../support/personas.ts";
import { sizeOf, waitUntilLoaded, type widths } from "./page-checks.ts";

export {
  expectAccessible,
  focusedText,
  inEveryLook,
  screenshot,
  waitUntilLoaded,
  widths,
} from "./page-checks.ts";

export const stack = inject("stack");

const PASSWORD = "countersign-demo";
/** The timeout for anything a page does by itself, on a busy machine. */
const TIMEOUT_MS = 30_000;

interface Look {
  width?: (typeof widths)[number];
  scheme?: "light" | "dark";
}

/** The console's local storage. */
type StoredValues = Record<string, string>;

/** All files of a worker share the browser. */
let browser: Browser | undefined;
/** Idle windows by their look; a test that reuses one finds the scripts in its cache. */
const idle = new Map<string, BrowserContext[]>();
const sessions = new Map<string, StoredValues>();

/**
 * Opens a window without a sign-in, or signed in with this address. A script error or a violation of the content
 * security policy fails the test.
 */
export async function newPage(look: Look = {}, signedIn?: string): Promise<Page> {
  const { width = 1440, scheme = "light" } = look;
  const name = `${width} ${scheme}`;
  const context = idle.get(name)?.pop() ?? (await newContext(width, scheme));
  const storage = signedIn ? await sessionOf(signedIn) : {};
  const page = await context.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  page.on("close", () => idle.set(name, [...(idle.get(name) ?? []), context]));
  await page.addInitScript(prepareStorage, { id: randomUUID(), storage });
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

/**
 * Runs in the page before its own scripts, so that the first load of a test finds nothing stored by the previous
 * one.
 */
function prepareStorage({ id, storage }: { id: string; storage: StoredValues }): void {
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
    throw new Error(`Content security policy: ${violatedDirective} ${blockedURI} ${sourceFile}`);
  });
  if (!location.protocol.startsWith("http") || sessionStorage.getItem("test") === id) return;
  localStorage.clear();
  sessionStorage.clear();
  sessionStorage.setItem("test", id);
  for (const [name, value] of Object.entries(storage)) localStorage.setItem(name, value);
}

async function newContext(width: number, scheme: "light" | "dark"): Promise<BrowserContext> {
  browser ??= await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
  const context = await browser.newContext({
    baseURL: stack.url,
    viewport: sizeOf(width),
    hasTouch: width === 390,
    // Transitions add seconds to a run; tests/stack/own-model-console.nightly.test.ts runs with them.
    reducedMotion: "reduce",
    colorScheme: scheme,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  return context;
}

/** Another file may have ended the sessions of these people. */
export function forgetSessions(): void {
  sessions.clear();
}

async function sessionOf(email: string): Promise<StoredValues> {
  const storedSession = sessions.get(email);
  if (storedSession) return storedSession;
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

/** Opens an address and waits until its heading and data have loaded. */
export async function visit(page: Page, address: string, heading: string | RegExp): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await waitUntilLoaded(page);
}
