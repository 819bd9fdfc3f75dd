import type { MyTask } from "../../api/my-work-routes.ts";

export interface TaskGroup {
  key: "late" | "today" | "week" | "later" | "undated";
  label: string;
  tasks: MyTask[];
}

const labels: Record<TaskGroup["key"], string> = {
  late: "Late",
  today: "Due today",
  week: "Next 7 days",
  later: "Later",
  undated: "No due date",
};

/** Tasks by due day, late ones first; groups without a task are left out. */
export function taskGroups(tasks: MyTask[], today: string): TaskGroup[] {
  const weekEnd = new Date(Date.parse(today) + 7 * 86_400_000).toISOString().slice(0, 10);
  const keyOf = ({ due_on, is_late }: MyTask): TaskGroup["key"] => {
    if (is_late) return "late";
    if (!due_on) return "undated";
    if (due_on <= today) return "today";
    return due_on <= weekEnd ? "week" : "later";
  };
  return (Object.keys(labels) as TaskGroup["key"][])
    .map((key) => ({ key, label: labels[key], tasks: tasks.filter((task) => keyOf(task) === key) }))
    .filter((group) => group.tasks.length > 0);
}
