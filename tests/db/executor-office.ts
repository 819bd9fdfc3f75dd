/** Cards that executors execute while workers and the database crash, for the tests of both. */
import { type MockClickUp, startMockClickUp } from "../support/mock-clickup.ts";
import {
  type MockGoogleCalendar,
  startMockGoogleCalendar,
} from "../support/mock-google-calendar.ts";
import {
  type Office,
  openOffice,
  startDurableServer,
  type WorkerPool,
  work,
  workerPool,
} from "./crash-parent.ts";

export const minutes = 60_000;

export let server: Awaited<ReturnType<typeof startDurableServer>>;
export let clickUp: MockClickUp;
export let google: MockGoogleCalendar;
export let office: Office;
export let pool: WorkerPool;

export async function open(): Promise<void> {
  [server, clickUp, google] = await Promise.all([
    startDurableServer(),
    startMockClickUp(),
    startMockGoogleCalendar(),
  ]);
  office = await openOffice(server.url);
  await office.setLookupPause("150 milliseconds");
  await office.connect("clickup");
  await office.connect("google_calendar");
  pool = workerPool(server.url, { clickUp, google }, { afterEnd: office.endLeases });
}

export async function close(): Promise<void> {
  await pool?.close();
  await office?.close();
  await Promise.all([clickUp?.close(), google?.close(), server?.stop()]);
}

export const common = [
  "take_jobs",
  "lease_execution",
  "get_integration",
  "mark_vendor_call",
  "finish_execution",
];
export const unclear = ["park_execution", "lease_reconciliation", "settle_execution"];

/** A kind of card, the steps of its executor, and its objects at the vendor. */
export interface Scenario {
  kind: string;
  steps: string[];
  payload(number: number): object;
  /** How many objects carry the card's id. */
  objects(id: string): Promise<number>;
}

export const scenarios: Scenario[] = [
  {
    kind: "task_create",
    // The steps that matter most are listed most often.
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
      headline: "A calm week",
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

/** Runs jobs until no card waits, is executing or is unknown; a lead retries failed cards. */
export async function settle(ids: string[], unknownIds: Set<string>): Promise<{ retried: number }> {
  let retried = 0;
  const deadline = Date.now() + 2 * minutes + ids.length * 500;
  while (Date.now() < deadline) {
    await work(pool, { maxWaitMs: 2_000 });
    const statuses = await office.statuses();
    noteUnknownIds(statuses, unknownIds);
    const failedIds = ids.filter((id) => statuses.get(id) === "failed");
    for (const id of failedIds) await office.orderAgain(id);
    retried += failedIds.length;
    if (ids.every((id) => statuses.get(id) === "executed")) return { retried };
  }
  return { retried };
}

export function noteUnknownIds(statuses: Map<string, string>, unknownIds: Set<string>): void {
  for (const [id, status] of statuses) if (status === "unknown") unknownIds.add(id);
}

/** Counts the cards by outcome; the expected outcome is `executed`, with one object and a matching history. */
export async function outcomeOf(scenario: Scenario, ids: string[]) {
  const statuses = await office.statuses();
  const counts = await Promise.all(ids.map(scenario.objects));
  const [unknownCard] = await office.sql`
    select count(distinct approval_id)::int as count from public.approval_events
    where type = 'unknown' and approval_id in ${office.sql(ids)}`;
  return {
    cards: ids.length,
    executed: ids.filter((id) => statuses.get(id) === "executed").length,
    lost: counts.filter((count) => count === 0).length,
    duplicates: counts.filter((count) => count > 1).length,
    unknownSettled: unknownCard?.["count"] as number,
  };
}
