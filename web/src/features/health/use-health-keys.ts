import { sendKey, usePageKeys } from "../../ui/page-keys.ts";
import { focusEvidence } from "./evidence-list.tsx";
import { rowId } from "./finding-list.tsx";
import { keyAfterMove } from "./findings-view.ts";

interface HealthKeyOptions {
  /** Keys of the findings in the list, in its order. */
  keys: string[];
  open: string;
  /** Absent if a component over the list closes the open finding itself. */
  close?: (() => void) | undefined;
}

/** Health by keyboard; shortcuts.ts lists the keys. */
export function useHealthKeys({ keys, open, close }: HealthKeyOptions) {
  const move = (by: 1 | -1) => {
    const active = document.activeElement;
    const from = (active instanceof HTMLElement && active.dataset["finding"]) || open;
    const next = keyAfterMove(keys, from, by);
    if (next) focusFinding(next);
  };
  usePageKeys({
    j: () => move(1),
    k: () => move(-1),
    e: focusEvidence,
    s: () => sendKey("finding", "s"),
    ...(open && close && { Escape: close }),
  });
}

/** Focuses a finding's line, or the heading of the page if the list does not contain it. */
export function focusFinding(key: string): void {
  const target = document.getElementById(rowId(key)) ?? document.querySelector<HTMLElement>("h1");
  target?.focus();
}
