import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, SerializedError, TestModule, TestSpecification } from "vitest/node";
import { meter, STACKS } from "./slot-pool.ts";

/** The report of a run, for its summary. */
export interface RunReport {
  files: FileReport[];
  /** Errors outside of tests. */
  errors: string[];
  /** CPU seconds that the stacks used outside of tests; undefined where only time is measured. */
  stackSeconds: number | undefined;
  /** CPU seconds of Vitest itself. */
  runnerSeconds: number;
}

export interface FileReport {
  suite: string;
  /** The path relative to the project. */
  file: string;
  passed: number;
  skipped: number;
  /** The failures, each with the first line of its reason. */
  failures: string[];
  /** Tests that failed and then passed, and the first line of why they failed. */
  unsteady: string[];
  /** CPU seconds, or seconds of time where CPU seconds are not known. */
  seconds: number;
}

/** Sent to the parent process: a test ended, or a file began or ended. */
export interface Progress {
  began?: string;
  ended?: string;
}

function send(progress: Progress): void {
  process.send?.(progress);
}

/** Writes the report, and a message to the parent process whenever a test or file ends. */
export class RunReporter implements Reporter {
  readonly #folder: string;
  #specifications: ReadonlyArray<TestSpecification> = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  onTestRunStart(specifications: ReadonlyArray<TestSpecification>): void {
    this.#specifications = specifications;
  }

  onTestModuleStart({ moduleId }: TestModule): void {
    send({ began: belowProject(moduleId) });
  }

  onTestCaseResult(): void {
    send({});
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    send({ ended: belowProject(moduleId) });
  }

  onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    unhandledErrors: ReadonlyArray<SerializedError>,
  ): void {
    const endedIds = new Set(modules.map((module) => module.moduleId));
    const missingFiles = this.#specifications
      .map(({ moduleId }) => moduleId)
      .filter((moduleId) => !endedIds.has(moduleId));
    const report: RunReport = {
      files: modules.map(reportOf),
      errors: [
        ...unhandledErrors.map(({ message }) => firstLine(message)),
        ...missingFiles.map((moduleId) => `${belowProject(moduleId)}: did not run`),
      ],
      stackSeconds: meter.isAvailable ? meter.spent(STACKS) : undefined,
      runnerSeconds: ownCpuSeconds(),
    };
    writeFileSync(path.join(this.#folder, "report.json"), JSON.stringify(report));
  }
}

function reportOf(module: TestModule): FileReport {
  const file = belowProject(module.moduleId);
  const tests = [...module.children.allTests()];
  const states = tests.map((test) => test.result().state);
  const failures = tests.flatMap((test) => {
    const { state, errors } = test.result();
    if (state === "passed" || state === "skipped") return [];
    const reason = state === "pending" ? "did not end" : firstLine(errors?.[0]?.message);
    return `${file} > ${test.fullName}: ${reason}`;
  });
  const unsteady = tests
    .filter((test) => test.result().state === "passed" && test.diagnostic()?.flaky)
    .map((test) => `${file} > ${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`);
  const errorsOutside = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  failures.push(...errorsOutside.map(({ message }) => `${file}: ${firstLine(message)}`));
  if (failures.length === 0 && !module.ok()) failures.push(`${file}: did not end well`);
  return {
    suite: module.project.name,
    file,
    passed: states.filter((state) => state === "passed").length,
    skipped: states.filter((state) => state === "skipped").length,
    failures,
    unsteady,
    seconds: meter.isAvailable ? meter.spent(file) : wallSeconds(module),
  };
}

/** The CPU seconds of this process without its children, for which the files and the stacks pay. */
function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function wallSeconds(module: TestModule): number {
  const durations = module.diagnostic();
  const { environmentSetupDuration, prepareDuration, collectDuration } = durations;
  const before = environmentSetupDuration + prepareDuration + collectDuration;
  return (before + durations.setupDuration + durations.duration) / 1000;
}

function belowProject(moduleId: string): string {
  return path.relative(path.resolve(import.meta.dirname, "../.."), moduleId).replaceAll("\\", "/");
}

function firstLine(message = ""): string {
  return message.trimStart().split("\n", 1)[0] ?? "";
}
