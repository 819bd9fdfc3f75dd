/** The page of tasks. */
import type { Page } from "playwright-core";
import { rows } from "../answers.ts";
import { openConsole } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { taskRow, type taskService } from "../fixtures/tasks.ts";

export const early = taskRow(2, "Data import", {
  due_on: "2099-03-02",
  estimate_hours: 4,
  actual_hours: 6,
});
const noMembers = rows("project_members", []);
export const row = (page: Page, { title }: { title: string }) =>
  page.getByRole("table", { name: "Tasks" }).getByRole("row", { name: title });
export const open = (
  service: ReturnType<typeof taskService>,
  address = "/tasks",
  width: 1440 | 390 = 1440,
) => openConsole(address, { width, answers: [...service.answers, noMembers] });
export const nameOf = ({ id, name }: { id: string; name: string }) => ({ id, name });

export const late = taskRow(1, "Payment provider", {
  due_on: "2020-03-02",
  is_late: true,
  assignee: nameOf(people.member),
  labels: ["api"],
  priority: 1,
});
