/**
 * How deep randomized tests go, and how a run is repeated.
 *
 * TEST_DEPTH: 1 (`npm test`) gives each test its default rounds, 10 (`npm run nightly`) those of a night, and other
 * values rounds in proportion. From 2 on, files named `*.nightly.test.ts` run as well.
 * TEST_SEED: repeats the run that printed this seed.
 * TEST_PATH: with the seed, repeats only the smallest failing case that fast-check printed.
 * TEST_SHRINK: 0 reports the first failing case and looks for no smaller one.
 */
import { randomInt } from "node:crypto";

export const NIGHTLY_DEPTH = 10;

export interface Rounds {
  /** In `npm test`: the fewest that still find the seeded bug of the test. */
  default: number;
  nightly: number;
}

const depth = Number(process.env["TEST_DEPTH"] ?? 1);
if (!(depth >= 1)) throw new Error("TEST_DEPTH must be a number of at least 1.");

/** Whether files named `*.nightly.test.ts` run. */
export const isNightly = depth > 1;

const MAX_SEED = 2 ** 31 - 1;
const drawnSeed = randomInt(MAX_SEED);

/** Read each time, because files in one process may have different seeds. */
export function testSeed(): number {
  const seed = Number(process.env["TEST_SEED"] ?? drawnSeed);
  if (!Number.isInteger(seed)) throw new Error("TEST_SEED must be a whole number.");
  return seed;
}

/** The seed for `setseed` of PostgreSQL, a number from 0 to 1. */
export function databaseSeed(): number {
  printSeed();
  return Math.abs(testSeed() / MAX_SEED) % 1;
}

/** The smallest case of a failure, if only that should run again. */
export const replayedPath = process.env["TEST_PATH"];

export function roundsOf(rounds: Rounds): number {
  const share = (depth - 1) / (NIGHTLY_DEPTH - 1);
  return Math.ceil(rounds.default + (rounds.nightly - rounds.default) * share);
}

/** Parameters of a fast-check property. Prints the seed. */
export function randomized(rounds: Rounds) {
  const numRuns = roundsOf(rounds);
  console.log(`${numRuns} rounds`);
  return { numRuns, ...replayable(testSeed()) };
}

/** The same for a test that counts its own rounds and has a seed for each of its workers. */
export function replayable(seed: number): { seed: number; path?: string; endOnFailure: boolean } {
  printSeed(seed);
  return {
    seed,
    endOnFailure: process.env["TEST_SHRINK"] === "0",
    ...(replayedPath !== undefined && { path: replayedPath }),
  };
}

function printSeed(seed = testSeed()): void {
  console.log(`TEST_SEED=${seed}`);
}

/** Numbers from 0 up to 1, the same ones for the same seed. Prints the seed. */
export function randomNumbers(): () => number {
  printSeed();
  let state = testSeed();
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}
