import type { TaskRow } from "../../api/task-routes.ts";
import { DueDay } from "../../entities/project/activity.tsx";

/** The due day of a task; if the task is late, by how much. */
export function TaskDue({ task }: { task: Pick<TaskRow, "due_on" | "is_late"> }) {
  return <DueDay on={task.due_on} isRunning={task.is_late} />;
}
