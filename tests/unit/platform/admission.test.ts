import { expect, test } from "vitest";
import {
  createGate,
  type Gate,
  type Subject,
  type Tier,
} from "../../../scripts/stack/gateway/admission.ts";
import { IDLE_LOOP } from "../../../scripts/stack/gateway/event-loop.ts";

const shares = {
  service: { atOnce: 4, waiting: 100 },
  leader: { atOnce: 3, waiting: 100 },
  member: { atOnce: 3, waiting: 6 },
  outsider: { atOnce: 1, waiting: 5 },
  anonymous: { atOnce: 2, waiting: 5 },
};
const subject = (key: string, tier: Tier = "member"): Subject => ({ key, tier });

/** Enters often; returns the functions that leave, in the order of entry. */
function enter(gate: Gate, who: Subject, times: number): (() => void)[] {
  const places: (() => void)[] = [];
  for (let n = 0; n < times; n++) void gate.enter(who).then((leave) => places.push(leave));
  return places;
}
/** A gate that records how long each refusal would wait. */
function gateWithWaits() {
  const waits: number[] = [];
  const gate = createGate(10, shares, 0, IDLE_LOOP, async (ms) => void waits.push(ms));
  return { gate, waits };
}
/** Waits until everything that can happen by itself has happened. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("a subject runs no more at once than its share, and the rest wait", async () => {
  const gate = createGate(10, shares);
  const places = enter(gate, subject("a"), 7);
  await nextTurn();
  expect(places).toHaveLength(3);
  expect(gate.load()).toMatchObject({ running: 3, waiting: 4 });
  for (let n = 0; n < 7; n++) {
    places[n]?.();
    await nextTurn();
  }
  expect(gate.load()).toMatchObject({ running: 0, waiting: 0, maxRunning: { all: 3, member: 3 } });
});

test("an outsider gets one slot", async () => {
  const gate = createGate(10, shares);
  const places = enter(gate, subject("o", "outsider"), 4);
  await nextTurn();
  expect(places).toHaveLength(1);
});

test("however many slots others request, those reserved for leaders are free for a leader", async () => {
  const gate = createGate(10, shares, 2);
  for (const name of "abcdefgh") enter(gate, subject(name), 4);
  await nextTurn();
  expect(gate.load().running).toBe(8);
  const places = enter(gate, subject("lead", "leader"), 1);
  await nextTurn();
  expect(places).toHaveLength(1);
});

test("in a busy process all others share two slots, and a leader has all of them", async () => {
  let isBusy = true;
  const gate = createGate(10, shares, 2, { isBusy: () => isBusy });
  const entries = [..."abcdef"].map((name) => enter(gate, subject(name), 4));
  const leader = enter(gate, subject("lead", "leader"), 3);
  await nextTurn();
  expect([entries.flat().length, leader.length]).toEqual([2, 3]);
  isBusy = false;
  entries[0]?.[0]?.();
  await nextTurn();
  expect(gate.load().running).toBeGreaterThanOrEqual(8);
});

test("leaders who use many slots leave the others theirs", async () => {
  const gate = createGate(8, shares, 4);
  enter(gate, subject("lead", "leader"), 3);
  enter(gate, subject("other lead", "leader"), 3);
  await nextTurn();
  const places = enter(gate, subject("a"), 1);
  await nextTurn();
  expect(places).toHaveLength(1);
});

test("subjects with constant requests take turns", async () => {
  const gate = createGate(1, shares);
  const [many, few] = [subject("many"), subject("few")];
  const flood = enter(gate, many, 7);
  const other = enter(gate, few, 2);
  await nextTurn();
  flood[0]?.();
  await nextTurn();
  expect([flood.length, other.length]).toEqual([1, 1]);
  other[0]?.();
  await nextTurn();
  expect([flood.length, other.length]).toEqual([2, 1]);
  flood[1]?.();
  await nextTurn();
  expect([flood.length, other.length]).toEqual([2, 2]);
});

test("one subject leaves slots for others even if no one else sends a request", async () => {
  const gate = createGate(4, shares);
  const places = enter(gate, subject("a"), 4);
  await nextTurn();
  expect(places).toHaveLength(2);
});

test("when all slots are taken, the subject with the fewest goes first, not the earliest", async () => {
  const gate = createGate(4, shares);
  const many = enter(gate, subject("a"), 5);
  const entries = [enter(gate, subject("b"), 1), enter(gate, subject("c"), 1)];
  await nextTurn();
  expect([gate.load().running, many.length, entries.flat().length]).toEqual([4, 2, 2]);
  const last = enter(gate, subject("d"), 1);
  await nextTurn();
  expect(last).toHaveLength(0);
  many[0]?.();
  await nextTurn();
  expect([many.length, last.length]).toEqual([2, 1]);
});

test("requests beyond the maximum wait are refused after a second, and no one else's", async () => {
  const { gate, waits } = gateWithWaits();
  const places = enter(gate, subject("a"), 9);
  await expect(gate.enter(subject("a"))).rejects.toMatchObject({
    status: 429,
    body: { code: "too_many_at_once" },
    headers: { "retry-after": "1" },
  });
  await expect(gate.enter(subject("b"))).resolves.toBeTypeOf("function");
  expect(places).toHaveLength(3);
  expect(gate.load().refused).toBe(1);
  expect(waits).toEqual([1000]);
});

test("a waiting subject that leaves takes no slot, and leaving twice frees only one", async () => {
  const gate = createGate(10, shares);
  const places = enter(gate, subject("a"), 3);
  const controller = new AbortController();
  const waiting = gate.enter(subject("a"), controller.signal);
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ status: 408 });
  places[0]?.();
  places[0]?.();
  expect(gate.load()).toMatchObject({ running: 2, waiting: 0 });
});

test("a request that fails gives its slot back", async () => {
  const gate = createGate(1, shares);
  const { signal } = new AbortController();
  const failing = gate.run(subject("a"), signal, async () => {
    throw new Error("on purpose");
  });
  await expect(failing).rejects.toThrow("on purpose");
  expect(await gate.run(subject("b"), signal, async () => "served")).toBe("served");
});

test("a request that would find no room is refused before its body is read", async () => {
  const { gate, waits } = gateWithWaits();
  enter(gate, subject("a"), 8);
  await expect(gate.checkRoom(subject("a"))).resolves.toBeUndefined();
  enter(gate, subject("a"), 1);
  await expect(gate.checkRoom(subject("a"))).rejects.toMatchObject({ status: 429 });
  await expect(gate.checkRoom(subject("b"))).resolves.toBeUndefined();
  expect(waits).toEqual([1000]);
});
