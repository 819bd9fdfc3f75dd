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
    on(type: string, filter: object, heard: () => void) {
      topics.push([type, filter]);
      events.change = heard;
      return channel;
    },
    subscribe(heard: (status: string) => void) {
      events.status = heard;
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

it("a subscription gives up without an answer, and stays silent once it is stopped", () => {
  const nobody = listener();
  watchCards(nobody.client, () => {});
  nobody.events.status("TIMED_OUT");
  expect(nobody.removed).toHaveLength(1);

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
