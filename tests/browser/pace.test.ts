import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { as, visit, widths } from "./console.ts";

const ASSETS = path.join(import.meta.dirname, "../../web/dist/assets");
const INITIAL_KB = 300;
const INITIAL_SCRIPTS = 15;
const INITIAL_REQUESTS = 8;
const LARGEST_SHIFT = 0.05;
const addresses = [
  ...[
    "/my-work",
    "/inbox",
    "/portfolio",
    "/clients",
    "/tasks",
    "/time",
    "/calendar",
    "/availability",
  ],
  ...["/ask", "/search", "/documents", "/email", "/drafts", "/estimates", "/health", "/prompt"],
  ...["/settings/people", "/settings/organization", "/settings/integrations"],
];

declare global {
  interface Window {
    layoutShift: number;
  }
}

describe("the console loads", () => {
  it.each([
    ["my work", "/", "My work"],
    ["the portfolio", "/portfolio", "Portfolio"],
    ["tasks", "/tasks", "Tasks"],
  ])(
    `%s with at most ${INITIAL_KB} KB of JavaScript in ${INITIAL_SCRIPTS} files and ${INITIAL_REQUESTS} requests`,
    async (name, address, heading) => {
      await as("lead", {}, async (page) => {
        const scripts = new Set<string>();
        const requests: string[] = [];
        page.on("request", (request) => {
          const { pathname } = new URL(request.url());
          if (/^\/(api|rest)\//.test(pathname)) requests.push(pathname);
          if (pathname.startsWith("/assets/") && pathname.endsWith(".js")) {
            scripts.add(path.basename(pathname));
          }
        });
        await visit(page, address, heading);
        await page.waitForLoadState("networkidle");
        let bytes = 0;
        for (const script of scripts) {
          bytes += (await stat(path.join(ASSETS, `${script}.br`))).size;
        }
        console.log(
          `${name}: ${requests.length} requests, ${scripts.size} scripts, ${Math.round(bytes / 1000)} KB compressed`,
        );
        expect(bytes).toBeLessThan(INITIAL_KB * 1000);
        expect(scripts.size, [...scripts].join(" ")).toBeLessThanOrEqual(INITIAL_SCRIPTS);
        expect(requests.length, requests.join(" ")).toBeLessThanOrEqual(INITIAL_REQUESTS);
      });
    },
  );

  it.each(widths)(
    `no page shifts by more than ${LARGEST_SHIFT} while it loads, at %d px`,
    async (width) => {
      await as("lead", { width }, async (page) => {
        await page.addInitScript(() => {
          window.layoutShift = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
              window.layoutShift += entry.value;
            }
          }).observe({ type: "layout-shift", buffered: true });
        });
        const shifts: Record<string, number> = {};
        for (const address of addresses) {
          await page.goto(address);
          await page.waitForLoadState("networkidle");
          shifts[address] = await page.evaluate(() => window.layoutShift);
        }
        console.log(shifts);
        expect(Object.entries(shifts).filter(([, shift]) => shift > LARGEST_SHIFT)).toEqual([]);
      });
    },
  );

  it("no source map and no other origin is part of the console", async () => {
    const files = await readdir(ASSETS);
    expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
    await as("lead", {}, async (page) => {
      const origins = new Set<string>();
      page.on("request", (request) => origins.add(new URL(request.url()).origin));
      await visit(page, "/", "My work");
      expect([...origins].filter((origin) => origin !== new URL(page.url()).origin)).toEqual([]);
    });
  });
});
