/** The panel of a task. */
import type { Page } from "playwright-core";
import { rows } from "../answers.ts";
import { openConsole } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { taskRow, type taskService } from "../fixtures/tasks.ts";

// Only the tests of the panel use this task: its changes run one after the other, and an unfinished one would block them all.
export const task = taskRow(41, "Payment provider", {
  due_on: "2020-03-02",
  is_late: true,
  estimate_hours: 8,
  actual_hours: 4.5,
  labels: ["api"],
});

export const members = rows("project_members", [
  { project_id: task.project.id, person_id: people.member.id },
]);

export const panel = (page: Page) => page.getByRole("dialog", { name: task.title });

export const open = async (
  service: ReturnType<typeof taskService>,
  address = `/tasks?task=${task.id}`,
) => openConsole(address, { answers: [...service.answers, members] });
