import { useSyncExternalStore } from "react";

// Notices load with the first one: whoever only reads never pays for them.
let isWanted = false;
const listeners = new Set<() => void>();

export function wantNotices(): void {
  isWanted = true;
  for (const listener of listeners) listener();
}

export function useNoticesWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isWanted,
  );
}
