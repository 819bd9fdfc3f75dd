/**
 * The team of a project on a phone.
 * team.test.ts checks the open form in every look, the narrow one included.
 */
import { describe, it } from "vitest";
import { expectAccessible, screenshot } from "../console.ts";
import { addOmar } from "./team-form.ts";

describe("a project's team", () => {
  it("is changed accessibly in a window that is narrow from the start", async () => {
    const { page } = await addOmar(390);
    await expectAccessible(page, "team on a phone");
    await screenshot(page, "team-390");
  });
});
