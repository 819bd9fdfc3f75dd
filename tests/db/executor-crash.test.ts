/**
 * Workers killed at every step, the database killed under them, and workers that come back from the dead.
 * CRASH_RUNS says how many kills per kind; 50 when absent.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MockClickUp, startMockClickUp } from "../support/mock-clickup.ts";
import {
  type MockGoogleCalendar,
  startMockGoogleCalendar,
} from "../support/mock-google-calendar.ts";
import {
  type Office,
  openOffice,
  type Plan,
  startDurableServer,
  type WorkerPool,
  work,
  workerPool,
} from "./crash-parent.ts";

const runs = Number(process.env["CRASH_RUNS"] ?? 50);
const minutes = 60_000;
const limit = Math.max(3, runs / 10) * minutes;

let server: Awaited<ReturnType<typeof startDurableServer>>;
let clickUp: MockClickUp;
let google: MockGoogleCalendar;
let office: Office;
let pool: WorkerPool;

beforeAll(async () => {
  [server, clickUp, google] = await Promise.all([
    startDurableServer(),
    startMockClickUp(),
    startMockGoogleCalendar(),
  ]);
  office = await openOffice(server.url);
  await office.looksUpAfter("150 milliseconds");
  await office.connect("clickup");
  await office.connect("google_calendar");
  pool = workerPool(server.url, { clickUp, google });
}, 3 * minutes);

afterAll(async () => {
  await pool?.close();
  await office?.close();
  await Promise.all([clickUp?.close(), google?.close(), server?.stop()]);
});

const common = [
  "take_jobs",
  "lease_execution",
  "get_integration",
  "mark_vendor_call",
  "finish_execution",
];
const unclear = ["park_execution", "lease_reconciliation", "settle_execution"];

/** A kind of card, the steps of its executor, and what of it is out there. */
interface Scenario {
  kind: string;
  steps: string[];
  payload(number: number): object;
  /** How many objects carry the card's id. */
  objects(id: string): Promise<number>;
}

const scenarios: Scenario[] = [
  {
    kind: "task_create",
    // Most often where it matters most.
    steps: [...common, "GET field", "GET task", "POST task", "POST task", ...unclear],
    payload: (number) => ({ title: `Task ${number}`, priority: "high" }),
    objects: async (id) => clickUp.tasks.filter(({ marker }) => marker === id).length,
  },
  {
    kind: "calendar_event_create",
    steps: [...common, "POST token", "POST events", "POST events", "record_calendar_event"],
    payload: (number) => ({
      summary: `Event ${number}`,
      starts_at: "2027-01-11T09:00:00Z",
      ends_at: "2027-01-11T10:00:00Z",
      time_zone: "UTC",
    }),
    objects: async (id) =>
      [...google.events.values()].filter((event) => event.id === id.replaceAll("-", "")).length,
  },
  {
    kind: "weekly_update",
    steps: ["take_jobs", "carry_out_execution", "carry_out_execution"],
    payload: (number) => ({
      week_of: weekOf(number),
      headline: `Week ${number}`,
      body: "All is well",
    }),
    objects: async (id) => {
      const [row] = await office.sql`
        select count(*)::int as count from public.weekly_updates where approval_id = ${id}`;
      return row?.["count"];
    },
  },
];

const weekOf = (number: number) =>
  new Date(Date.UTC(2020, 0, 6) + number * 7 * 86_400_000).toISOString().slice(0, 10);

const plansOf = ({ steps }: Scenario): Plan[] =>
  steps.flatMap((step) =>
    (["before", "during", "after"] as const).map((when): Plan => ({ step, when })),
  );

/** Works until no card waits, runs or is unknown; a lead has what failed tried again. */
async function settle(ids: string[], unknowns: Set<string>): Promise<{ retried: number }> {
  let retried = 0;
  const deadline = Date.now() + 2 * minutes + runs * 500;
  while (Date.now() < deadline) {
    await work(pool, { patienceMs: 2_000 });
    const statuses = await office.statuses();
    noteUnknowns(statuses, unknowns);
    const failed = ids.filter((id) => statuses.get(id) === "failed");
    for (const id of failed) await office.orderAgain(id);
    retried += failed.length;
    if (ids.every((id) => statuses.get(id) === "executed")) return { retried };
  }
  return { retried };
}

function noteUnknowns(statuses: Map<string, string>, unknowns: Set<string>): void {
  for (const [id, status] of statuses) if (status === "unknown") unknowns.add(id);
}

/** What became of the cards: all executed, each with one object, and the history of each says how. */
async function outcomeOf(scenario: Scenario, ids: string[]) {
  const statuses = await office.statuses();
  const counts = await Promise.all(ids.map(scenario.objects));
  const [unknown] = await office.sql`
    select count(distinct approval_id)::int as count from public.approval_events
    where type = 'unknown' and approval_id in ${office.sql(ids)}`;
  return {
    cards: ids.length,
    executed: ids.filter((id) => statuses.get(id) === "executed").length,
    lost: counts.filter((count) => count === 0).length,
    duplicates: counts.filter((count) => count > 1).length,
    unknownSettled: unknown?.["count"] as number,
  };
}

describe.each(scenarios)("$kind", (scenario) => {
  test(`workers killed ${runs} times, at every step: nothing lost, nothing twice`, {
    timeout: limit,
  }, async () => {
    const plans = plansOf(scenario);
    const ids: string[] = [];
    const unknowns = new Set<string>();
    const died: string[] = [];
    for (let run = 0; died.length < runs && run < runs * 3; run++) {
      ids.push(await office.order(scenario.kind, scenario.payload(run)));
      const place = await work(pool, plans[run % plans.length] as Plan);
      if (place) died.push(`${place.when} ${place.step}`);
      noteUnknowns(await office.statuses(), unknowns);
    }
    const { retried } = await settle(ids, unknowns);
    const outcome = await outcomeOf(scenario, ids);
    console.log(
      `${scenario.kind}: ${died.length} kills at ${new Set(died).size} places, ${JSON.stringify({ ...outcome, retried })}`,
    );
    expect(died.length).toBeGreaterThanOrEqual(runs);
    // Steps that only an unknown card comes to are met by chance; the others are met all.
    const planned = new Set(plans.map((plan) => `${plan.when} ${plan.step}`)).size;
    if (runs >= planned) expect(new Set(died).size).toBeGreaterThan(planned * 0.75);
    expect(outcome).toMatchObject({ executed: ids.length, lost: 0, duplicates: 0 });
    expect([...clickUp.violations, ...google.violations]).toEqual([]);
  });
});

test("the database killed under its workers: nothing lost, nothing twice", {
  timeout: limit,
}, async () => {
  const ordered = new Map<Scenario, string[]>(scenarios.map((scenario) => [scenario, []]));
  for (let kill = 0; kill < runs; kill++) {
    for (const [index, scenario] of scenarios.entries()) {
      const payload = scenario.payload(100_000 + kill * 10 + index);
      ordered.get(scenario)?.push(await office.order(scenario.kind, payload));
    }
    const worker = await pool.take();
    worker.go({ patienceMs: 500 });
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 200));
    await server.kill();
    await worker.exited;
  }
  const unknowns = new Set<string>();
  const { retried } = await settle([...ordered.values()].flat(), unknowns);
  for (const [scenario, ids] of ordered) {
    const outcome = await outcomeOf(scenario, ids);
    console.log(
      `${scenario.kind}: database killed ${runs} times, ${JSON.stringify({ ...outcome, retried })}`,
    );
    expect(outcome).toMatchObject({ executed: ids.length, lost: 0, duplicates: 0 });
  }
});

describe("a worker that wakes up when its lease is over", () => {
  const [tasks, events] = scenarios as [Scenario, Scenario];

  /** A card whose worker has stopped at a step, and is still there. */
  async function stoppedAt(scenario: Scenario, plan: Plan) {
    const id = await office.order(scenario.kind, scenario.payload(Math.floor(Math.random() * 1e6)));
    const zombie = await pool.take();
    zombie.go({ ...plan, signal: "SIGSTOP" });
    await zombie.met;
    await new Promise((resolve) => setTimeout(resolve, 300));
    return {
      id,
      async wake() {
        zombie.child.kill("SIGCONT");
        await zombie.exited;
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
    ["before it said that it had finished", "finish_execution", "task_create", tasks],
    ["before it said that it had finished", "finish_execution", "calendar_event_create", events],
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

  test("stopped before a call that ClickUp takes twice: the card waits, and its late task is found", async () => {
    await office.looksUpAfter("1 hour");
    const { id, wake } = await stoppedAt(tasks, { step: "POST task", when: "before" });
    await work(pool, {});
    expect(await statusOf(id)).toBe("unknown");
    expect(await tasks.objects(id)).toBe(0);
    await wake();
    expect(await statusOf(id)).toBe("unknown");
    await office.looksUpAfter("150 milliseconds");
    await office.sql`
      select private.hurry_job(id) from private.jobs
      where kind = 'task_reconcile' and payload ->> 'approval_id' = ${id}`;
    expect((await settle([id], new Set())).retried).toBe(0);
    expect(await tasks.objects(id)).toBe(1);
  });

  test("stopped before a call that Google takes once: somebody else made it, and its call makes nothing", async () => {
    const { id, wake } = await stoppedAt(events, { step: "POST events", when: "before" });
    await settle([id], new Set());
    await wake();
    expect(await statusOf(id)).toBe("executed");
    expect(await events.objects(id)).toBe(1);
  });
});
