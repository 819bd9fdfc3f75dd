import type { QueryOf } from "../_domain/contract.ts";
import type { TimeAction, time } from "../_domain/work/time-contract.ts";
import type { Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

type JsonObject = { [key: string]: Json };

export async function readTime(
  db: Db,
  { person_id, week }: QueryOf<typeof time.get>,
): Promise<JsonObject> {
  const [timesheet, timer] = await Promise.all([
    callFunction(db, "get_timesheet", { person_id, week_on: week }),
    callFunction(db, "get_timer"),
  ]);
  return { timesheet, timer };
}

/** Performs one action as the caller. Throws the error of its SQL function. */
export async function changeTime(db: Db, action: TimeAction): Promise<JsonObject> {
  const { type } = action;
  switch (type) {
    case "entry_create": {
      const { project_id, task_id, spent_on, hours, note, person_id } = action;
      const entry = await callFunction(db, "log_time", {
        project_id,
        task_id: task_id ?? undefined,
        spent_on,
        hours,
        note: note ?? undefined,
        person_id,
      });
      return { type, entry };
    }
    case "entry_update": {
      const { id: entry_id, version, changes } = action;
      const result = await callFunction(db, "update_time_entry", { entry_id, version, changes });
      return { type, ...(result as JsonObject) };
    }
    case "entry_delete": {
      const { id: entry_id, version } = action;
      return { type, entry: await callFunction(db, "delete_time_entry", { entry_id, version }) };
    }
    case "entry_restore":
      return {
        type,
        entry: await callFunction(db, "restore_time_entry", { entry_id: action.id }),
      };
    case "week_lock":
      return { type, ...((await callFunction(db, "lock_week", weekOf(action))) as JsonObject) };
    case "week_unlock":
      return { type, ...((await callFunction(db, "unlock_week", weekOf(action))) as JsonObject) };
    case "timer_start": {
      const { project_id, task_id, note } = action;
      const timer = await callFunction(db, "start_timer", {
        project_id,
        task_id: task_id ?? undefined,
        note: note ?? undefined,
      });
      return { type, timer };
    }
    case "timer_stop": {
      const { note, ended_at } = action;
      return {
        type,
        entries: await callFunction(db, "stop_timer", { note: note ?? undefined, ended_at }),
      };
    }
    case "timer_discard":
      return { type, timer: await callFunction(db, "discard_timer") };
  }
}

function weekOf({ week_on, person_id }: { week_on: string; person_id: string | null }) {
  return { week_on, person_id: person_id ?? undefined };
}
