/**
 * The console in one page of a browser that stays open for all tests of a worker. The test's answers replace the
 * service: the page is the real router with the real screens, and no stack runs.
 */
import { readFile } from "node:fs/promises";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { inject } from "vitest";
import { browserFlags, findBrowser } from "../../scripts/browser.ts";
import { sizeOf, waitUntilLoaded, type widths } from "../browser/page-checks.ts";
import type { Answer } from "./answers.ts";
import { type Person, people, sessionOf } from "./fixtures/people.ts";
import { shellAnswers } from "./fixtures/shell.ts";
import type { Mounting, TableMounting } from "./page/mounting.ts";
import { type AnswerServer, startServer } from "./server.ts";

export {
  expectAccessible,
  focusedText,
  inEveryLook,
  inEveryLookOfSample,
  inEveryLookOfState,
  screenshot,
  waitUntilLoaded,
  widthsByDepth,
} from "../browser/page-checks.ts";

/** The timeout for anything a page does by itself, on a busy machine. */
const TIMEOUT_MS = 30_000;

interface Opening {
  /** The signed-in viewer: a lead by default, no one if null. */
  as?: Person | null;
  width?: (typeof widths)[number];
  scheme?: "light" | "dark";
  /** Whether the console's timers of one to two seconds run 20 times as fast. */
  isHurried?: boolean;
  /** Answers that take precedence over those of the shell. */
  answers?: Answer[];
}

interface Opened {
  context: BrowserContext;
  /** The page of most tests: its code is compiled. */
  page: Page;
  /** The page of a test that needs a page without state. */
  fresh?: Page;
  server: AnswerServer;
}

let open: Promise<Opened> | undefined;
const errors: Error[] = [];

async function start(): Promise<Opened> {
  const server = await startServer(inject("componentPage"));
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: browserFlags,
  });
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: sizeOf(1440),
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  return { context, page: await newPage(context), server };
}

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.on("pageerror", (error) => errors.push(error));
  await load(page);
  return page;
}

/** The page has its layout but is not painted, which saves CPU time, unless screenshots show it. */
async function load(page: Page): Promise<void> {
  await page.goto("/");
  await page.waitForFunction(() => "mountConsole" in window);
  if (process.env["SCREENSHOTS"]) return;
  await page.evaluate(() => document.documentElement.toggleAttribute("data-unpainted", true));
}

/** Loads the page, unless an earlier file has: what the browser compiled makes each later mount several times cheaper. */
export async function ensurePage(): Promise<void> {
  open ??= start();
  await open;
}

/** Reloads the page with nothing mounted. */
export async function reloadPage(): Promise<void> {
  await load((await openPage()).page);
}

/** Opens another page for the rest of the test, in which no module of the console has state or was loaded before. */
export async function openFreshPage(): Promise<void> {
  const all = await openPage();
  await all.fresh?.close();
  all.fresh = await newPage(all.context);
}

async function openPage(): Promise<Opened> {
  if (!open) throw new Error("setup.ts loads the page before the first test");
  return open;
}

/** Opens an address of the console and waits until its data has loaded. */
export async function openConsole(address: string, opening: Opening = {}): Promise<Page> {
  const { page: lasting, fresh, server } = await openPage();
  const page = fresh ?? lasting;
  const {
    as = people.lead,
    width = 1440,
    scheme = "light",
    isHurried = false,
    answers = [],
  } = opening;
  if (page.viewportSize()?.width !== width) await page.setViewportSize(sizeOf(width));
  await page.emulateMedia({ colorScheme: scheme });
  await unmount(page);
  server.answerWith([...answers, ...shellAnswers(server.url, as)]);
  await mount(page, { address, isHurried, storage: as ? sessionOf(as, server.url) : {} });
  return page;
}

/** Opens a page that contains only a table. */
export async function openTable(
  mounting: TableMounting,
  { width = 1440 }: Pick<Opening, "width"> = {},
): Promise<Page> {
  const { page } = await openPage();
  await page.setViewportSize(sizeOf(width));
  await page.evaluate(
    (mounting) =>
      (window as unknown as { mountTable(m: typeof mounting): Promise<void> }).mountTable(mounting),
    mounting,
  );
  await page.getByRole("heading", { name: "Items" }).waitFor();
  return page;
}

/** Opens the current address as another window would: with the stored data and nothing else. */
export async function reopen(page: Page): Promise<void> {
  const { pathname, search } = new URL(page.url());
  await mount(page, { address: `${pathname}${search}` });
}

/** Ends a test. It fails on any request without an answer and on any script error. */
export async function endTest(): Promise<void> {
  const all = await openPage();
  const { page, fresh, server } = all;
  await unmount(fresh ?? page);
  await fresh?.close();
  delete all.fresh;
  const problems = [...server.takeProblems(), ...errors.splice(0).map(String)];
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

async function mount(page: Page, mounting: Mounting): Promise<void> {
  await page.evaluate(
    (mounting) =>
      (window as unknown as { mountConsole(m: typeof mounting): Promise<void> }).mountConsole(
        mounting,
      ),
    mounting,
  );
  await waitUntilLoaded(page, { withHeading: true });
}

async function unmount(page: Page): Promise<void> {
  await page.evaluate(() =>
    (window as unknown as { unmountConsole(): Promise<void> }).unmountConsole(),
  );
}

/** The text of the CSV file that the export of this table writes; a pattern matches the whole name of the button. */
export async function exportCsv(page: Page, table: string | RegExp): Promise<string> {
  const name = typeof table === "string" ? `Export ${table}` : table;
  await page.getByRole("button", { name }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Download CSV" }).click(),
  ]);
  return readFile(await file.path(), "utf8");
}
