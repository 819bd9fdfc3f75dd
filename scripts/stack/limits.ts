/** Tells the database the limits of this start's environment, so that the first burst already meets them. */
import postgres from "postgres";
import { parseEnv } from "../../supabase/functions/_env.ts";

export interface Limits {
  /** Calls a minute, by route. */
  calls: Record<string, number | null>;
  quotas: Record<string, number | null>;
}

const IS_LIMIT = /_RATE_LIMIT$|_PER_(?:PERSON|ORGANIZATION)$/;

/** Throws an Error of one sentence that names a malformed limit: here somebody reads it. */
export function checkLimits(env: Record<string, string> = {}): Limits {
  const { problems, rateLimits: calls, quotas } = parseEnv(env);
  for (const [name, problem] of Object.entries(problems)) {
    if (IS_LIMIT.test(name)) throw new Error(`${name} ${problem}.`);
  }
  return { calls, quotas };
}

export async function applyLimits(databaseUrl: string, { calls, quotas }: Limits): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    for (const [route, limit] of Object.entries(calls)) {
      await sql`select private.set_rate_limit(${route}, ${limit})`;
    }
    for (const [name, quota] of Object.entries(quotas)) {
      await sql`select private.set_quota(${name}, ${quota})`;
    }
  } finally {
    await sql.end();
  }
}
