import { globSync, readFileSync } from "node:fs";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/runner/longest-first.ts";
import { RunReporter } from "./tests/runner/run-report.ts";
import { slotPool, stopStacks } from "./tests/runner/slot-pool.ts";
import { workers } from "./tests/runner/workers.ts";
import { isNightly } from "./tests/support/depth.ts";

const minute = 60_000;
/** The folder in which `npm test` expects the report. */
const runFolder = process.env["TEST_RUN_FOLDER"];

/** Timeouts for slow machines: a test waits that long only for something that never happens. */
const patient = {
  testTimeout: 5 * minute,
  hookTimeout: 3 * minute,
  expect: { poll: { timeout: minute / 2, interval: 20 } },
};

const unitFiles = ["tests/{unit,routes}/**/*.test.ts"];
const serviceFiles = ["tests/{laws/matrix,service,concurrency,conformance,hostile}/**/*.test.ts"];

/** Files that change process-wide state, or import code that does. Each runs in its own process. */
const stubbing = globSync([...unitFiles, ...serviceFiles], {
  cwd: import.meta.dirname,
})
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => {
    // deployInProcess() restores what a test of a route changes, except for modules.
    const changes = name.startsWith("tests/routes/")
      ? /\bvi\.mock/
      : /\bvi\.(stub|spyOn|mock|useFake|setSystem)|process\.env\[|support\/(chat-in-process|watched-chat)/;
    return changes.test(readFileSync(new URL(name, import.meta.url), "utf8"));
  });
const isUnit = (name: string) => /^tests\/(unit|routes)\//.test(name);
const stubbingUnits = stubbing.filter(isUnit);
const stubbingServiceFiles = stubbing.filter((name) => !isUnit(name));

/**
 * A browser or a process may start late once, so these suites get a second try; the summary of a run names each test that
 * needed it. Tests of rules get none: a rule that fails every second time is broken.
 */
const secondTry = { retry: 1 };

type Suite = NonNullable<TestProjectInlineConfiguration["test"]>;

/** A suite whose files start what they need themselves. */
function suite(name: string, include: string[], { exclude = [], ...options }: Suite = {}) {
  return {
    test: {
      ...patient,
      name,
      include,
      exclude: [...exclude, ...(isNightly ? [] : ["**/*.nightly.test.ts"])],
      pool: slotPool(),
      maxWorkers: workers,
      ...options,
    },
  };
}

/** A suite whose files use the running stack of their slot. */
function suiteWithStack(name: string, include: string[], options: Suite = {}) {
  return suite(name, include, { pool: slotPool({ stackOf: name.split("-")[0] }), ...options });
}

export default defineConfig({
  plugins: [
    {
      name: "stop-stacks",
      configureVitest: ({ vitest }) => vitest.onClose(stopStacks),
    },
  ],
  test: {
    maxWorkers: workers,
    // A stack needs time to stop its functions and its database in order.
    teardownTimeout: minute,
    reporters: runFolder ? ["default", new RunReporter(runFolder)] : ["default"],
    sequence: { sequencer: LongestFirst },
    projects: [
      suite("check", ["tests/check/**/*.test.ts"]),
      suite("unit", unitFiles, { exclude: stubbingUnits, isolate: false }),
      suite("unit-isolated", stubbingUnits),
      suite("database", ["tests/{db,laws/scope,laws/approvals}/**/*.test.ts"]),
      suite("stack", ["tests/stack/**/*.test.ts"], secondTry),
      suite("hosted", ["tests/hosted/own/**/*.test.ts"]),
      // One emulated project, file after file; only `npm run test:hosted` runs it.
      suite("emulated", ["tests/hosted/emulated/**/*.test.ts"], { maxWorkers: 1 }),
      suite("component", ["tests/component/**/*.test.ts"], {
        ...secondTry,
        globalSetup: "tests/component/build.ts",
        setupFiles: "tests/component/setup.ts",
        // One page for all files of a worker: setup.ts loads it once per worker, and again after a failure.
        isolate: false,
      }),
      suiteWithStack("service", serviceFiles, {
        exclude: stubbingServiceFiles,
        setupFiles: "tests/service/setup.ts",
        isolate: false,
      }),
      suiteWithStack("service-isolated", stubbingServiceFiles),
      // All files of a worker share one browser, which caches the compiled console.
      suiteWithStack("browser", ["tests/browser/**/*.test.ts"], {
        ...secondTry,
        setupFiles: "tests/browser/setup.ts",
        isolate: false,
      }),
    ],
  },
});
