/** The cost of loading a page: requests, scripts, layout shifts and errors. */
import { stat } from "node:fs/promises";
import path from "node:path";
import type { Page, Request } from "playwright-core";
import { stack, waitUntilLoaded } from "./console.ts";

const ASSETS = path.join(import.meta.dirname, "../../web/dist/assets");

export interface PageLoad {
  /** Requests to the service: the API, the Data API, Auth and Storage. */
  requests: string[];
  scripts: string[];
  /** The size of the scripts, compressed as they are sent. */
  kilobytes: number;
  /** The sum of the layout shift scores. */
  shift: number;
  /** Pixels by which the page is wider than the window. */
  overflow: number;
  /** Errors on the browser's console, requests to other origins or without an answer, and refusals. */
  problems: string[];
}

declare global {
  interface Window {
    layoutShift: number;
  }
}

/** Returns a function that loads an address in this window and measures the load until the page is at rest. */
export async function openLoadMeter(page: Page): Promise<(address: string) => Promise<PageLoad>> {
  let requests: string[] = [];
  let scripts = new Set<string>();
  let problems: string[] = [];
  page.on("request", (request) => {
    const { pathname, origin } = new URL(request.url());
    if (origin !== stack.url && origin !== "null") problems.push(`A request to ${origin}`);
    if (isApi(request)) requests.push(`${request.method()} ${pathname}`);
    if (pathname.startsWith("/assets/") && pathname.endsWith(".js")) {
      scripts.add(path.basename(pathname));
    }
  });
  page.on("response", (response) => {
    // 300 is the Data API's refusal of an ambiguous relation.
    if (response.status() >= 400 || response.status() === 300)
      problems.push(`${response.status()} ${response.url()}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // A stream of events ends with the page that listens to it.
    if (reason !== "net::ERR_ABORTED") problems.push(`${reason} ${request.url()}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.addInitScript(watchShifts);

  return async (address) => {
    // Only the new page counts.
    await page.goto("about:blank");
    requests = [];
    scripts = new Set();
    problems = [];
    await page.goto(address);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.waitForLoadState("networkidle");
    await waitUntilLoaded(page);
    const { shift, overflow } = await page.evaluate(() => ({
      shift: window.layoutShift,
      overflow: document.documentElement.scrollWidth - innerWidth,
    }));
    return {
      requests,
      scripts: [...scripts],
      kilobytes: await kilobytesOf(scripts),
      shift,
      overflow,
      problems,
    };
  };
}

function isApi(request: Request): boolean {
  return /^\/(api|auth|functions|rest|storage)\//.test(new URL(request.url()).pathname);
}

function watchShifts(): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
      window.layoutShift += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

async function kilobytesOf(scripts: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const script of scripts) bytes += (await stat(path.join(ASSETS, `${script}.br`))).size;
  return bytes / 1000;
}
