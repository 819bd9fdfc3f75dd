/**
 * Measures how fast the console is: the start of the stack, the portfolio with an empty cache, and scrolling through
 * 5,000 projects.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { browserFlags, findBrowser } from "../scripts/browser.ts";
import { buildConsole } from "../scripts/stack/console-build.ts";
import { type Stack, startStack } from "../scripts/stack/stack.ts";
import { pageOfProjects, projectsAfter } from "../tests/support/many-projects.ts";

export interface ConsoleResult {
  name: string;
  /** Milliseconds: the median, and the worst. */
  median: number;
  worst: number;
  /** The target for the median, on two idle cores. */
  target: number;
}

const COLD_START_MS = 10_000;
const WARM_START_MS = 5_000;
const FIRST_LOAD_MS = 1500;
/** A reader who scrolls would notice a longer frame. */
const FRAME_MS = 250;

export async function benchConsole(
  rounds: number,
  onResult: (result: ConsoleResult) => void,
): Promise<void> {
  await buildConsole();
  const folder = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const start = () => startStack({ port: 0, dataDir: path.join(folder, "data") });
  const report = (name: string, times: number[], target: number) => {
    const sortedTimes = times.toSorted((a, b) => a - b);
    const median = sortedTimes[Math.floor(sortedTimes.length / 2)] ?? 0;
    onResult({ name, median, worst: sortedTimes.at(-1) ?? 0, target });
  };
  let stack: Stack | undefined;
  let browser: Browser | undefined;
  try {
    let startedAt = performance.now();
    stack = await start();
    report("the stack, in a new data folder", [performance.now() - startedAt], COLD_START_MS);
    await stack.stop();
    startedAt = performance.now();
    stack = await start();
    report("the stack, started again", [performance.now() - startedAt], WARM_START_MS);

    browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
    const loads: number[] = [];
    const frames: number[] = [];
    for (let round = -1; round < rounds; round++) {
      const load = await inNewWindow(browser, stack, timeOfFirstLoad);
      const frame = await inNewWindow(browser, stack, slowestFrame);
      // The first round warms up the service; every round opens new windows.
      if (round >= 0) loads.push(load);
      if (round >= 0) frames.push(frame);
    }
    report("the signed-in portfolio, empty cache", loads, FIRST_LOAD_MS);
    report("slowest frame over 5,000 projects", frames, FRAME_MS);
  } finally {
    await browser?.close();
    await stack?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens a new window with an empty cache, signed in as a lead. */
async function inNewWindow(
  browser: Browser,
  stack: Stack,
  measure: (page: Page) => Promise<number>,
): Promise<number> {
  const { origin, hostname } = new URL(stack.url);
  const value = JSON.stringify(await signIn(stack));
  const context = await browser.newContext({
    baseURL: stack.url,
    viewport: { width: 1440, height: 900 },
    storageState: {
      cookies: [],
      origins: [
        { origin, localStorage: [{ name: `sb-${hostname.split(".")[0]}-auth-token`, value }] },
      ],
    },
  });
  try {
    return await measure(await context.newPage());
  } finally {
    await context.close();
  }
}

async function signIn(stack: Stack): Promise<unknown> {
  const lead = stack.users.find((user) => user.role === "lead");
  const answer = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: stack.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email: lead?.email, password: lead?.password }),
  });
  if (!answer.ok) throw new Error(`The lead cannot sign in: ${await answer.text()}`);
  return answer.json();
}

async function timeOfFirstLoad(page: Page): Promise<number> {
  const startedAt = performance.now();
  await page.goto("/portfolio");
  await page.locator("tfoot").waitFor();
  return performance.now() - startedAt;
}

async function slowestFrame(page: Page): Promise<number> {
  await page.route("**/rest/v1/project_summaries*", (route) =>
    route.fulfill({ json: pageOfProjects(route.request().url()) }),
  );
  await page.route("**/rest/v1/rpc/list_project_summaries", (route) =>
    route.fulfill({ json: projectsAfter(route.request().postDataJSON()) }),
  );
  await page.goto("/portfolio?group=none");
  await page.getByText("Total: 5,000 projects").waitFor();
  return page.evaluate<number>(SCROLL);
}

/** Runs in the page: scrolls from top to bottom in 60 steps and returns the milliseconds of the longest frame. */
const SCROLL = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let slowest = 0;
  window.scrollTo(0, 0);
  await frame();
  let before = await frame();
  for (let step = 1; step <= 60; step++) {
    window.scrollTo(0, (document.documentElement.scrollHeight * step) / 60);
    const now = await frame();
    slowest = Math.max(slowest, now - before);
    before = now;
  }
  return slowest;
})()`;
