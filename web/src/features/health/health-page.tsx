import { Anchor, Group, Skeleton, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { resolveFinding } from "../../api/routes.ts";
import { formatInstantInFull } from "../../format/dates.ts";
import { Instant } from "../../format/instant.tsx";
import { leads, useViewer } from "../../session/viewer.ts";
import { LeadsOnlyPage } from "../../ui/dead-end-pages.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifySaved, notifyUndoable } from "../../ui/saved-notice.tsx";
import { ViewsMenu } from "../views/views-menu.tsx";
import { ExportFindings } from "./export-findings.tsx";
import { FindingFilters } from "./finding-filters.tsx";
import { FindingList } from "./finding-list.tsx";
import { neighborOf, rulesOf } from "./findings-view.ts";
import classes from "./health-page.module.css";
import { HealthSummary } from "./health-summary.tsx";
import { isEmpty, NothingFound, NothingToCheck } from "./nothing-found.tsx";
import { OpenFinding } from "./open-finding.tsx";
import type { OnResolved } from "./resolution.tsx";
import { RuleList } from "./rule-list.tsx";
import { defaultHealthSearch, findingKey, type HealthSearch } from "./search-params.ts";
import { useFindings, useOpenFinding } from "./use-findings.ts";
import { focusFinding, useHealthKeys } from "./use-health-keys.ts";

const route = getRouteApi("/health");

export default function HealthPage() {
  return leads(useViewer()) ? <Health /> : <LeadsOnlyPage />;
}

function Health() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isBeside =
    useMediaQuery("(min-width: 1101px)", true, { getInitialValueInEffect: false }) ?? true;
  const { pages, findings, readAll, groups, hasMore, health } = useFindings(search);
  const openFinding = useOpenFinding(search.open, findings);
  const keys = useMemo(() => groups.flatMap((group) => group.findings.map(findingKey)), [groups]);

  const change = useCallback(
    (next: Partial<HealthSearch>) =>
      void navigate({
        search: (before) => ({ ...before, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const close = () => {
    focusFinding(search.open);
    change({ open: "" });
  };
  // The list at the time of the decision, because the finding may no longer be in it.
  const onResolved: OnResolved = (finding, sent, version) => {
    notifyDecided(finding, sent, version);
    const next = neighborOf(keys, findingKey(finding));
    change({ open: next });
    if (!next) focusFinding("");
  };
  useHealthKeys({ keys, open: search.open, close: isBeside ? close : undefined });

  const rules = useMemo(
    () => rulesOf(health?.counts ?? [], { severity: search.severity, code: search.code }),
    [health, search.severity, search.code],
  );
  const { fetchNextPage } = pages;
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  if (!health) {
    return (
      <Page title="Health">
        {pages.isError ? (
          <Stack align="flex-start">
            <Problem error={pages.error} retry={() => void pages.refetch()} />
            {(search.code || search.project) && (
              <Anchor component="button" type="button" onClick={() => change(defaultHealthSearch)}>
                Show all findings
              </Anchor>
            )}
          </Stack>
        ) : (
          <HealthSkeleton />
        )}
      </Page>
    );
  }
  if (isEmpty(health) && search.open === "") {
    return (
      <Page title="Health">
        <NothingToCheck />
      </Page>
    );
  }
  return (
    <Page
      title="Health"
      actions={
        <Group gap="sm">
          <Text size="sm" c="dimmed" lh="1.75rem" title={formatInstantInFull(health.computed_at)}>
            Computed <Instant at={health.computed_at} />
          </Text>
          <ViewsMenu page="health" />
          <ExportFindings findings={groups.flatMap(({ findings }) => findings)} readAll={readAll} />
        </Group>
      }
    >
      <div className={classes.page} data-beside={isBeside}>
        <div>
          <HealthSummary health={health} />
          <FindingFilters rules={rules} search={search} onChange={change} />
          <div className={classes.columns}>
            <RuleList rules={rules} search={search} />
            <section aria-label="Findings" aria-busy={pages.isPlaceholderData}>
              {keys.length > 0 && <FindingList groups={groups} search={search} isPart={hasMore} />}
              {hasMore && (
                <LoadMore
                  isLoading={pages.isFetching}
                  error={pages.isFetchNextPageError ? pages.error : null}
                  load={loadMore}
                />
              )}
              {keys.length === 0 && !hasMore && (
                <NothingFound health={health} search={search} onChange={change} />
              )}
            </section>
          </div>
        </div>
        <OpenFinding
          openKey={search.open}
          opened={openFinding}
          isBeside={isBeside}
          onClose={close}
          onResolved={onResolved}
        />
      </div>
    </Page>
  );
}

/** Undo reopens a settled finding, based on the version that settling created. */
const notifyDecided: OnResolved = (finding, sent, version) => {
  if (sent.state === "reopened") return void notifySaved("Reopened.");
  notifyUndoable(`Settled: ${finding.title}, ${finding.subject.name}`, () =>
    resolveFinding({ ...sent, version, state: "reopened", reason: "Settled by mistake." }),
  );
};

const skeletonRows = Array.from({ length: 8 }, (_, index) => `row ${index + 1}`);

function HealthSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Loading findings</VisuallyHidden>
      <Skeleton height={148} mb="lg" />
      <Skeleton height={30} mb="md" />
      {skeletonRows.map((row) => (
        <Skeleton key={row} height={56} mb={12} />
      ))}
    </div>
  );
}
