import { Button } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { Page } from "../../ui/page.tsx";
import { defaultTasksSearch, filtersOf, type TasksSearch } from "./search-params.ts";
import { TaskList } from "./task-list.tsx";
import { openTaskDialog } from "./task-requests.ts";

const route = getRouteApi("/tasks");

export default function TasksPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<TasksSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  const { project } = search;
  return (
    <Page
      title="Tasks"
      actions={
        <Button
          size="xs"
          onClick={() => openTaskDialog({ kind: "create", projectId: project || undefined })}
        >
          New task
        </Button>
      }
    >
      <TaskList
        filters={filtersOf(search)}
        onChange={change}
        projectId={project}
        onProject={(id) => change({ project: id })}
        defaults={filtersOf(defaultTasksSearch)}
        empty="No open tasks. Tasks are the work of your projects, with an assignee and a due date. Create one with New task."
      />
    </Page>
  );
}
