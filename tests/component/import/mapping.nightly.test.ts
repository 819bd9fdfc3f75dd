/**
 * A problem's field on a phone.
 * mapping.test.ts goes to the field on a desktop.
 */
import { describe, it } from "vitest";
import { expectFocusAtProblem } from "./chosen-file.ts";

describe("the mapping", () => {
  it("goes to the field that a problem names on a phone", () => expectFocusAtProblem(390));
});
