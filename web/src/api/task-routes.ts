import type { z } from "zod";
import type {
  TaskActionInput,
  TaskChanges as TaskChangesSchema,
  TaskComment,
  TaskList,
  TaskPanel,
  TaskRow,
  tasks,
} from "../../../supabase/functions/_domain/work/tasks-contract.ts";
import { call, searchOf } from "./client.ts";

export type { TaskComment, TaskList, TaskPanel, TaskRow };
export type TaskChanges = z.input<typeof TaskChangesSchema>;
export type TaskQuery = Partial<Record<keyof z.input<typeof tasks.get.query>, string | number>>;
type TaskAnswer = z.output<typeof tasks.post.response>;
export type TaskChangeResult = Extract<TaskAnswer, { type: "tasks_update" }>["results"][number];

export const getTasks = (query: TaskQuery, signal?: AbortSignal) =>
  call<TaskList>("GET", `tasks${searchOf(query)}`, signal ? { signal } : {});

export const getTask = (id: string, signal?: AbortSignal) =>
  call<TaskPanel>("GET", `tasks${searchOf({ id })}`, signal ? { signal } : {});

/** Raises 409 version_conflict with the newer changes when the named version is no longer current. */
export const taskAction = <Type extends TaskActionInput["type"]>(
  body: Extract<TaskActionInput, { type: Type }>,
) => call<Extract<TaskAnswer, { type: Type }>>("POST", "tasks", { body });
