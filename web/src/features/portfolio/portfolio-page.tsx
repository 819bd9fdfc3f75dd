import { Button, Checkbox, Skeleton, Text, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { estimateNote } from "../../entities/project/planned-hours.tsx";
import {
  memberships,
  type ProjectSummary,
  projectSummaries,
} from "../../entities/project/queries.ts";
import { countOf } from "../../format/numbers.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import card from "../../ui/card.module.css";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { ExportMenu } from "../../ui/data-table/export-menu.tsx";
import { RowCards } from "../../ui/data-table/row-cards.tsx";
import { SelectionBar } from "../../ui/data-table/selection-bar.tsx";
import { useDataTable } from "../../ui/data-table/use-data-table.ts";
import { useSelection } from "../../ui/data-table/use-selection.ts";
import { FailedAlert, lazyPart } from "../../ui/lazy-part.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { PortfolioActions } from "../portfolio-actions/portfolio-actions.tsx";
import { ViewsMenu } from "../views/views-menu.tsx";
import { NoMatch, NoProjects } from "./empty.tsx";
import { GroupHead, TotalsLine } from "./group-head.tsx";
import { columnsFor } from "./portfolio-columns.tsx";
import { PortfolioFilters } from "./portfolio-filters.tsx";
import classes from "./portfolio-page.module.css";
import { byName, filterPortfolio, groupingOf, totalsOf } from "./portfolio-view.ts";
import { ProjectCard } from "./project-card.tsx";
import { noFilters, type PortfolioSearch, type SortKey, toggleClosed } from "./search-params.ts";

const PortfolioBoard = lazyPart(() => import("./portfolio-board.tsx"), { failed: FailedAlert });

const BulkProjectsDialog = lazyPart(() => import("../portfolio-actions/bulk-projects-dialog.tsx"));

const route = getRouteApi("/portfolio");
const projectId = ({ id }: ProjectSummary) => id;

export default function PortfolioPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const projects = useQuery(projectSummaries);
  const viewer = useViewer();
  const ownProjectIds = useQuery({ ...memberships(viewer.id), enabled: search.mine === "1" }).data;
  const change = useCallback(
    (next: Partial<PortfolioSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace: true }),
    [navigate],
  );

  const matches = useMemo(
    () =>
      filterPortfolio(
        projects.data ?? [],
        search,
        (project) => project.lead_id === viewer.id || (ownProjectIds?.has(project.id) ?? false),
      ),
    [projects.data, search, viewer.id, ownProjectIds],
  );
  const mayEdit = leads(viewer);
  const columns = useMemo(() => columnsFor(search.group, mayEdit), [search.group, mayEdit]);
  const grouping = useMemo(
    () =>
      groupingOf(search.group, search.closed, (group) => (
        <GroupHead
          group={group}
          grouping={search.group}
          onToggle={(key) => change({ closed: toggleClosed(search.closed, key) })}
        />
      )),
    [search.group, search.closed, change],
  );
  const table = useDataTable({
    label: "Projects with status, hours and open tasks",
    fileName: "portfolio",
    columns,
    rows: matches,
    rowId: projectId,
    tie: byName,
    grouping,
    narrow: 760,
    sort: {
      key: search.sort,
      direction: search.dir,
      onSort: (key, dir) => change({ sort: key as SortKey, dir }),
    },
  });
  const { group: _, closed: __, sort: ___, dir: ____, view, ...filters } = search;
  const selection = useSelection(table, JSON.stringify(filters), ({ name }) => name);
  const [edited, setEdited] = useState<ProjectSummary[] | null>(null);
  const totals = useMemo(() => totalsOf(matches), [matches]);

  if (projects.isError && !projects.data) {
    return (
      <Page title="Portfolio">
        <Problem error={projects.error} retry={() => void projects.refetch()} />
      </Page>
    );
  }
  if (!projects.data) {
    return (
      <Page title="Portfolio">
        <PortfolioSkeleton />
      </Page>
    );
  }
  if (projects.data.length === 0) {
    return (
      <Page title="Portfolio" actions={<PortfolioActions />}>
        <NoProjects />
      </Page>
    );
  }
  return (
    <Page title="Portfolio" actions={<PortfolioActions />}>
      <PortfolioFilters
        projects={projects.data}
        search={search}
        onChange={change}
        isNarrow={table.isNarrow}
        actions={
          <>
            <ViewsMenu page="portfolio" />
            <ExportMenu table={table} />
          </>
        }
      />
      {matches.length === 0 ? (
        <NoMatch onClear={() => change(noFilters)} />
      ) : !table.isNarrow && view === "table" ? (
        <DataTable
          table={table}
          selection={mayEdit ? selection : undefined}
          opensRows
          foot={`Total: ${countOf(totals.projects, "project")}`}
        />
      ) : (
        <>
          <p className={classes.total}>
            {countOf(totals.projects, "project")}, <TotalsLine totals={totals} />
          </p>
          {table.isNarrow ? (
            <RowCards
              table={table}
              cardHeight={172}
              card={(project, index) => (
                <ProjectCard
                  project={project}
                  group={search.group}
                  mayEdit={mayEdit}
                  checkbox={
                    mayEdit && (
                      <Checkbox
                        size="xs"
                        className={card.check}
                        aria-label={`Select: ${project.name}`}
                        checked={selection.has(project.id)}
                        onChange={() => selection.select(index, false)}
                      />
                    )
                  }
                />
              )}
              head={(group) => (
                <>
                  <h2>{grouping?.head(group)}</h2>
                  <TotalsLine totals={totalsOf(group.rows)} />
                </>
              )}
            />
          ) : (
            <PortfolioBoard table={table} group={search.group} mayEdit={mayEdit} />
          )}
        </>
      )}
      {mayEdit && (
        <SelectionBar selection={selection} one="project">
          <Button size="xs" onClick={() => setEdited(selection.rows)}>
            Edit projects
          </Button>
        </SelectionBar>
      )}
      {edited && (
        <BulkProjectsDialog
          projects={edited}
          onClose={() => setEdited(null)}
          onDone={() => {
            setEdited(null);
            selection.clear();
          }}
        />
      )}
      {totals.estimatedHours > 0 && (
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
