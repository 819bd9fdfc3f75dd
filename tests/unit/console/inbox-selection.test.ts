import { expect, it } from "vitest";
import type { Approval } from "../../../web/src/api/approval-routes.ts";
import { cardsChosen, toggleCard } from "../../../web/src/features/inbox/use-selection.ts";

const card = (id: string, version: number) => ({ id, version, title: id }) as Approval;

it("a card is approved together with others in the version that was selected", () => {
  const before = [card("a", 1), card("b", 3)];
  const selection = toggleCard(before, toggleCard(before, new Map(), "a"), "b");
  // Another person edits one in the meantime, and the list learns of it.
  expect(cardsChosen([card("a", 2), card("b", 3), card("c", 1)], selection)).toEqual([
    card("a", 1),
    card("b", 3),
  ]);
});

it("a decided card is deselected, and selecting twice deselects", () => {
  const before = [card("a", 1), card("b", 1)];
  const selection = toggleCard(before, toggleCard(before, new Map(), "a"), "b");
  expect(cardsChosen([card("b", 1)], selection)).toEqual([card("b", 1)]);
  expect(cardsChosen(before, toggleCard(before, selection, "b"))).toEqual([card("a", 1)]);
  expect(toggleCard(before, new Map(), "gone").size).toBe(0);
});
