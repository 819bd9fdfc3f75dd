/** What a model may take is checked at the start, where somebody reads it; a deployed service says it in its log. */
import { readContextChars, readModelSilenceMs } from "../../supabase/functions/_env.ts";

/** Throws an Error of one sentence that names a bound which is none. */
export function checkModelBounds(env: Record<string, string> = {}): void {
  const refuse = (problem: string) => {
    throw new Error(`${problem}.`);
  };
  readContextChars(env, refuse);
  readModelSilenceMs(env, refuse);
}
