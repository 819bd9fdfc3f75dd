import type { RealtimeChannel } from "@supabase/supabase-js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Listener, watchCards } from "../../../web/src/features/inbox/live-cards.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A client whose channel follows the test's script. */
function listener() {
  const topics: unknown[] = [];
  const events = { change: () => {}, status: (_: string) => {} };
  const removed: unknown[] = [];
  const channel = {
    on(type: string, filter: object, callback: () => void) {
      topics.push([type, filter]);
      events.change = callback;
      return channel;
    },
    subscribe(callback: (status: string) => void) {
      events.status = callback;
      return channel;
    },
  };
  const client: Listener = {
    channel: () => channel as unknown as RealtimeChannel,
    removeChannel: async (one) => removed.push(one),
  };
  return { client, events, topics, removed };
}

it("a burst of changes notifies once, and the next burst again", () => {
  const { client, events, topics } = listener();
  const onChange = vi.fn();
  watchCards(client, onChange);
  expect(topics).toEqual([
    ["postgres_changes", { event: "*", schema: "public", table: "approvals" }],
  ]);
  events.status("SUBSCRIBED");
  for (const _ of [1, 2, 3]) events.change();
  vi.runAllTimers();
  expect(onChange).toHaveBeenCalledTimes(1);
  events.change();
  vi.runAllTimers();
  expect(onChange).toHaveBeenCalledTimes(2);
});

it("changes missed during a broken connection are read when it is back", () => {
  const { client, events, removed } = listener();
  const onChange = vi.fn();
  watchCards(client, onChange);
  events.status("SUBSCRIBED");
  expect(onChange).not.toHaveBeenCalled();
  events.status("CHANNEL_ERROR");
  expect(removed).toEqual([]);
  events.status("SUBSCRIBED");
  expect(onChange).toHaveBeenCalledTimes(1);
});

it("a subscription without an answer is given up", () => {
  const { client, events, removed } = listener();
  watchCards(client, () => {});
  events.status("TIMED_OUT");
  expect(removed).toHaveLength(1);
});

it("a stopped subscription notifies no more, even about earlier changes", () => {
  const { client, events, removed } = listener();
  const onChange = vi.fn();
  const stop = watchCards(client, onChange);
  events.status("SUBSCRIBED");
  events.change();
  stop();
  vi.runAllTimers();
  expect(onChange).not.toHaveBeenCalled();
  expect(removed).toHaveLength(1);
});
