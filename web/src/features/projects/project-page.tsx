import { Skeleton, Tabs } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { hasStatus } from "../../api/service-error.ts";
import { projectSummaries, projectSummary } from "../../entities/project/queries.ts";
import { formatCount, formatHours } from "../../format/numbers.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { NotFoundPage } from "../../ui/dead-end-pages.tsx";
import { FailedAlert, lazyPart } from "../../ui/lazy-part.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ProjectActions } from "../portfolio-actions/project-actions.tsx";
import { ProjectDetails } from "./project-details.tsx";
import { ProjectContext, ProjectFacts } from "./project-facts.tsx";
import classes from "./project-page.module.css";
import { ProjectSide } from "./project-side.tsx";
import { ProjectTimeline } from "./project-timeline.tsx";
import type { ProjectTab } from "./search-params.ts";

const inPlace = { waiting: () => <Skeleton height={320} />, failed: FailedAlert };
const ProjectNote = lazyPart(() => import("./project-note.tsx"), inPlace);
const ProjectTasks = lazyPart(() => import("./project-tasks.tsx"), inPlace);
const ProjectHours = lazyPart(() => import("./project-hours.tsx"), inPlace);
const ProjectRates = lazyPart(() => import("../rates/project-rates.tsx"), inPlace);
const ProjectDocuments = lazyPart(() => import("./project-documents.tsx"), inPlace);

const route = getRouteApi("/projects/$projectId");

export default function ProjectPage() {
  const { projectId } = route.useParams();
  // Another project is another page, so its heading takes the focus and its lists start at the top.
  return <Project key={projectId} id={projectId} />;
}

function Project({ id }: { id: string }) {
  const { view } = route.useSearch();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const isLead = leads(useViewer());
  // The rest is beside the timeline; on a phone it has a separate tab.
  const isWide = useMediaQuery("(min-width: 1001px)", true, { getInitialValueInEffect: false });
  const project = useQuery({
    ...projectSummary(id),
    // If the portfolio has already loaded the project, show that row while a fresh one loads.
    placeholderData: () =>
      queryClient.getQueryData(projectSummaries.queryKey)?.find((summary) => summary.id === id),
  });

  if (hasStatus(project.error, 404)) return <NotFoundPage kind="project" />;
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
    <Page
      title={name}
      context={<ProjectContext project={project.data} />}
      actions={<ProjectActions project={project.data} />}
    >
      <ProjectFacts project={project.data} withSide={view === (isWide ? "timeline" : "details")} />
      <Tabs
        value={view}
        onChange={(next) =>
          void navigate({ search: { view: next as ProjectTab }, resetScroll: false })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="timeline">Timeline</Tabs.Tab>
          <Tabs.Tab value="note">Note</Tabs.Tab>
          <Tabs.Tab value="tasks">
            Tasks <span className={classes.count}>{formatCount(task_count)}</span>
          </Tabs.Tab>
          <Tabs.Tab value="hours">
            Hours <span className={classes.count}>{formatHours(actual_hours)} h</span>
          </Tabs.Tab>
          <Tabs.Tab value="documents">Documents</Tabs.Tab>
          <Tabs.Tab value="details">Details</Tabs.Tab>
          {isLead && <Tabs.Tab value="rates">Rates and dates</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="timeline">
          <div className={classes.columns}>
            <ProjectTimeline projectId={id} />
            {isWide && <ProjectSide project={project.data} isBesideTimeline />}
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="note">
          <ProjectNote projectId={id} />
        </Tabs.Panel>
        <Tabs.Panel value="tasks">
          <ProjectTasks projectId={id} />
        </Tabs.Panel>
        <Tabs.Panel value="hours">
          <ProjectHours project={project.data} />
        </Tabs.Panel>
        <Tabs.Panel value="documents">
          <ProjectDocuments projectId={id} />
        </Tabs.Panel>
        <Tabs.Panel value="details">
          {!isWide && <ProjectSide project={project.data} />}
          <ProjectDetails project={project.data} />
        </Tabs.Panel>
        {isLead && (
          <Tabs.Panel value="rates">
            <ProjectRates project={project.data} />
          </Tabs.Panel>
        )}
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
