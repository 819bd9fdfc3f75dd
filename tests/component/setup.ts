import { afterEach, beforeAll } from "vitest";
import { endTest, loadPage } from "./console.ts";

// A file begins with an untouched page; its tests remount the console in it.
beforeAll(loadPage);
afterEach(endTest);
