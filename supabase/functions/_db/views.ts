import type { SavedView, ViewAction } from "../_domain/work/views-contract.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

export async function readViews(db: Db, page: SavedView["page"] | undefined): Promise<SavedView[]> {
  return (await callFunction(db, "list_saved_views", { page })) as unknown as SavedView[];
}

/** Performs one action as the caller. Throws the error of its SQL function. */
export async function changeView(db: Db, action: ViewAction): Promise<SavedView> {
  if (action.type === "view_create") {
    const { type: _, ...view } = action;
    return (await callFunction(db, "create_saved_view", view)) as unknown as SavedView;
  }
  const { id: view_id, version, changes } = action;
  return (await callFunction(db, "update_saved_view", {
    view_id,
    version,
    changes,
  })) as unknown as SavedView;
}
