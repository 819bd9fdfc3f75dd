import type { BodyOf } from "../_domain/contract.ts";
import type { authoringProfiles } from "../_domain/drafts/contract.ts";
import type { Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";
import { refusal } from "./errors.ts";

export async function listProfiles(db: Db): Promise<Json> {
  const { data, error } = await db
    .from("authoring_profiles")
    .select()
    .order("archived_at", { ascending: true, nullsFirst: true })
    .order("name");
  if (error) throw refusal(error);
  return { profiles: data as Json };
}

export async function saveProfile(
  db: Db,
  body: BodyOf<typeof authoringProfiles.post>,
): Promise<Json> {
  if ("is_deleted" in body) {
    const { id, version } = body;
    return {
      profile: await callFunction(db, "delete_authoring_profile", { profile_id: id, version }),
    };
  }
  const { id, version, changes } = body;
  const profile = await callFunction(db, "save_authoring_profile", {
    // The generated types do not know that null adds a profile.
    profile_id: (id ?? null) as string,
    version: (version ?? null) as number,
    changes: changes as Json,
  });
  return { profile };
}
