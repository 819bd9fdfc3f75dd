import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Approval, ApprovalStatus, Card } from "../../api/approval-routes.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { COUNTED, inboxCounts } from "./count.ts";
import { cardById, cardsIn, PAGE, pendingPages } from "./queries.ts";
import { type InboxSearch, isNarrowed } from "./search-params.ts";

export interface InboxGroup {
  key: "unsettled" | "decidable" | "others" | "running" | "approved";
  label: string;
  cards: Approval[];
  /** The service's count, even if fewer were loaded. */
  total: number;
  /** Whether the service stopped counting there. */
  isCapped: boolean;
}

/**
 * The cards that the search parameters select: failed and unknown ones first, then the waiting ones in the chosen
 * order.
 */
export function useInbox(search: InboxSearch) {
  const viewer = useViewer();
  const decides = leads(viewer);
  const pages = useInfiniteQuery(pendingPages(search));
  // The counts come with the list. The badge in the rail reads the same cache entry, so the two never differ.
  const counts = useQuery({ ...inboxCounts, enabled: false }).data;
  const unfinished = useQuery(cardsIn(["unknown", "failed", "executing"], search));
  const approvedCards = useQuery(cardsIn(["approved"], search));
  const states = [unfinished, approvedCards];

  const pending = useMemo(() => {
    const cards = pages.data?.pages.flatMap((page) => page.cards) ?? [];
    // A card that moved between two pages while they were read is shown once.
    return [...new Map(cards.map((card) => [card.approval.id, card])).values()];
  }, [pages.data]);

  const decidable = useMemo(() => pending.filter(({ refusal }) => refusal === null), [pending]);
  const others = useMemo(() => pending.filter(({ refusal }) => refusal !== null), [pending]);

  // These cards are few: the service filters them by kind and project, the page by the other filters.
  const of = (status: ApprovalStatus, { data }: typeof approvedCards) =>
    (data?.approvals ?? []).filter(
      (approval) => approval.status === status && fits(approval, search, viewer.id),
    );
  const isWhole = !isNarrowed(search) && counts !== undefined;
  // Cards that others decide must not hide those that wait for the viewer.
  const isMissing = isWhole && decidable.length < Math.min(counts.decidable, PAGE);
  const { hasNextPage, isFetching, fetchNextPage } = pages;
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, fetchNextPage]);
  const groups = (
    [
      {
        key: "unsettled",
        label: "Needs attention",
        cards: [...of("unknown", unfinished), ...of("failed", unfinished)],
      },
      {
        key: "decidable",
        label: "Waiting for your decision",
        cards: decidable.map((card) => card.approval),
        ...(isWhole && { total: counts.decidable, isCapped: counts.pending >= COUNTED }),
      },
      {
        key: "others",
        label: decides ? "Waiting for another person" : "Waiting for a decision",
        cards: others.map((card) => card.approval),
        ...(isWhole && {
          total: counts.pending - counts.decidable,
          isCapped: counts.pending >= COUNTED,
        }),
      },
      { key: "running", label: "Executing", cards: of("executing", unfinished) },
      { key: "approved", label: "Approved, not executed", cards: of("approved", approvedCards) },
    ] satisfies (Omit<InboxGroup, "total" | "isCapped"> & Partial<InboxGroup>)[]
  )
    .map((group) => ({ total: group.cards.length, isCapped: false, ...group }))
    .filter(({ cards }) => cards.length > 0);

  return {
    groups,
    pending,
    decidable,
    pages,
    isLoaded: pages.data !== undefined && states.every(({ data }) => data !== undefined),
    error: [pages, ...states].find((query) => query.isError && query.data === undefined)?.error,
    isStale: pages.isPlaceholderData,
    retry: () => {
      for (const query of [pages, ...states]) if (query.isError) void query.refetch();
    },
  };
}

function fits(
  { title, project, assigned_to }: Approval,
  { q, mine }: InboxSearch,
  viewerId: string,
) {
  const isFound = [title, project?.name ?? ""].some((text) =>
    text.toLocaleLowerCase().includes(q.trim().toLocaleLowerCase()),
  );
  const isTheirs = [assigned_to?.id, assigned_to?.delegate?.id].includes(viewerId);
  return isFound && (!mine || isTheirs);
}

/** The card that a URL opens; from the list at once, then with its history. */
export function useOpenCard(id: string, cards: Card[]) {
  const listCard = cards.find(({ approval }) => approval.id === id);
  // A decision removes the card from the list, perhaps before its own first read has ended. The view waits for the
  // decision's answer, so it must stay.
  const [last, setLast] = useState(listCard);
  if (listCard && listCard !== last) setLast(listCard);
  const query = useQuery({
    ...cardById(id),
    enabled: id !== "",
    placeholderData: listCard ?? (last?.approval.id === id ? last : undefined),
  });
  return { id, card: query.data, query };
}
