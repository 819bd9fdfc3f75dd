import { expect, it } from "vitest";
import { ownKeys, pagesFor } from "../../../web/src/app/pages.ts";

/** Keys that work on every page; `c` is missing because a page may use it for something else. */
const keysOfAllPages = ["z", "/", "?", "g"];

it("no page gives a second meaning to a key that works on every page", () => {
  const lead = { role: "lead" } as Parameters<typeof pagesFor>[0];
  const keys = pagesFor(lead).flatMap(({ to }) => ownKeys(lead, to).map(([[key]]) => key));
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => keysOfAllPages.includes(key ?? ""))).toEqual([]);
});
