/** Tells the database the limits of this start's environment, so that the first burst already meets them. */
import postgres from "postgres";
import { readRateLimits } from "../../supabase/functions/_env.ts";

export async function applyRateLimits(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    for (const [route, limit] of Object.entries(readRateLimits(env))) {
      await sql`select private.set_rate_limit(${route}, ${limit})`;
    }
  } finally {
    await sql.end();
  }
}
