import { afterEach, beforeAll } from "vitest";
import { endTest, ensurePage, reloadPage } from "./console.ts";

beforeAll(ensurePage);
afterEach(async ({ task }) => {
  const problem = await endTest().catch((error: unknown) => error);
  // A failed test may leave anything behind, even for its own retry.
  if (problem || task.result?.state === "fail") await reloadPage();
  if (problem) throw problem;
});
