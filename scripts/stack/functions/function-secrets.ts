/** The variables that `npm start` passes to the functions, as `supabase secrets set` does on the platform. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseEnv } from "node:util";
import { VARIABLE_NAMES } from "../../../supabase/functions/_env.ts";

/** Whether the functions get this variable from the terminal: all of theirs except those that `npm start` sets itself. */
export const isPassedOn = (name: string) =>
  VARIABLE_NAMES.some((known) => known === name) && !/^(PUBLIC_)?SUPABASE_/.test(name);

/** The variables of supabase/functions/.env and of the terminal. Those of the terminal win. */
export async function readFunctionSecrets(project: string): Promise<Record<string, string>> {
  const file = path.join(project, "supabase/functions/.env");
  const fromFile = parseEnv(await readFile(file, "utf8").catch(() => ""));
  const fromHere = Object.entries(process.env).filter(([name]) => isPassedOn(name));
  return { ...fromFile, ...Object.fromEntries(fromHere) } as Record<string, string>;
}
