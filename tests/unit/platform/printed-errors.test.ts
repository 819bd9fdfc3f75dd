import { inspect } from "node:util";
import { expect, test } from "vitest";
import { withShortPrint } from "../../../scripts/stack/lite/repairs/printed-errors.ts";

test("an error of the database is printed as its code and texts, and stays the same otherwise", () => {
  const error = Object.assign(new Error("permission denied for table tasks"), {
    code: "42501",
    detail: null,
    hint: "Ask a lead.",
    where: "SQL function f",
  });
  const { stack } = error;
  // Lite may pass the same error twice.
  expect(withShortPrint(withShortPrint(error))).toBe(error);
  expect(inspect(error)).toBe(
    "42501: permission denied for table tasks\n  Ask a lead.\n  SQL function f",
  );
  expect(error.stack).toBe(stack);
  expect(Object.keys(error)).toEqual(["code", "detail", "hint", "where"]);
});

test("any other error is printed with its stack", () => {
  const error = new TypeError("x is not a function");
  expect(inspect(withShortPrint(error))).toContain("at ");
  expect(withShortPrint(undefined)).toBeUndefined();
});
