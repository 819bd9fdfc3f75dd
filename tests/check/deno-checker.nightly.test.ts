/**
 * Checks the functions with Deno's own type checker. In npm test, "functions: types" checks them with another compiler
 * against the same library, and "functions: Deno resolves every import" checks the rest.
 */
import { expect, test } from "vitest";
import { denoProject } from "../../scripts/check-parts.ts";
import { runTool } from "../../scripts/db/tool.ts";

test("Deno's type checker finds nothing", async () => {
  const files = ["supabase/functions/", "scripts/stack/functions/functions-host.ts"];
  expect(await runTool("deno", ["check", "--quiet", ...denoProject, ...files])).toMatchObject({
    code: 0,
  });
});
