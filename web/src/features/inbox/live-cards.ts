import type { RealtimeChannel } from "@supabase/supabase-js";

/** The part of a Supabase client that listens. */
export interface Listener {
  channel(name: string): RealtimeChannel;
  removeChannel(channel: RealtimeChannel): Promise<unknown>;
}

/** Cards change in bursts: a batch, or the steps of an execution. */
const BURST_MS = 300;

/**
 * Announces changed cards if Realtime is available; row-level security decides which ones reach this viewer. It
 * carries no content: the card is read from the route. Without a connection it gives up, and the lists poll.
 * Returns a function that stops it.
 */
export function watchCards(listener: Listener, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasAnswered = false;
  const channel = listener.channel("cards");
  channel
    .on("postgres_changes", { event: "*", schema: "public", table: "approvals" }, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        onChange();
      }, BURST_MS);
    })
    .subscribe((status) => {
      if (status === "SUBSCRIBED") {
        // The service announced none of the changes that happened while the connection was broken.
        if (hasAnswered) onChange();
        hasAnswered = true;
      } else if (!hasAnswered && status !== "CLOSED") stop();
    });
  return stop;

  function stop() {
    clearTimeout(timer);
    void listener.removeChannel(channel);
  }
}
