import { afterEach, beforeAll } from "vitest";
import { endTest, ensurePage, reloadPage } from "./console.ts";

beforeAll(ensurePage);
afterEach(async ({ task }) => {
  const problem = await endTest().catch((error: unknown) => error);
  // A test that failed may leave anything behind, also for its second try.
  if (problem || task.result?.state === "fail") await reloadPage();
  if (problem) throw problem;
});
