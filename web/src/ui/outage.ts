import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from "react";

interface Part {
  /** Whether the notice is over the page; such a notice reports the outage only if no other one does. */
  isFloating: boolean;
  retry: () => void;
}

/** The parts of the page that could not be reached, in the order in which they failed. */
let parts: readonly Part[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Part[]): void {
  parts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const reporting = () => parts.find(({ isFloating }) => !isFloating) ?? parts[0];

/** One notice for all missing parts after a lost connection: one part reports it, with a way to retry all of them. */
export function useOutage(
  retry: () => void,
  { isMissing = true, isFloating = false } = {},
): { isReporting: boolean; retryAll: () => void } {
  const part = useRef<Part>(undefined);
  const current = useRef(retry);
  current.current = retry;
  useLayoutEffect(() => {
    if (!isMissing) return;
    const outage = { isFloating, retry: () => current.current() };
    part.current = outage;
    change([...parts, outage]);
    return () => {
      part.current = undefined;
      change(parts.filter((other) => other !== outage));
    };
  }, [isMissing, isFloating]);
  const isReporting = useSyncExternalStore(
    subscribe,
    () => part.current !== undefined && reporting() === part.current,
  );
  const retryAll = useCallback(() => {
    for (const part of parts) part.retry();
  }, []);
  return { isReporting, retryAll };
}
