import { defineConfig } from "vitest/config";

const minute = 60_000;
const runningStack = "tests/support/stack-setup.ts";
/** Long enough for any machine: only what never comes is waited for to the end. */
const patient = { expect: { poll: { timeout: minute / 2 } } };

/** The suites. What needs the service shares one running stack; the rest starts what it needs. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/{unit,functions}/**/*.test.ts"],
          testTimeout: minute,
        },
      },
      {
        test: {
          name: "database",
          include: ["tests/{db,scope,model}/**/*.test.ts"],
          testTimeout: 5 * minute,
          hookTimeout: 3 * minute,
          ...patient,
        },
      },
      {
        test: {
          name: "stack",
          include: ["tests/stack/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 3 * minute,
          hookTimeout: 3 * minute,
          ...patient,
        },
      },
      {
        test: {
          name: "service",
          include: ["tests/{matrix,service,concurrency,conformance}/**/*.test.ts"],
          globalSetup: runningStack,
          fileParallelism: false,
          testTimeout: 3 * minute,
          hookTimeout: 3 * minute,
          ...patient,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: runningStack,
          fileParallelism: false,
          testTimeout: 3 * minute,
          hookTimeout: 3 * minute,
          ...patient,
        },
      },
    ],
  },
});
