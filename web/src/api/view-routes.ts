import type { z } from "zod";
import type {
  SavedView,
  ViewActionInput,
  views,
} from "../../../supabase/functions/_domain/work/views-contract.ts";
import { call, searchOf } from "./client.ts";

export type { SavedView };
export type ViewPage = SavedView["page"];
export type ViewChanges = Extract<ViewActionInput, { type: "view_update" }>["changes"];

export const getViews = async (page: ViewPage, signal: AbortSignal) =>
  (await call<z.output<typeof views.get.response>>("GET", `views${searchOf({ page })}`, { signal }))
    .views;

/** Raises 409 version_conflict when the named version is no longer current. */
export const viewAction = async (body: ViewActionInput) =>
  (await call<z.output<typeof views.post.response>>("POST", "views", { body })).view;
