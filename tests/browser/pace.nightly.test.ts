/**
 * How soon the first rows appear after a sign-in.
 * page-loads.test.ts proves the requests and scripts of the first page, which its pace depends on.
 */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { people } from "../support/personas.ts";
import { newPage, signIn, waitUntilLoaded } from "./console.ts";

/** The number of sign-ins and of reloads; their medians are compared. */
const LOADS = 3;
/** A sign-in adds a request to those of a reload, and its password check is slow on purpose. */
const MAX_RATIO = 6;

const median = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** Milliseconds until the first rows of My work appear. */
async function untilRows(page: Page, begin: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await begin();
  await page.getByRole("heading", { name: /^My tasks/ }).waitFor();
  return performance.now() - start;
}

it(`the first rows take less than ${MAX_RATIO} times as long after a sign-in as after a reload`, async () => {
  const signIns: number[] = [];
  const reloads: number[] = [];
  for (let load = 0; load < LOADS; load++) {
    const page = await newPage();
    await page.goto("/");
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await waitUntilLoaded(page);
    signIns.push(await untilRows(page, () => signIn(page, people.lead.email)));
    reloads.push(await untilRows(page, () => page.reload()));
    await page.close();
  }
  const [signInMs, reloadMs] = [median(signIns), median(reloads)];
  const ratio = signInMs / reloadMs;
  console.log(
    `First rows ${Math.round(signInMs)} ms after a sign-in, ${Math.round(reloadMs)} ms after a reload: ${ratio.toFixed(1)} times`,
  );
  expect(ratio).toBeLessThan(MAX_RATIO);
});
