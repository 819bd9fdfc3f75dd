/** The page of tasks. */
import type { Page } from "playwright-core";
import { rows } from "../answers.ts";
import { openConsole } from "../console.ts";
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
