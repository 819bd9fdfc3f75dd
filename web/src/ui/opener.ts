import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

const OVER_THE_PAGE = "[role=dialog], [role=menu], [role=listbox]";

/**
 * The last focused element on the page itself, because an element of a menu, a dialog or the palette is gone once that
 * closes.
 */
let lastOnPage: HTMLElement | null = null;
document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLElement && !target.closest(OVER_THE_PAGE)) lastOnPage = target;
});

/** The element of the page from which something was opened. */
export function useOpener(): RefObject<HTMLElement | null> {
  const opener = useRef<HTMLElement | null>(null);
  useEffect(() => {
    opener.current = lastOnPage;
    const follow = () => {
      opener.current = lastOnPage;
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

/** When the component unmounts, returns the focus to where it was, unless something else has taken it. */
export function useFocusReturn(): void {
  useEffect(() => {
    const opener = lastOnPage;
    return () => {
      setTimeout(() => {
        const { activeElement } = document;
        if (!activeElement || activeElement === document.body) focusAgain(opener);
      });
    };
  }, []);
}

/** A row that leaves a list takes its focus with it: then the heading of the page gets it. */
export function useFocusOfRemovedRow(count: number | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that is only scrolled out of view is not removed
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    if (lastOnPage && !lastOnPage.isConnected) focusAgain(null);
  }, [count]);
}
