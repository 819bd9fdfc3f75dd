/**
 * Checks the limits of a model when the stack starts, because a person sees the error then. A deployed service only logs
 * it.
 */
import { parseEnv } from "../../../supabase/functions/_env.ts";

/** Throws an error that names the first invalid limit in one sentence. */
export function checkModelLimits(env: Record<string, string> = {}): void {
  const { problems } = parseEnv(env);
  for (const name of ["SERVICE_CHAT_CTX_MAX_CHARS", "SERVICE_CHAT_SILENCE_SECONDS"] as const) {
    if (problems[name]) throw new Error(`${name} ${problems[name]}.`);
  }
}
