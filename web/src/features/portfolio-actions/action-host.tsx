import { useEffect, useRef } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { closeAction, useRequestedAction } from "./open-action.ts";

// Forms and their rules: loaded when the first one opens.
const ActionDialogs = lazyPart(() => import("./action-dialogs.tsx"));

/** Where the forms of the portfolio open, over any page of the shell. */
export function ActionHost() {
  const request = useRequestedAction();
  const opener = useOpener();
  useEffect(() => closeAction, []);
  if (!request) return null;
  return <ActionDialogs request={request} returnFocus={() => focusAgain(opener.current)} />;
}

/** The last element that had the focus on the page itself: menus and the palette are gone by then. */
function useOpener() {
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

function focusAgain(opener: HTMLElement | null) {
  const element = opener?.isConnected ? opener : document.querySelector<HTMLElement>("main h1");
  element?.focus({ preventScroll: true });
}
