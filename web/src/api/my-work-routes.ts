import type { z } from "zod";
import type {
  MyWorkActionInput,
  MyWork as MyWorkSchema,
} from "../../../supabase/functions/_domain/work/my-work-contract.ts";
import type {
  TaskActionInput,
  tasks,
} from "../../../supabase/functions/_domain/work/tasks-contract.ts";
import { call } from "./client.ts";

export type MyWork = z.infer<typeof MyWorkSchema>;
export type MyTask = MyWork["tasks"]["items"][number];
type TaskUpdate = Extract<TaskActionInput, { type: "task_update" }>;
type TaskAnswer = Extract<z.infer<typeof tasks.post.response>, { type: "task_update" }>;

export const getMyWork = (signal?: AbortSignal) => call<MyWork>("GET", "my-work", { signal });

/** Marks news as seen, or mentions as read. */
export const markMyWork = (body: MyWorkActionInput) => call<unknown>("POST", "my-work", { body });

/** Raises 409 version_conflict when the task was changed since. */
export const updateTask = (body: Omit<TaskUpdate, "type">) =>
  call<TaskAnswer>("POST", "tasks", {
    body: { type: "task_update", ...body } satisfies TaskUpdate,
  });
