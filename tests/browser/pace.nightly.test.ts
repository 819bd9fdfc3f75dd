/**
 * How soon the first rows appear after a sign-in.
 * page-loads.test.ts proves the requests and scripts of the first page, which its pace depends on.
 */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { people } from "../support/personas.ts";
import { newPage, settled, signIn } from "./console.ts";

/** The number of loads of each kind; their median counts. */
const LOADS = 3;
/** A sign-in adds one request to a load, and a password check that is slow on purpose. */
const MOST_TIMES_A_LOAD = 6;

const median = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** Milliseconds until the first rows of My work appear. */
async function untilRows(page: Page, begin: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await begin();
  await page.getByRole("heading", { name: /^My tasks/ }).waitFor();
  return performance.now() - start;
}

it("the first rows appear almost as soon after a sign-in as after a reload", async () => {
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
