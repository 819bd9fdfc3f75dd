import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { people } from "../support/personas.ts";
import { as, newPage, settled, signIn, visit } from "./console.ts";

const ASSETS = path.join(import.meta.dirname, "../../web/dist/assets");

/** The number of loads of each kind; their median counts. */
const LOADS = 3;
/** A sign-in adds one request to a load, and a password that is checked slowly on purpose. */
const MOST_TIMES_A_LOAD = 6;

const median = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** Milliseconds until the first rows of My work are there. */
async function untilRows(page: Page, begin: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await begin();
  await page.getByRole("heading", { name: /^My tasks/ }).waitFor();
  return performance.now() - start;
}

it("the first rows come soon after the sign-in, measured by a load of the same page", async () => {
  const signIns: number[] = [];
  const loads: number[] = [];
  for (let load = 0; load < LOADS; load++) {
    const page = await newPage();
    await page.goto("/");
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await settled(page);
    signIns.push(await untilRows(page, () => signIn(page, people.lead.email)));
    loads.push(await untilRows(page, () => page.reload()));
    await page.close();
  }
  const [signedIn, loaded] = [median(signIns), median(loads)];
  const ratio = signedIn / loaded;
  console.log(
    `First rows ${Math.round(signedIn)} ms after the sign-in, ${Math.round(loaded)} ms after a load: ${ratio.toFixed(1)} times`,
  );
  expect(ratio).toBeLessThan(MOST_TIMES_A_LOAD);
});

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
