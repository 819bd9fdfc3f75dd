import type { MyWorkAction } from "../_domain/work/my-work-contract.ts";
import type { Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

type JsonObject = { [key: string]: Json };

/** Performs one action as the caller. Throws the error of its SQL function. */
export async function markMyWork(db: Db, action: MyWorkAction): Promise<JsonObject> {
  const { type } = action;
  const result =
    type === "seen"
      ? await callFunction(db, "mark_my_work_seen", { until: action.until })
      : await callFunction(db, "mark_mentions_read", { comment_ids: action.comment_ids });
  return { type, ...(result as JsonObject) };
}
