import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { as } from "./console.ts";

const ASSETS = path.join(import.meta.dirname, "../../web/dist/assets");
const INITIAL_KB = 300;

describe("the console loads", () => {
  it(`the portfolio needs at most ${INITIAL_KB} KB of JavaScript, compressed`, async () => {
    await as("lead", {}, async (page) => {
      const scripts = new Set<string>();
      page.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith("/assets/") && pathname.endsWith(".js")) {
          scripts.add(path.basename(pathname));
        }
      });
      await page.goto("/");
      await page.locator("tfoot").waitFor();
      await page.waitForLoadState("networkidle");
      let bytes = 0;
      for (const script of scripts) {
        bytes += gzipSync(await readFile(path.join(ASSETS, script))).length;
      }
      console.log(`portfolio: ${scripts.size} scripts, ${Math.round(bytes / 1000)} KB compressed`);
      expect(bytes).toBeLessThan(INITIAL_KB * 1000);
    });
  });

  it("no source map and no other origin is part of the console", async () => {
    const files = await readdir(ASSETS);
    expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
    await as("lead", {}, async (page) => {
      const origins = new Set<string>();
      page.on("request", (request) => origins.add(new URL(request.url()).origin));
      await page.goto("/");
      await page.locator("tfoot").waitFor();
      expect([...origins].filter((origin) => origin !== new URL(page.url()).origin)).toEqual([]);
    });
  });
});
