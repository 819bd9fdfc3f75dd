import type { KeyboardEvent } from "react";
import type { Selection } from "./use-selection.ts";

const fields =
  "input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=dialog]";

/** A key pressed in a row: moves the focus between rows and selects them. */
export function rowKey<Row>(event: KeyboardEvent, selection: Selection<Row>): void {
  const target = event.target as Element;
  const row = target.closest<HTMLElement>("tr[data-index]");
  if (!row || event.ctrlKey || event.metaKey || event.altKey || target.closest(fields)) return;
  const index = Number(row.dataset["index"]);
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const next = neighborOf(row, event.key);
    if (!next) return;
    if (event.shiftKey) selection.extend(index, Number(next.dataset["index"]));
    focusIn(next, target);
  } else if (event.key === "x") {
    selection.select(index, false);
  } else if (event.key === "Escape" && selection.rows.length > 0) {
    selection.clear();
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** The next or previous row, skipping the headers of groups. */
function neighborOf(row: HTMLElement, key: "ArrowDown" | "ArrowUp"): HTMLElement | null {
  let next: Element | null = row;
  do {
    next = key === "ArrowDown" ? next.nextElementSibling : next.previousElementSibling;
  } while (next && !(next instanceof HTMLElement && next.dataset["index"]));
  return next as HTMLElement | null;
}

/** Focuses the element that corresponds to `before`: the checkbox of the row, or its link. */
function focusIn(row: HTMLElement, before: Element): void {
  const box = row.querySelector<HTMLElement>("input[type=checkbox]");
  const link = row.querySelector<HTMLElement>("a, button");
  (before.matches("input[type=checkbox]") ? box : (link ?? box))?.focus();
}
