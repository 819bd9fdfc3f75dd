import type { RealtimeChannel } from "@supabase/supabase-js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Listener, watchCards } from "../../../web/src/features/inbox/live-cards.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A client whose channel says what the test says. */
function listener() {
  const asked: unknown[] = [];
  const said = { change: () => {}, status: (_: string) => {} };
  const removed: unknown[] = [];
  const channel = {
    on(type: string, filter: object, heard: () => void) {
      asked.push([type, filter]);
      said.change = heard;
      return channel;
    },
    subscribe(heard: (status: string) => void) {
      said.status = heard;
      return channel;
    },
  };
  const client: Listener = {
    channel: () => channel as unknown as RealtimeChannel,
    removeChannel: async (one) => removed.push(one),
  };
  return { client, said, asked, removed };
}

it("notifies once of a burst of changes, and again of the next", () => {
  const { client, said, asked } = listener();
  const tell = vi.fn();
  watchCards(client, tell);
  expect(asked).toEqual([
    ["postgres_changes", { event: "*", schema: "public", table: "approvals" }],
  ]);
  said.status("SUBSCRIBED");
  for (const _ of [1, 2, 3]) said.change();
  vi.runAllTimers();
  expect(tell).toHaveBeenCalledTimes(1);
  said.change();
  vi.runAllTimers();
  expect(tell).toHaveBeenCalledTimes(2);
});

it("changes missed during a broken connection are read when it is back", () => {
  const { client, said, removed } = listener();
  const tell = vi.fn();
  watchCards(client, tell);
  said.status("SUBSCRIBED");
  expect(tell).not.toHaveBeenCalled();
  said.status("CHANNEL_ERROR");
  expect(removed).toEqual([]);
  said.status("SUBSCRIBED");
  expect(tell).toHaveBeenCalledTimes(1);
});

it("gives up without an answer, and stays silent once it is stopped", () => {
  const nobody = listener();
  watchCards(nobody.client, () => {});
  nobody.said.status("TIMED_OUT");
  expect(nobody.removed).toHaveLength(1);

  const { client, said, removed } = listener();
  const tell = vi.fn();
  const stop = watchCards(client, tell);
  said.status("SUBSCRIBED");
  said.change();
  stop();
  vi.runAllTimers();
  expect(tell).not.toHaveBeenCalled();
  expect(removed).toHaveLength(1);
});
