import { afterEach, beforeAll } from "vitest";
import { endTest, loadPage } from "./console.ts";

// A file begins with a page that nothing was done to; its tests remount the console in it.
beforeAll(loadPage);
afterEach(endTest);
