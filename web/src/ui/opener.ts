import { type RefObject, useEffect, useRef } from "react";

/** The last focused element on the page itself: menus, dialogs and the palette have closed by then. */
export function useOpener(): RefObject<HTMLElement | null> {
  const opener = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !target.closest("[role=dialog], [role=menu]")) {
        opener.current = target;
      }
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, []);
  return opener;
}

/** Returns the focus to an element, or to the heading of the page if the element no longer exists. */
export function focusAgain(opener: HTMLElement | null): void {
  const element = opener?.isConnected ? opener : document.querySelector<HTMLElement>("main h1");
  element?.focus({ preventScroll: true });
}
