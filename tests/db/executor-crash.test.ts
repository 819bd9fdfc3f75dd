/** Workers that execute cards are killed at every step. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isNightly, randomNumbers, roundsOf } from "../support/depth.ts";
import { type Plan, work } from "./crash-parent.ts";
import {
  clickUp,
  close,
  google,
  minutes,
  noteUnknowns,
  office,
  open,
  outcomeOf,
  pool,
  type Scenario,
  scenarios,
  settle,
  unclear,
} from "./executor-office.ts";

/** Kills per kind; each step is met at least once at any depth. */
const KILLS = roundsOf({ usual: 9, nightly: 50 });
const limit = Math.max(10, KILLS / 4) * minutes;
const random = randomNumbers();

beforeAll(open, 3 * minutes);
afterAll(close);

/** Every step of a scenario that each card reaches; an unclear one is met by chance. */
const surePlacesOf = ({ steps }: Scenario): string[] =>
  [...new Set(steps)]
    .filter((step) => !unclear.includes(step))
    .flatMap((step) => ["before", "during", "after"].map((when) => `${when} ${step}`));

/** Each step once; a nightly run repeats those that matter most. */
const plansOf = ({ steps }: Scenario): Plan[] =>
  (isNightly ? steps : [...new Set(steps)]).flatMap((step) =>
    (["before", "during", "after"] as const).map(
      (when): Plan => ({ step, when, duringMs: random() * 4 }),
    ),
  );

describe.each(scenarios)("$kind", (scenario) => {
  test("workers killed at every step lose nothing and repeat nothing", {
    timeout: limit,
  }, async () => {
    const plans = plansOf(scenario);
    const ids: string[] = [];
    const unknowns = new Set<string>();
    const died: string[] = [];
    // Each plan once, then again until there are enough rounds.
    for (let run = 0; run < plans.length || (died.length < KILLS && run < KILLS * 3); run++) {
      ids.push(await office.order(scenario.kind, scenario.payload(run)));
      const crash = await work(pool, plans[run % plans.length] as Plan);
      if (crash) died.push(`${crash.when} ${crash.step}`);
      noteUnknowns(await office.statuses(), unknowns);
    }
    const { retried } = await settle(ids, unknowns);
    const outcome = await outcomeOf(scenario, ids);
    console.log(
      `${scenario.kind}: ${died.length} kills at ${new Set(died).size} places, ${JSON.stringify({ ...outcome, retried })}`,
    );
    expect(outcome).toMatchObject({ executed: ids.length, lost: 0, duplicates: 0 });
    expect(died.length).toBeGreaterThanOrEqual(KILLS);
    expect(surePlacesOf(scenario).filter((crash) => !died.includes(crash))).toEqual([]);
    expect([...clickUp.violations, ...google.violations]).toEqual([]);
  });
});
