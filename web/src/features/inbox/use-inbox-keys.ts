import { useWindowEvent } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { sendKey, usePageKeys } from "../../ui/page-keys.ts";
import { rowId } from "./card-row.tsx";

interface InboxKeyOptions {
  /** The cards that are shown, in their order. */
  ids: string[];
  openId: string;
  open: (id: string) => void;
  close: () => void;
  /** Absent without a selection. */
  select?: ((id: string) => void) | undefined;
  /** Approves the selected cards; absent without a selection. */
  approveSelected?: (() => void) | undefined;
}

/** The inbox by keyboard; shortcuts.ts lists the keys. */
export function useInboxKeys(options: InboxKeyOptions) {
  const { ids, openId, open, close, select, approveSelected } = options;
  /** The card that the keys act on: the one in the list that has the focus, or the open one. */
  const current = () => {
    const active = document.activeElement;
    return (active instanceof HTMLElement && active.dataset["card"]) || openId;
  };
  const move = (by: 1 | -1) => {
    const next = idAfterMove(ids, current(), by);
    if (!next) return;
    // If a card is open, the next one opens; otherwise only the focus moves in the list.
    if (openId) open(next);
    else focusCard(next);
  };
  // A person must see a card before they decide, so a card that is only in the list opens first.
  const act = (key: string) => () => {
    const id = current();
    if (!id || id === openId) sendKey("card", key);
    else open(id);
  };
  const selectAnd = (by: 1 | -1 | 0) => () => {
    const id = current();
    if (!id || !select) return;
    select(id);
    if (by !== 0) move(by);
  };
  usePageKeys({
    j: () => move(1),
    k: () => move(-1),
    a: approveSelected ?? act("a"),
    x: act("x"),
    e: act("e"),
    r: act("r"),
    i: act("i"),
    u: act("u"),
    ...(select && { " ": selectAnd(0), J: selectAnd(1), K: selectAnd(-1) }),
    ...(openId && { Escape: close }),
  });
}

/** Focuses a card's line, or the heading of the page if the list does not contain it. */
export function focusCard(id: string): void {
  const target = document.getElementById(rowId(id)) ?? document.querySelector<HTMLElement>("h1");
  target?.focus();
}

/** When a card leaves the list, the focus moves to the first remaining card, or to the page's heading. */
export function useFocusInList(ids: string[]): void {
  const focusedId = useRef("");
  useWindowEvent("focusin", ({ target }) => {
    focusedId.current = (target instanceof HTMLElement && target.dataset["card"]) || "";
  });
  useEffect(() => {
    const hasLeft = focusedId.current !== "" && !ids.includes(focusedId.current);
    if (hasLeft && document.activeElement === document.body) focusCard(ids[0] ?? "");
  }, [ids]);
}

/** The card to move to from this one, or the first one if there is none. */
export function idAfterMove(ids: string[], id: string, by: 1 | -1): string | undefined {
  const index = ids.indexOf(id);
  return index === -1 ? ids[0] : ids[Math.min(Math.max(index + by, 0), ids.length - 1)];
}

/** The card to open after a decision: the next one, or the previous one at the end of the list. */
export function neighborOf(ids: string[], id: string): string {
  const index = ids.indexOf(id);
  return (index === -1 ? ids[0] : (ids[index + 1] ?? ids[index - 1])) ?? "";
}
