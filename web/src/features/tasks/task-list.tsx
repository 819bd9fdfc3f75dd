import { Button, Group, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import type { TaskRow } from "../../api/task-routes.ts";
import { countOf } from "../../format/numbers.ts";
import { useViewer } from "../../session/viewer.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { ExportMenu } from "../../ui/data-table/export-menu.tsx";
import { SelectionBar } from "../../ui/data-table/selection-bar.tsx";
import { useDataTable } from "../../ui/data-table/use-data-table.ts";
import { useSelection } from "../../ui/data-table/use-selection.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { ViewsMenu } from "../views/views-menu.tsx";
import { queryFor, type TaskFilters, type TaskSort } from "./search-params.ts";
import { taskColumns } from "./task-columns.tsx";
import { TaskFilterBar } from "./task-filters.tsx";
import classes from "./task-list.module.css";
import { openTaskDialog } from "./task-requests.ts";
import { useTaskRows } from "./use-task-rows.ts";

const BulkDialog = lazyPart(() => import("./bulk-dialog.tsx"));

interface Props {
  filters: TaskFilters;
  onChange: (next: Partial<TaskFilters>) => void;
  projectId: string;
  /** Present unless the list is of a single project. */
  onProject?: ((id: string) => void) | undefined;
  /** The text that names the first step if there are no tasks at all. */
  empty: string;
  /** The filters if the URL has none. */
  defaults: TaskFilters;
}

/** Tasks with their filters, edited in place or several at once. */
export function TaskList({ filters, onChange, projectId, onProject, empty, defaults }: Props) {
  const viewer = useViewer();
  const { sort, dir, ...narrowing } = filters;
  const { sort: _, dir: __, ...widest } = defaults;
  const rows = useTaskRows(queryFor(filters, projectId, viewer.id));
  const isOfProject = onProject === undefined;
  const columns = useMemo(() => taskColumns(isOfProject), [isOfProject]);
  const isNarrowed =
    (onProject && projectId !== "") || JSON.stringify(narrowing) !== JSON.stringify(widest);
  const table = useDataTable<TaskRow>({
    label: "Tasks",
    fileName: "tasks",
    columns,
    rows,
    rowId: ({ id }) => id,
    sort: {
      key: sort,
      direction: dir,
      onSort: (key, direction) => onChange({ sort: key as TaskSort, dir: direction }),
    },
    empty: isNarrowed ? "No task matches this search." : empty,
  });
  const scope = JSON.stringify({ ...narrowing, projectId });
  const selection = useSelection(table, scope, ({ title }) => title);
  const [edited, setEdited] = useState<TaskRow[] | null>(null);

  return (
    <>
      <TaskFilterBar
        value={filters}
        onChange={onChange}
        project={onProject && { value: projectId, onChange: onProject }}
      />
      <div className={classes.head}>
        <Text size="sm" c="dimmed" role="status">
          {rows.total !== undefined && countOf(rows.total, "task")}
        </Text>
        <Group gap="xs">
          {!isOfProject && <ViewsMenu page="tasks" />}
          <ExportMenu table={table} />
          {isOfProject && (
            <Button size="xs" onClick={() => openTaskDialog({ kind: "create", projectId })}>
              New task
            </Button>
          )}
        </Group>
      </div>
      <DataTable table={table} selection={selection} opensRows />
      <SelectionBar selection={selection} one="task">
        <Button size="xs" onClick={() => setEdited(selection.rows)}>
          Edit tasks
        </Button>
      </SelectionBar>
      {edited && (
        <BulkDialog
          tasks={edited}
          onClose={() => setEdited(null)}
          onDone={() => {
            setEdited(null);
            selection.clear();
          }}
        />
      )}
    </>
  );
}
