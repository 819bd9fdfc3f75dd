import { getRouteApi } from "@tanstack/react-router";
import { filtersOf, noTaskFilters, type TaskFilters } from "../tasks/search-params.ts";
import { TaskList } from "../tasks/task-list.tsx";

const route = getRouteApi("/projects/$projectId");

/** The tasks of one project. */
export default function ProjectTasks({ projectId }: { projectId: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<TaskFilters>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  return (
    <TaskList
      filters={filtersOf(search)}
      onChange={change}
      projectId={projectId}
      defaults={noTaskFilters}
      empty="This project has no tasks yet. Press c to create the first one."
    />
  );
}
