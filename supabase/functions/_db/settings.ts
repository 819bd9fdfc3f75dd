import type { z } from "zod";
import type { BodyOf } from "../_domain/contract.ts";
import type { settings } from "../_domain/identity/settings-contract.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";
import { refusal } from "./errors.ts";

type Settings = z.infer<typeof settings.post.response>["settings"];

/** The settings in force; an organization that has set nothing has the defaults. */
export async function readSettings(db: Db): Promise<Settings> {
  const { data, error } = await db
    .from("organization_settings")
    .select("forbids_self_approval, version")
    .maybeSingle();
  if (error) throw refusal(error);
  return data ?? { forbids_self_approval: false, version: 0 };
}

export async function changeSettings(
  db: Db,
  { version, ...changes }: BodyOf<typeof settings.post>,
): Promise<Settings> {
  return (await callFunction(db, "update_organization_settings", {
    changes,
    version,
  })) as unknown as Settings;
}
