import { useSyncExternalStore } from "react";

// The number of running uploads, for the rail. It is separate from the code that uploads, which loads with the first
// upload.

let uploadCount = 0;
const listeners = new Set<() => void>();

export function reportRunningUploads(count: number): void {
  if (count === uploadCount) return;
  uploadCount = count;
  for (const listener of listeners) listener();
}

export function useRunningUploads(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploadCount,
  );
}
