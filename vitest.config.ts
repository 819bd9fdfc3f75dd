import { defineConfig } from "vitest/config";

const minute = 60_000;
const runningStack = "tests/support/stack-setup.ts";

/** The suites. What needs the service shares one running stack; the rest starts what it needs. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["tests/{unit,functions}/**/*.test.ts"] } },
      {
        test: {
          name: "database",
          include: ["tests/{db,scope,model}/**/*.test.ts"],
          testTimeout: 3 * minute,
          hookTimeout: 2 * minute,
        },
      },
      {
        test: {
          name: "stack",
          include: ["tests/{stack,conformance}/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: minute,
          hookTimeout: 2 * minute,
        },
      },
      {
        test: {
          name: "service",
          include: ["tests/{matrix,service,concurrency}/**/*.test.ts"],
          globalSetup: runningStack,
          fileParallelism: false,
          testTimeout: 2 * minute,
          hookTimeout: minute,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: runningStack,
          fileParallelism: false,
          testTimeout: minute,
          hookTimeout: 2 * minute,
        },
      },
    ],
  },
});
