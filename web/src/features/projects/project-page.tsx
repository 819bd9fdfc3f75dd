import { Skeleton, Tabs } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { hasStatus } from "../../api/service-error.ts";
import { formatCount, formatHours } from "../../format/numbers.ts";
import { NotFoundPage } from "../../shell/dead-end-pages.tsx";
import { Page } from "../../shell/page.tsx";
import { Problem } from "../../shell/problem.tsx";
import { projectSummaries } from "../portfolio/queries.ts";
import { ProjectFacts } from "./project-facts.tsx";
import { ProjectOverview } from "./project-overview.tsx";
import classes from "./project-page.module.css";
import { projectSummary } from "./queries.ts";
import type { ProjectTab } from "./search.ts";

const TaskTable = lazy(() => import("./task-table.tsx"));
const HoursTable = lazy(() => import("./hours-table.tsx"));

const route = getRouteApi("/projects/$projectId");

export default function ProjectPage() {
  const { projectId } = route.useParams();
  // Another project is another page: its heading takes the focus, its lists start at the top.
  return <Project key={projectId} id={projectId} />;
}

function Project({ id }: { id: string }) {
  const { view } = route.useSearch();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const project = useQuery({
    ...projectSummary(id),
    // The portfolio has read it already: show that while a fresh copy is on its way.
    placeholderData: () =>
      queryClient.getQueryData(projectSummaries.queryKey)?.find((known) => known.id === id),
  });

  if (hasStatus(project.error, 404)) return <NotFoundPage what="project" />;
  if (project.isError && !project.data) {
    return (
      <Page title="Project">
        <Problem error={project.error} retry={() => void project.refetch()} />
      </Page>
    );
  }
  if (!project.data) return <ProjectSkeleton />;

  const { name, task_count, actual_hours } = project.data;
  return (
    <Page title={name}>
      <ProjectFacts project={project.data} />
      <Tabs
        value={view}
        onChange={(next) =>
          void navigate({ search: { view: next as ProjectTab }, resetScroll: false })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          <Tabs.Tab value="tasks">
            Tasks <span className={classes.count}>{formatCount(task_count)}</span>
          </Tabs.Tab>
          <Tabs.Tab value="hours">
            Hours <span className={classes.count}>{formatHours(actual_hours)} h</span>
          </Tabs.Tab>
        </Tabs.List>
        <Suspense fallback={<Skeleton height={320} />}>
          <Tabs.Panel value="overview">
            <ProjectOverview project={project.data} />
          </Tabs.Panel>
          <Tabs.Panel value="tasks">
            <TaskTable projectId={id} />
          </Tabs.Panel>
          <Tabs.Panel value="hours">
            <HoursTable projectId={id} />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
    </Page>
  );
}

function ProjectSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton height={28} width={280} mb="lg" />
      <Skeleton height={88} mb="lg" />
      <Skeleton height={240} />
    </div>
  );
}
