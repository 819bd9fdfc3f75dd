import type { z } from "zod";
import type { BodyOf } from "../_domain/contract.ts";
import type { settings } from "../_domain/identity/settings-contract.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

type Settings = z.infer<typeof settings.post.response>["settings"];

/** The current settings; an organization that has changed nothing has the defaults. */
export async function readSettings(db: Db): Promise<Settings> {
  return (await callFunction(db, "get_organization_settings")) as unknown as Settings;
}

export async function changeSettings(
  db: Db,
  { version, confirms_currency, ...changes }: BodyOf<typeof settings.post>,
): Promise<Settings> {
  return (await callFunction(db, "update_organization_settings", {
    changes,
    version,
    confirms_currency,
  })) as unknown as Settings;
}
