/**
 * A compared prompt, as a lead.
 * prompt.test.ts checks the looks as an admin, and the actions that a lead lacks.
 */
import { describe, it } from "vitest";
import { expectAccessibleComparison } from "./prompt-page.ts";

describe("looks", () => {
  it("a compared prompt, as a lead", () => expectAccessibleComparison("lead"));
});
