import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

/** Refuses (401, 403) everyone but admins, leads and members, before their request is parsed. */
export async function requireInternalViewer(db: Db): Promise<void> {
  await callFunction(db, "require_internal_viewer");
}

/** Refuses (401, 403) everyone but admins and leads, before their request is parsed. */
export async function requireLead(db: Db): Promise<void> {
  await callFunction(db, "require_lead");
}

/** Refuses (401, 403) everyone but client contacts, admins and leads, before their request is parsed. */
export async function requirePortalViewer(db: Db): Promise<void> {
  await callFunction(db, "require_portal_viewer");
}
