import { useSyncExternalStore } from "react";

// How many uploads are on their way, for the rail: apart from what does them, which loads with the first.

let running = 0;
const listeners = new Set<() => void>();

export function setRunningUploads(count: number): void {
  if (count === running) return;
  running = count;
  for (const listener of listeners) listener();
}

export function useRunningUploads(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => running,
  );
}
