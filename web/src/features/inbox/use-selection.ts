import { useCallback, useMemo, useState } from "react";
import type { Approval } from "../../api/approval-routes.ts";

export interface Selection {
  ids: ReadonlySet<string>;
  /** The versions at the time of the selection: a card that was edited since is refused, not approved unread. */
  cards: Approval[];
  toggle: (id: string) => void;
  clear: () => void;
}

/** Chosen versions, by card. */
export type Chosen = ReadonlyMap<string, number>;

/** Cards selected to be approved together; a decided one is deselected. */
export function useSelection(pending: Approval[]): Selection {
  const [selection, setSelection] = useState<Chosen>(new Map());
  const cards = useMemo(() => cardsChosen(pending, selection), [pending, selection]);
  const ids = useMemo(() => new Set(cards.map(({ id }) => id)), [cards]);
  const toggle = useCallback(
    (id: string) => setSelection((before) => toggleCard(pending, before, id)),
    [pending],
  );
  const clear = useCallback(() => setSelection(new Map()), []);
  return { ids, cards, toggle, clear };
}

export function cardsChosen(pending: Approval[], selection: Chosen): Approval[] {
  return pending.flatMap((card) => {
    const version = selection.get(card.id);
    return version === undefined ? [] : [{ ...card, version }];
  });
}

export function toggleCard(pending: Approval[], before: Chosen, id: string): Chosen {
  const next = new Map(before);
  const card = pending.find((candidate) => candidate.id === id);
  if (!next.delete(id) && card) next.set(id, card.version);
  return next;
}
