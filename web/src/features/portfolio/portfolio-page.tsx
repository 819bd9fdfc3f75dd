import { Skeleton, Text, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { estimateNote } from "../../entities/project/planned-hours.tsx";
import { memberships, projectSummaries } from "../../entities/project/queries.ts";
import { useViewer } from "../../session/viewer.ts";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { PortfolioActions } from "../portfolio-actions/portfolio-actions.tsx";
import { NoMatch, NoProjects } from "./empty.tsx";
import { PortfolioBoard } from "./portfolio-board.tsx";
import { PortfolioCards } from "./portfolio-cards.tsx";
import { PortfolioFilters } from "./portfolio-filters.tsx";
import { PortfolioTable } from "./portfolio-table.tsx";
import { viewPortfolio } from "./portfolio-view.ts";
import { noFilters, type PortfolioSearch } from "./search-params.ts";

const route = getRouteApi("/");

export default function PortfolioPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const projects = useQuery(projectSummaries);
  const isNarrow = useMediaQuery("(max-width: 760px)", false, { getInitialValueInEffect: false });
  const viewer = useViewer();
  const own = useQuery({ ...memberships(viewer.id), enabled: search.mine === "1" }).data;
  const view = useMemo(
    () =>
      projects.data &&
      viewPortfolio(
        projects.data,
        search,
        (project) => project.lead_id === viewer.id || (own?.has(project.id) ?? false),
      ),
    [projects.data, search, viewer.id, own],
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
      <Page title="Portfolio" actions={<PortfolioActions />}>
        <NoProjects />
      </Page>
    );
  }
  const List = isNarrow
    ? PortfolioCards
    : search.view === "board"
      ? PortfolioBoard
      : PortfolioTable;
  return (
    <Page title="Portfolio" actions={<PortfolioActions />}>
      <PortfolioFilters
        projects={projects.data ?? []}
        search={search}
        onChange={change}
        isNarrow={isNarrow ?? false}
      />
      {view.totals.projects === 0 ? (
        <NoMatch onClear={() => change(noFilters)} />
      ) : (
        <List view={view} search={search} onChange={change} />
      )}
      {view.totals.estimatedHours > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          {estimateNote}
        </Text>
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
