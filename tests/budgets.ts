/**
 * The budget of `npm test`, in CPU seconds of a quiet machine with two cores. The run fails when something costs more
 * than its budget times the margin.
 */

export interface Suite {
  name: string;
  /** The purpose of the suite, for the report. */
  about: string;
  cpuSeconds: number;
  needsBrowser?: boolean;
  startsStacks?: boolean;
}

/** Two runs differ by less than this, including the error in the measured speed of the machine. */
export const QUIET_MARGIN = 2;

/** CPU seconds grow on a loaded machine, because its programs share caches and the hardware threads of a core. */
export const LOADED_MARGIN = 2.5;

/** A machine is loaded when other programs use more than this share of its cores during the run. */
export const LOADED_SHARE = 0.1;

/** CPU seconds of reference-work.ts on that machine, when as many of it run as there are workers. */
export const REFERENCE_SECONDS = 0.25;

export const suites: Suite[] = [
  { name: "check", about: "types, lint, schema proof, advisors", cpuSeconds: 45 },
  { name: "unit", about: "pure decisions, contracts and routes", cpuSeconds: 50 },
  { name: "unit-isolated", about: "code that replaces parts of its process", cpuSeconds: 12 },
  { name: "database", about: "pgTAP, scope and approvals, plans", cpuSeconds: 195 },
  { name: "stack", about: "boot, gateway, crash", cpuSeconds: 85, startsStacks: true },
  {
    name: "component",
    about: "screens of the console in one page of Chromium",
    cpuSeconds: 195,
    needsBrowser: true,
  },
  { name: "hosted", about: "what a deployment uploads and pushes", cpuSeconds: 8 },
  {
    name: "service",
    about: "access matrix, scenarios, conformance",
    cpuSeconds: 235,
    startsStacks: true,
  },
  {
    name: "service-isolated",
    about: "Ask in the process of the test",
    cpuSeconds: 60,
    startsStacks: true,
  },
  {
    name: "browser",
    about: "the console in Chromium, as every role",
    cpuSeconds: 50,
    startsStacks: true,
    needsBrowser: true,
  },
];

/** The suites with these names. A name includes its isolated half: `service` also means `service-isolated`. */
export function suitesNamed(names: string[]): Suite[] {
  return suites.filter((suite) => names.some((name) => `${suite.name}-`.startsWith(`${name}-`)));
}

/** Start and idle time of the stacks that files share, by the number of stacks. */
export const STACK_CPU_SECONDS = 10;

/** Vitest itself: transforming modules, reporting. */
export const RUNNER_CPU_SECONDS = 20;

/** The budget of one file: a longer one would run alone when all others have ended. */
export const FILE_CPU_SECONDS = 25;

/** The run is ended if no test ends for this long: more than any test may take. TEST_DEPTH multiplies it. */
export const SILENT_MINUTES = 15;
