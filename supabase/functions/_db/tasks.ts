import type { QueryOf } from "../_domain/contract.ts";
import type { TaskAction, tasks } from "../_domain/work/tasks-contract.ts";
import type { Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

type JsonObject = { [key: string]: Json };

/** The panel of one task, or a page of the list. */
export async function readTasks(
  db: Db,
  { id, ...query }: QueryOf<typeof tasks.get>,
): Promise<JsonObject> {
  if (id !== undefined) {
    return {
      type: "task",
      ...((await callFunction(db, "get_task", { task_id: id })) as JsonObject),
    };
  }
  const page = await callFunction(db, "get_task_page", {
    project_id: query.project_id,
    assignee_id: query.assignee_id === "none" ? undefined : query.assignee_id,
    is_unassigned: query.assignee_id === "none",
    parent_id: query.parent_id,
    statuses: query.status,
    label: query.label,
    due_from: query.due_from,
    due_to: query.due_to,
    title_contains: query.q,
    is_archived: query.archived === "true",
    sort: query.sort,
    is_descending: query.direction === "desc",
    page_size: query.limit,
    cursor: query.cursor,
  });
  return { type: "tasks", ...(page as JsonObject) };
}

/** Performs one action as the caller. Throws the error of its SQL function. */
export async function changeTasks(db: Db, action: TaskAction): Promise<JsonObject> {
  const { type } = action;
  switch (type) {
    case "task_create": {
      const { type: _, project_id, ...task } = action;
      return { type, task: await callFunction(db, "create_task", { project_id, task }) };
    }
    case "task_update": {
      const { id: task_id, version, changes } = action;
      const result = await callFunction(db, "update_task", { task_id, version, changes });
      return { type, ...(result as JsonObject) };
    }
    case "tasks_update": {
      const { tasks, dry_run } = action;
      return {
        type,
        ...((await callFunction(db, "update_tasks", { tasks, dry_run })) as JsonObject),
      };
    }
    case "comment_add": {
      const { task_id, body, mentions } = action;
      return {
        type,
        comment: await callFunction(db, "add_task_comment", { task_id, body, mentions }),
      };
    }
    case "comment_edit": {
      const { id: comment_id, version, body, mentions } = action;
      const edit = { comment_id, version, body, mentions };
      return { type, comment: await callFunction(db, "edit_task_comment", edit) };
    }
    case "comment_remove": {
      const { id: comment_id, version } = action;
      return {
        type,
        comment: await callFunction(db, "remove_task_comment", { comment_id, version }),
      };
    }
    case "comment_restore": {
      const { id: comment_id, version } = action;
      return {
        type,
        comment: await callFunction(db, "restore_task_comment", { comment_id, version }),
      };
    }
  }
}
