/** The variables that `npm start` passes to the functions, as `supabase secrets set` does on the platform. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseEnv } from "node:util";

const PASSED_ON =
  /^(SERVICE_|VERIFY_WINDOW_DAYS$|MEETING_|OPENAI_|CHAT_|RESEARCH_|EMBEDDING_|CLICKUP_|LINEAR_|HARVEST_|GOOGLE_|MICROSOFT_|FATHOM_|EMAIL_|RESEND_|GMAIL_|HUBSPOT_)/;

/** Whether the functions get this variable from the terminal. */
export const isPassedOn = (name: string) => PASSED_ON.test(name);

/** The variables of supabase/functions/.env and of the terminal. Those of the terminal win. */
export async function readFunctionSecrets(project: string): Promise<Record<string, string>> {
  const file = path.join(project, "supabase/functions/.env");
  const fromFile = parseEnv(await readFile(file, "utf8").catch(() => ""));
  const fromHere = Object.entries(process.env).filter(([name]) => isPassedOn(name));
  return { ...fromFile, ...Object.fromEntries(fromHere) } as Record<string, string>;
}
