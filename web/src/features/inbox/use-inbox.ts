import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Approval, Card } from "../../api/approval-routes.ts";
import { cardById, cardsIn, pendingPages } from "./queries.ts";
import type { InboxSearch } from "./search-params.ts";

export interface InboxGroup {
  key: "unsettled" | "running" | "pending" | "approved";
  label: string;
  cards: Approval[];
  /** Of the service, also where fewer were read. */
  total: number;
}

/** The cards that an address shows: what went wrong first, then what waits, the oldest first. */
export function useInbox(search: InboxSearch) {
  const pages = useInfiniteQuery(pendingPages(search));
  const unknown = useQuery(cardsIn("unknown", search));
  const failed = useQuery(cardsIn("failed", search));
  const executing = useQuery(cardsIn("executing", search));
  const approved = useQuery(cardsIn("approved", search));
  const others = [unknown, failed, executing, approved];

  const pending = useMemo(() => {
    const read = pages.data?.pages.flatMap((page) => page.cards) ?? [];
    // A card that moved between two pages while they were read is shown once.
    return [...new Map(read.map((card) => [card.approval.id, card])).values()];
  }, [pages.data]);

  const of = (query: typeof unknown) => query.data?.approvals ?? [];
  const isNarrowed = search.kind !== "" || search.project !== "";
  const waiting = pages.data?.pages[0]?.counts.pending ?? 0;
  const groups = (
    [
      { key: "unsettled", label: "Needs a look", cards: [...of(unknown), ...of(failed)] },
      {
        key: "pending",
        label: "Waiting for a decision",
        cards: pending.map((card) => card.approval),
        ...(!isNarrowed && { total: waiting }),
      },
      { key: "running", label: "Executing", cards: of(executing) },
      { key: "approved", label: "Approved, not executed", cards: of(approved) },
    ] satisfies (Omit<InboxGroup, "total"> & { total?: number })[]
  )
    .map((group) => ({ total: group.cards.length, ...group }))
    .filter(({ cards }) => cards.length > 0);

  return {
    groups,
    pending,
    pages,
    counts: pages.data?.pages[0]?.counts,
    isLoaded: pages.data !== undefined && others.every(({ data }) => data !== undefined),
    error: [pages, ...others].find((query) => query.isError && query.data === undefined)?.error,
    isStale: pages.isPlaceholderData,
    retry: () => {
      for (const query of [pages, ...others]) if (query.isError) void query.refetch();
    },
  };
}

/** The card that an address opens; from the list at once, then with its history. */
export function useOpenCard(id: string, listed: Card[]) {
  const known = listed.find(({ approval }) => approval.id === id);
  // A decision takes the card off the list, perhaps before its own first read has ended: the view, which waits for the
  // decision's answer, must stay.
  const [last, setLast] = useState(known);
  if (known && known !== last) setLast(known);
  const query = useQuery({
    ...cardById(id),
    enabled: id !== "",
    placeholderData: known ?? (last?.approval.id === id ? last : undefined),
  });
  return { id, card: query.data, query };
}
