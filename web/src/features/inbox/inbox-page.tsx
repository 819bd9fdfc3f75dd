import { Anchor, Button, Group, Skeleton, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { getRouteApi, Link, useNavigate, useParams } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { countOf } from "../../format/numbers.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { LoadMore } from "../../ui/load-more.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { openAction } from "../portfolio-actions/open-action.ts";
import { ViewsMenu } from "../views/views-menu.tsx";
import { BatchDialog } from "./batch-dialog.tsx";
import type { OnDone } from "./card-actions.tsx";
import { InboxFilters } from "./inbox-filters.tsx";
import listClasses from "./inbox-list.module.css";
import { InboxList } from "./inbox-list.tsx";
import { NothingWaits } from "./nothing-waits.tsx";
import classes from "./open-card.module.css";
import { OpenCard } from "./open-card.tsx";
import { type InboxSearch, isNarrowed, noInboxFilters } from "./search-params.ts";
import { useAfterDecision } from "./use-after-decision.ts";
import { useInbox, useOpenCard } from "./use-inbox.ts";
import { focusCard, neighborOf, useFocusInList, useInboxKeys } from "./use-inbox-keys.ts";
import { useSelection } from "./use-selection.ts";

const route = getRouteApi("/inbox");

export default function InboxPage() {
  const search = route.useSearch();
  const { approvalId: openId = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const decides = leads(useViewer());
  const isBeside = useMediaQuery("(min-width: 1101px)", true, { getInitialValueInEffect: false });
  const inbox = useInbox(search);
  const { groups, pending, decidable, pages } = inbox;
  const openCard = useOpenCard(openId, pending);
  const [isApprovedShown, showApproved] = useState(false);
  const [isBatch, setBatch] = useState(false);

  const ids = useMemo(
    () =>
      groups
        .filter(({ key }) => key !== "approved" || isApprovedShown)
        .flatMap(({ cards }) => cards.map(({ id }) => id)),
    [groups, isApprovedShown],
  );
  const approvals = useMemo(() => decidable.map(({ approval }) => approval), [decidable]);
  const selection = useSelection(approvals);
  const selected = selection.cards;

  const open = useCallback(
    (id: string) =>
      void navigate({
        ...(id ? { to: "/inbox/$approvalId", params: { approvalId: id } } : { to: "/inbox" }),
        search,
        replace: true,
        resetScroll: false,
      }),
    [navigate, search],
  );
  const change = (next: Partial<InboxSearch>) =>
    void navigate({
      to: "/inbox",
      search: { ...search, ...next },
      replace: true,
      resetScroll: false,
    });
  const close = () => {
    focusCard(openId);
    open("");
  };

  const afterDecision = useAfterDecision();
  // The list at the time of the decision, because the card may no longer be in it.
  const onDone: OnDone = (action, answer, before) => {
    afterDecision(action, answer);
    if (action === "propose_undo") return open(answer.id);
    const next =
      before.approval.status === "pending" && action !== "edit" && waitingAfter(answer.id);
    // The focus was in a dialog that has closed. The next card takes it when it opens.
    document.getElementById("card-title")?.focus({ preventScroll: true });
    if (next) open(next);
  };
  const waitingAfter = (id: string) => {
    const ids = approvals.map((approval) => approval.id);
    return ids.length > 1 || ids[0] !== id ? neighborOf(ids, id) : "";
  };

  const select = decides
    ? (id: string) => approvals.some((approval) => approval.id === id) && selection.toggle(id)
    : undefined;
  useInboxKeys({
    ids,
    openId,
    open,
    close,
    select,
    approveSelected: selected.length > 0 ? () => setBatch(true) : undefined,
  });
  useFocusInList(ids);
  const endBatch = (isDone: boolean) => {
    flushSync(() => {
      setBatch(false);
      if (isDone) selection.clear();
    });
    focusCard(openId || ids[0] || "");
  };
  const { fetchNextPage } = pages;
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  return (
    <Page
      title="Inbox"
      actions={
        <Group gap="sm" wrap="nowrap">
          <Anchor size="sm" renderRoot={(props) => <Link to="/approvals" {...props} />}>
            All approvals
          </Anchor>
          <ViewsMenu page="inbox" />
          <Button size="xs" onClick={() => openAction({ kind: "propose" })}>
            Propose a card
          </Button>
        </Group>
      }
    >
      <div className={classes.page} data-beside={(isBeside ?? true) && openId !== ""}>
        <div>
          <InboxFilters search={search} onChange={change} />
          {inbox.error ? (
            <Problem error={inbox.error} retry={inbox.retry} />
          ) : !inbox.isLoaded ? (
            <ListSkeleton />
          ) : (
            <div aria-busy={inbox.isStale}>
              <InboxList
                groups={groups}
                openId={openId}
                search={search}
                selection={decides ? selection : undefined}
                isApprovedShown={isApprovedShown}
                onShowApproved={showApproved}
              />
              {pages.hasNextPage && (
                <LoadMore
                  isLoading={pages.isFetching}
                  error={pages.isFetchNextPageError ? pages.error : null}
                  load={loadMore}
                />
              )}
              {groups.every(({ key }) => key === "running" || key === "approved") && (
                <NothingWaits
                  isNarrowed={isNarrowed(search)}
                  onClear={() => change(noInboxFilters)}
                />
              )}
              {selected.length > 0 && (
                <section className={listClasses.batch} aria-label="Selected cards">
                  <span>{countOf(selected.length, "card")} selected</span>
                  <Button size="xs" variant="default" onClick={selection.clear}>
                    Clear selection
                  </Button>
                  <Button size="xs" onClick={() => setBatch(true)}>
                    Approve {countOf(selected.length, "card")}
                  </Button>
                </section>
              )}
            </div>
          )}
        </div>
        <OpenCard opened={openCard} isBeside={isBeside ?? true} onClose={close} onDone={onDone} />
      </div>
      {isBatch && (
        <BatchDialog
          cards={selected}
          onClose={() => endBatch(false)}
          onDone={() => endBatch(true)}
        />
      )}
    </Page>
  );
}

const skeletonRows = Array.from({ length: 6 }, (_, index) => `row ${index + 1}`);

export function ListSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Loading cards</VisuallyHidden>
      {skeletonRows.map((row) => (
        <Skeleton key={row} height={48} mb={12} />
      ))}
    </div>
  );
}
