import { expect, test } from "vitest";
import { inQueueOrder } from "../../runner/longest-first.ts";

function order(files: [name: string, suite: string, isIsolated?: boolean][], costs = {}): string[] {
  const queue = files.map(([name, suite, isIsolated = true]) => ({ name, suite, isIsolated }));
  return inQueueOrder(queue, costs).map(({ name }) => name);
}

test("expensive files of any suite come before cheap ones", () => {
  const files: [string, string][] = [
    ["a", "unit"],
    ["b", "service"],
    ["c", "unit"],
    ["d", "service"],
  ];
  expect(order(files, { a: 1, b: 20, c: 30, d: 4 })).toEqual(["c", "b", "d", "a"]);
});

test("unmeasured files come first, by name", () => {
  const files: [string, string][] = [
    ["z", "unit"],
    ["long", "unit"],
    ["y", "service"],
  ];
  expect(order(files, { long: 30 })).toEqual(["y", "z", "long"]);
});

test("files that share a worker stay together, after all others", () => {
  const files: [string, string, boolean][] = [
    ["shared-cheap", "pure", false],
    ["cheap", "unit", true],
    ["other", "another", false],
    ["shared", "pure", false],
    ["long", "unit", true],
  ];
  const costs = { "shared-cheap": 1, cheap: 2, other: 3, shared: 4, long: 5 };
  expect(order(files, costs)).toEqual(["long", "cheap", "other", "shared", "shared-cheap"]);
});
