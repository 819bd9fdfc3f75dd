import { useWindowEvent } from "@mantine/hooks";
import { useEffect } from "react";

/** The keys of the open page, which also apply in overlays that it marks with `data-page-keys`. */
export function usePageKeys(actions: Record<string, () => void>) {
  useWindowEvent("keydown", (event) => {
    if (event.defaultPrevented || isWithModifier(event)) return;
    const isOwn = event.target instanceof Element && event.target.closest("[data-page-keys]");
    if (belongsElsewhere(event.target, isOwn ? fields : undefined)) return;
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action || (event.key === " " && isPressed(event.target))) return;
    event.preventDefault();
    action();
  });
}

/** Whether the space bar presses the element. */
function isPressed(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, summary, [role=button]") !== null;
}

export function isWithModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}

const typing =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog], [role=menu]";

/** Whether letters pressed there are text or belong to an open overlay; a checkbox takes none. */
export function takesLetters(target: EventTarget | null): boolean {
  return belongsElsewhere(target, typing);
}

/** Whether a letter pressed there becomes text; in a field that only opens a list, it does not. */
export function isTyping(target: EventTarget | null): boolean {
  return belongsElsewhere(
    target,
    "input:not([type=checkbox], [type=radio], [readonly]), textarea, select, [contenteditable]",
  );
}

const fields = "input, textarea, select, [contenteditable]";

/** Keys pressed in a field, or in a dialog that is open, are not for the page. */
export function belongsElsewhere(
  target: EventTarget | null,
  owners = `${fields}, [role=dialog], [role=menu]`,
): boolean {
  return target instanceof Element && target.closest(owners) !== null;
}

type TakeKey = (key: string) => void;

const targets = new Map<string, TakeKey>();

/** While it is mounted, a part of the page handles the keys that the page sends to `name`. */
export function useKeyTarget(name: string, take: TakeKey): void {
  useEffect(() => {
    targets.set(name, take);
    return () => {
      if (targets.get(name) === take) targets.delete(name);
    };
  });
}

/** Runs the part's action for this key, if such a part is mounted. */
export function sendKey(name: string, key: string): void {
  targets.get(name)?.(key);
}
