import { sendKey, usePageKeys } from "../../ui/page-keys.ts";
import { rowId } from "./email-list.tsx";

interface EmailKeyOptions {
  /** The emails of the list, in its order. */
  ids: string[];
  openId: string;
  /** Whether the list stays in view beside the open email. */
  isBeside: boolean;
  open: (id: string) => void;
  close: () => void;
}

/** Email by keyboard; shortcuts.ts lists the keys. */
export function useEmailKeys({ ids, openId, isBeside, open, close }: EmailKeyOptions) {
  const current = () => {
    const active = document.activeElement;
    return (active instanceof HTMLElement && active.dataset["email"]) || openId;
  };
  const move = (by: 1 | -1) => {
    const index = ids.indexOf(current());
    const next = index === -1 ? ids[0] : ids[Math.min(Math.max(index + by, 0), ids.length - 1)];
    if (!next) return;
    // If an email is open, the next one opens; otherwise only the focus moves in the list.
    if (openId) open(next);
    if (!openId || isBeside) focusEmail(next);
  };
  // A person must see an email before they decide, so an email that is only in the list opens first.
  const act = (part: string, key: string) => () => {
    const id = current();
    if (!id || id === openId) sendKey(part, key);
    else open(id);
  };
  usePageKeys({
    j: () => move(1),
    k: () => move(-1),
    a: act("triage", "a"),
    r: act("triage", "r"),
    s: act("triage", "s"),
    q: act("quotes", "q"),
    "1": act("candidates", "1"),
    "2": act("candidates", "2"),
    "3": act("candidates", "3"),
    ...(openId && { Escape: close }),
  });
}

/** Focuses an email's line, or the heading of the page if the list does not contain it. */
export function focusEmail(id: string): void {
  const target = document.getElementById(rowId(id)) ?? document.querySelector<HTMLElement>("h1");
  target?.focus();
}

/** The email to open after a decision: the next one, or the previous one at the end of the list. */
export function neighborOf(ids: string[], id: string): string {
  const index = ids.indexOf(id);
  return (index === -1 ? ids[0] : (ids[index + 1] ?? ids[index - 1])) ?? "";
}
