/** Tells the database the limits of this start's environment, so that the first burst already meets them. */
import postgres from "postgres";
import { readRateLimits } from "../../supabase/functions/_env.ts";

export type RateLimits = Record<string, number | null>;

/** Throws an Error of one sentence that names a limit which is none: here somebody reads it. */
export function checkRateLimits(env: Record<string, string> = {}): RateLimits {
  return readRateLimits(env, (problem) => {
    throw new Error(`${problem}.`);
  });
}

export async function applyRateLimits(databaseUrl: string, limits: RateLimits): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    for (const [route, limit] of Object.entries(limits)) {
      await sql`select private.set_rate_limit(${route}, ${limit})`;
    }
  } finally {
    await sql.end();
  }
}
