/** Stores the operator's limits and settings in the database, so that they already apply to the first requests. */
import postgres from "postgres";
import { parseEnv } from "../../../supabase/functions/_env.ts";

export interface Limits {
  /** Calls a minute, by route. */
  calls: Record<string, number | null>;
  quotas: Record<string, number | null>;
  verificationWindowDays: number | null;
}

const IS_LIMIT = /^VERIFY_WINDOW_DAYS$|_RATE_LIMIT$|_PER_(?:PERSON|ORGANIZATION)$/;

/** Throws an Error that names a malformed limit in one sentence, because the operator reads it in the terminal. */
export function parseLimits(env: Record<string, string> = {}): Limits {
  const { problems, rateLimits: calls, quotas, verificationWindowDays } = parseEnv(env);
  for (const [name, problem] of Object.entries(problems)) {
    if (IS_LIMIT.test(name)) throw new Error(`${name} ${problem}.`);
  }
  return { calls, quotas, verificationWindowDays };
}

export async function applyLimits(databaseUrl: string, limits: Partial<Limits>): Promise<void> {
  const { calls = {}, quotas = {}, verificationWindowDays } = limits;
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    for (const [route, limit] of Object.entries(calls)) {
      await sql`select private.set_rate_limit(${route}, ${limit})`;
    }
    for (const [name, quota] of Object.entries(quotas)) {
      await sql`select private.set_quota(${name}, ${quota})`;
    }
    if (verificationWindowDays !== undefined) {
      await sql`select private.set_verification_window(${verificationWindowDays})`;
    }
  } finally {
    await sql.end();
  }
}
