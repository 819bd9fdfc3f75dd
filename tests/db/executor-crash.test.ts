/** Workers that execute cards, and the database under them, are killed; workers resume afterwards. */
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isNightly, randomNumbers, roundsOf } from "../support/depth.ts";
import { type Plan, work } from "./crash-parent.ts";
import {
  clickUp,
  close,
  google,
  minutes,
  noteUnknownIds,
  office,
  open,
  outcomeOf,
  pool,
  type Scenario,
  scenarios,
  server,
  settle,
  unclear,
} from "./executor-office.ts";

/** The fewest kills per kind. At any depth, a worker is killed at each step at least once. */
const KILLS = roundsOf({ default: 9, nightly: 50 });
const DATABASE_KILLS = roundsOf({ default: 4, nightly: 50 });
const limit = Math.max(10, KILLS / 4) * minutes;
const random = randomNumbers();
let orders = 0;

beforeAll(open, 3 * minutes);
afterAll(close);

/** The kills that must happen: at every step except the `unclear` ones, which cards reach only by chance. */
const certainStepsOf = ({ steps }: Scenario): string[] =>
  [...new Set(steps)]
    .filter((step) => !unclear.includes(step))
    .flatMap((step) => ["before", "during", "after"].map((when) => `${when} ${step}`));

/** A kill before, during and after each step; a nightly run repeats the steps that matter most. */
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
    const unknownIds = new Set<string>();
    const deaths: string[] = [];
    // Each plan once, then again until there are enough rounds.
    for (let run = 0; run < plans.length || (deaths.length < KILLS && run < KILLS * 3); run++) {
      ids.push(await office.order(scenario.kind, scenario.payload(run)));
      const crash = await work(pool, plans[run % plans.length] as Plan);
      if (crash) deaths.push(`${crash.when} ${crash.step}`);
      noteUnknownIds(await office.statuses(), unknownIds);
    }
    const { retried } = await settle(ids, unknownIds);
    const outcome = await outcomeOf(scenario, ids);
    console.log(
      `${scenario.kind}: ${deaths.length} kills at ${new Set(deaths).size} places, ${JSON.stringify({ ...outcome, retried })}`,
    );
    expect(outcome).toMatchObject({ executed: ids.length, lost: 0, duplicates: 0 });
    expect(deaths.length).toBeGreaterThanOrEqual(KILLS);
    expect(certainStepsOf(scenario).filter((crash) => !deaths.includes(crash))).toEqual([]);
    expect([...clickUp.violations, ...google.violations]).toEqual([]);
  });
});

const objectsMade = () => clickUp.tasks.length + google.events.size;

test("a database killed under its workers loses nothing and repeats nothing", {
  timeout: limit,
}, async () => {
  const idsByScenario = new Map<Scenario, string[]>(scenarios.map((scenario) => [scenario, []]));
  for (let kill = 0; kill < DATABASE_KILLS; kill++) {
    for (const [index, scenario] of scenarios.entries()) {
      const payload = scenario.payload(100_000 + kill * 10 + index);
      idsByScenario.get(scenario)?.push(await office.order(scenario.kind, payload));
    }
    const worker = await pool.take();
    const objects = objectsMade();
    worker.go({ maxWaitMs: 500 });
    if (kill % 2 === 0) {
      // Kills between the vendor's effect and the database's record of it.
      const ended = { yet: false };
      worker.ended.then(() => {
        ended.yet = true;
      });
      while (objectsMade() === objects && !ended.yet) await setImmediate();
      await sleep(random() * 3);
    } else {
      await sleep(20 + random() * 200);
    }
    await server.kill();
    await worker.ended;
    pool.giveBack(worker);
    await office.endLeases();
  }
  const unknownIds = new Set<string>();
  const { retried } = await settle([...idsByScenario.values()].flat(), unknownIds);
  for (const [scenario, ids] of idsByScenario) {
    const outcome = await outcomeOf(scenario, ids);
    console.log(
      `${scenario.kind}: database killed ${DATABASE_KILLS} times, ${JSON.stringify({ ...outcome, retried })}`,
    );
    expect(outcome).toMatchObject({ executed: ids.length, lost: 0, duplicates: 0 });
  }
});

describe("a worker that continues after its lease has ended", () => {
  const [tasks, events] = scenarios as [Scenario, Scenario];

  /** A card whose worker has stopped at a step and is still alive. */
  async function stoppedAt(scenario: Scenario, plan: Plan) {
    const id = await office.order(scenario.kind, scenario.payload(200_000 + orders++));
    const zombie = await pool.take();
    zombie.go({ ...plan, signal: "SIGSTOP" });
    await zombie.lastStep;
    await office.endLeases();
    return {
      id,
      async wake() {
        zombie.child.kill("SIGCONT");
        await zombie.ended;
        pool.giveBack(zombie);
      },
    };
  }
  const eventsOf = async (id: string) =>
    (
      await office.sql`select count(*)::int from public.approval_events where approval_id = ${id}`
    )[0]?.["count"];
  const statusOf = async (id: string) => (await office.statuses()).get(id);

  test.each([
    ["before it announced its call", "mark_vendor_call", "task_create", tasks],
    ["before it announced its call", "mark_vendor_call", "calendar_event_create", events],
    ["before it reported that it had finished", "finish_execution", "task_create", tasks],
    [
      "before it reported that it had finished",
      "finish_execution",
      "calendar_event_create",
      events,
    ],
  ])("stopped %s (%s of %s) changes nothing", async (_, step, _kind, scenario) => {
    const { id, wake } = await stoppedAt(scenario, { step, when: "before" });
    await settle([id], new Set());
    const requests = clickUp.requests.length + google.requests.length;
    const history = await eventsOf(id);
    await wake();
    expect(await statusOf(id)).toBe("executed");
    expect(await eventsOf(id)).toBe(history);
    expect(clickUp.requests.length + google.requests.length).toBe(requests);
    expect(await scenario.objects(id)).toBe(1);
  });

  test("stopped before a call that ClickUp accepts twice: the card waits, and its late task is found", async () => {
    await office.setLookupPause("1 hour");
    const { id, wake } = await stoppedAt(tasks, { step: "POST task", when: "before" });
    await work(pool, {});
    expect(await statusOf(id)).toBe("unknown");
    expect(await tasks.objects(id)).toBe(0);
    await wake();
    expect(await statusOf(id)).toBe("unknown");
    await office.setLookupPause("150 milliseconds");
    await office.sql`
      select private.run_job_now(id) from private.jobs
      where kind = 'task_reconcile' and payload ->> 'approval_id' = ${id}`;
    expect((await settle([id], new Set())).retried).toBe(0);
    expect(await tasks.objects(id)).toBe(1);
  });

  test("stopped before a call that Google accepts once: another attempt made it, and its call creates nothing", async () => {
    const { id, wake } = await stoppedAt(events, { step: "POST events", when: "before" });
    await settle([id], new Set());
    await wake();
    expect(await statusOf(id)).toBe("executed");
    expect(await events.objects(id)).toBe(1);
  });
});
