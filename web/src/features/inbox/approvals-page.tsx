import { Anchor, NativeSelect, Stack, Text, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate, useParams } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { approvalStatuses } from "../../../../supabase/functions/_domain/approvals/words.ts";
import type { Approval } from "../../api/approval-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import type { OnDone } from "./card-actions.tsx";
import { CardFilters } from "./card-filters.tsx";
import { CardRow } from "./card-row.tsx";
import listClasses from "./inbox-list.module.css";
import { ListSkeleton } from "./inbox-page.tsx";
import classes from "./open-card.module.css";
import { OpenCard } from "./open-card.tsx";
import { approvalPages } from "./queries.ts";
import { type ApprovalsSearch, defaultApprovalsSearch } from "./search-params.ts";
import { useAfterDecision } from "./use-after-decision.ts";
import { useOpenCard } from "./use-inbox.ts";
import { focusCard, useInboxKeys } from "./use-inbox-keys.ts";
import { statusLabels } from "./words.ts";

const route = getRouteApi("/approvals");

/** Every card, with its decision, the decider and the time. */
export default function ApprovalsPage() {
  const search = route.useSearch();
  const { approvalId: openId = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const isBeside = useMediaQuery("(min-width: 1101px)", true, { getInitialValueInEffect: false });
  const pages = useInfiniteQuery(approvalPages(search));
  const cards = useMemo(() => {
    const approvals = pages.data?.pages.flatMap((page) => page.approvals) ?? [];
    return [...new Map(approvals.map((approval) => [approval.id, approval])).values()];
  }, [pages.data]);
  const openCard = useOpenCard(openId, []);
  const ids = useMemo(() => cards.map(({ id }) => id), [cards]);

  const open = useCallback(
    (id: string) =>
      void navigate({
        ...(id
          ? { to: "/approvals/$approvalId", params: { approvalId: id } }
          : { to: "/approvals" }),
        search,
        replace: true,
        resetScroll: false,
      }),
    [navigate, search],
  );
  const change = (next: Partial<ApprovalsSearch>) =>
    void navigate({
      to: "/approvals",
      search: { ...search, ...next },
      replace: true,
      resetScroll: false,
    });
  const close = () => {
    focusCard(openId);
    open("");
  };
  const afterDecision = useAfterDecision();
  const onDone: OnDone = (action, answer) => {
    afterDecision(action, answer);
    if (action === "propose_undo") return open(answer.id);
    document.getElementById("card-title")?.focus({ preventScroll: true });
  };
  useInboxKeys({ ids, openId, open, close });
  const { fetchNextPage } = pages;
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  return (
    <Page
      title="Approvals"
      actions={
        <Anchor size="sm" renderRoot={(props) => <Link to="/inbox" {...props} />}>
          Inbox
        </Anchor>
      }
    >
      <div className={classes.page} data-beside={(isBeside ?? true) && openId !== ""}>
        <div>
          <CardFilters search={search} onChange={change}>
            <NativeSelect
              size="xs"
              aria-label="Status"
              value={search.status}
              onChange={(event) =>
                change({ status: event.currentTarget.value as ApprovalsSearch["status"] })
              }
              data={[
                { value: "", label: "All statuses" },
                ...approvalStatuses.map((value) => ({ value, label: statusLabels[value] })),
              ]}
            />
          </CardFilters>
          {!pages.data ? (
            pages.isError ? (
              <Problem error={pages.error} retry={() => void pages.refetch()} />
            ) : (
              <ListSkeleton />
            )
          ) : (
            <section
              aria-label="Cards"
              aria-busy={pages.isPlaceholderData}
              className={cards.length > 0 ? listClasses.list : undefined}
            >
              {cards.length > 0 && <h2 className="visually-hidden">Cards</h2>}
              {cards.map((approval) => (
                <CardRow
                  key={approval.id}
                  approval={approval}
                  isOpen={approval.id === openId}
                  when={<Happened approval={approval} />}
                  link={(props) => (
                    <Link
                      {...props}
                      to="/approvals/$approvalId"
                      params={{ approvalId: approval.id }}
                      search={search}
                      replace={openId !== ""}
                      resetScroll={false}
                      preload={false}
                      aria-current={approval.id === openId ? "true" : undefined}
                    />
                  )}
                />
              ))}
              {cards.length === 0 && (
                <NothingYet
                  isNarrowed={search.status !== "" || search.kind !== "" || search.project !== ""}
                  onClear={() => change(defaultApprovalsSearch)}
                />
              )}
              {pages.hasNextPage && (
                <LoadMore
                  isLoading={pages.isFetching}
                  error={pages.isFetchNextPageError ? pages.error : null}
                  load={loadMore}
                />
              )}
            </section>
          )}
        </div>
        <OpenCard opened={openCard} isBeside={isBeside ?? true} onClose={close} onDone={onDone} />
      </div>
    </Page>
  );
}

/** The decider and the time; without a decision, the time of the proposal. */
function Happened({ approval }: { approval: Approval }) {
  const { decided_by, decided_at, status, created_at } = approval;
  if (!decided_by || !decided_at) {
    return (
      <>
        proposed <Instant at={created_at} />
      </>
    );
  }
  return (
    <>
      {status === "rejected" ? "rejected" : "approved"} by {decided_by.name},{" "}
      <Instant at={decided_at} />
    </>
  );
}

function NothingYet({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  return (
    <Stack gap="xs" py="xl" maw={560} align="flex-start" role="status">
      <Title order={2}>{isNarrowed ? "No card matches these filters" : "No proposals yet"}</Title>
      <Text size="lg">
        Every proposal stays here with its history: who decided it, when, and what they saw.
        Proposals come from people, from the assistant and from Countersign itself.
      </Text>
      {isNarrowed && (
        <Anchor component="button" type="button" onClick={onClear}>
          Clear the filters
        </Anchor>
      )}
    </Stack>
  );
}
