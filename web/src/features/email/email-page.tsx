import { Button, SegmentedControl, Skeleton, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import type { InboundEmail } from "../../api/email-routes.ts";
import { formatCount } from "../../format/numbers.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { LeadsOnlyPage } from "../../ui/dead-end-pages.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { EmailList } from "./email-list.tsx";
import classes from "./email-page.module.css";
import { LearnedDomainsDialog } from "./learned-domains.tsx";
import { NoEmails } from "./no-emails.tsx";
import { OpenEmail } from "./open-email.tsx";
import { emailPages } from "./queries.ts";
import { type EmailSearch, scopes } from "./search-params.ts";
import { focusEmail, neighborOf, useEmailKeys } from "./use-email-keys.ts";
import { scopeLabels } from "./words.ts";

const route = getRouteApi("/email");

export default function EmailPage() {
  return leads(useViewer()) ? <Email /> : <LeadsOnlyPage />;
}

/** The largest number that the service counts. */
const MAX_COUNTED = 1000;

function Email() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isBeside =
    useMediaQuery("(min-width: 1101px)", true, { getInitialValueInEffect: false }) ?? true;
  const [isDomains, showDomains] = useState(false);
  const pages = useInfiniteQuery(emailPages(search.scope));
  const emails = useMemo(() => pages.data?.pages.flatMap((page) => page.emails), [pages.data]);
  const ids = useMemo(() => (emails ?? []).map(({ id }) => id), [emails]);
  const counts = pages.data?.pages[0]?.counts;

  const change = useCallback(
    (next: Partial<EmailSearch>) =>
      void navigate({
        search: (before) => ({ ...before, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const close = () => {
    focusEmail(search.open);
    change({ open: "" });
  };
  // An assigned email stays in the list of all emails, and leaves the others.
  const onDone = ({ id }: InboundEmail) => {
    const next = neighborOf(ids, id);
    change({ open: next });
    if (isBeside || !next) focusEmail(next);
  };
  // Without an email to choose, the page explains itself in its whole width.
  const hasColumn = isBeside && (search.open !== "" || emails?.length !== 0);
  useEmailKeys({ ids, openId: search.open, isBeside, open: (open) => change({ open }), close });
  const { fetchNextPage } = pages;
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  return (
    <Page
      title="Email"
      actions={
        <Button size="xs" variant="default" onClick={() => showDomains(true)}>
          Show remembered domains
        </Button>
      }
    >
      <div className={classes.page} data-beside={hasColumn}>
        <div>
          <SegmentedControl
            size="xs"
            mb="sm"
            aria-label="List"
            value={search.scope}
            onChange={(scope) => change({ scope: scope as EmailSearch["scope"], open: "" })}
            data={scopes.map((value) => ({
              value,
              label: (
                <>
                  {scopeLabels[value]}{" "}
                  <span className={classes.count}>{counts && countInWords(counts[value])}</span>
                </>
              ),
            }))}
            transitionDuration={120}
          />
          {!emails || !counts ? (
            pages.isError ? (
              <Problem error={pages.error} retry={() => void pages.refetch()} />
            ) : (
              <ListSkeleton />
            )
          ) : (
            <section aria-label="Emails" aria-busy={pages.isPlaceholderData}>
              {emails.length === 0 ? (
                <NoEmails counts={counts} search={search} />
              ) : (
                <EmailList emails={emails} search={search} />
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
        {(hasColumn || !isBeside) && (
          <OpenEmail
            id={search.open}
            email={emails?.find(({ id }) => id === search.open)}
            isBeside={isBeside}
            onClose={close}
            onDone={onDone}
          />
        )}
      </div>
      {isDomains && <LearnedDomainsDialog onClose={() => showDomains(false)} />}
    </Page>
  );
}

const countInWords = (count: number) =>
  count >= MAX_COUNTED ? `${formatCount(MAX_COUNTED)}+` : formatCount(count);

const skeletonRows = Array.from({ length: 6 }, (_, index) => `row ${index + 1}`);

function ListSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Loading emails</VisuallyHidden>
      {skeletonRows.map((row) => (
        <Skeleton key={row} height={80} mb={12} />
      ))}
    </div>
  );
}
