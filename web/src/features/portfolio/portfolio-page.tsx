import { Skeleton, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { Page } from "../../shell/page.tsx";
import { Problem } from "../../shell/problem.tsx";
import { NoMatch, NoProjects } from "./empty.tsx";
import { PortfolioCards } from "./portfolio-cards.tsx";
import { PortfolioFilters } from "./portfolio-filters.tsx";
import { PortfolioTable } from "./portfolio-table.tsx";
import { viewPortfolio } from "./portfolio-view.ts";
import { projectSummaries } from "./queries.ts";
import { defaultPortfolioSearch, type PortfolioSearch } from "./search.ts";

const route = getRouteApi("/");

export default function PortfolioPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const projects = useQuery(projectSummaries);
  const isNarrow = useMediaQuery("(max-width: 760px)", false, { getInitialValueInEffect: false });
  const view = useMemo(
    () => (projects.data ? viewPortfolio(projects.data, search) : undefined),
    [projects.data, search],
  );
  const change = useCallback(
    (next: Partial<PortfolioSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace: true }),
    [navigate],
  );

  if (projects.isError && !view) {
    return (
      <Page title="Portfolio">
        <Problem error={projects.error} retry={() => void projects.refetch()} />
      </Page>
    );
  }
  if (!view) {
    return (
      <Page title="Portfolio">
        <PortfolioSkeleton />
      </Page>
    );
  }
  if (projects.data?.length === 0) {
    return (
      <Page title="Portfolio">
        <NoProjects />
      </Page>
    );
  }
  const List = isNarrow ? PortfolioCards : PortfolioTable;
  return (
    <Page title="Portfolio">
      <PortfolioFilters search={search} onChange={change} withSort={isNarrow ?? false} />
      {view.totals.projects === 0 ? (
        <NoMatch onClear={() => change({ q: "", status: defaultPortfolioSearch.status })} />
      ) : (
        <List view={view} search={search} onChange={change} />
      )}
    </Page>
  );
}

const skeletonRows = Array.from({ length: 12 }, (_, index) => `row ${index + 1}`);

function PortfolioSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Loading the portfolio</VisuallyHidden>
      <Skeleton height={30} maw={560} mb="md" />
      {skeletonRows.map((row) => (
        <Skeleton key={row} height={32} mb={12} />
      ))}
    </div>
  );
}
