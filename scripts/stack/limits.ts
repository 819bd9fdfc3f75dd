/** Stores the operator's limits and settings in the database, so that the first requests already meet them. */
import postgres from "postgres";
import { readQuotas, readRateLimits, readVerifyWindowDays } from "../../supabase/functions/_env.ts";

export interface Limits {
  /** Calls a minute, by route. */
  calls: Record<string, number | null>;
  quotas: Record<string, number | null>;
  verifyWindowDays: number | null;
}

/** Throws an Error of one sentence that names a malformed limit: here somebody reads it. */
export function checkLimits(env: Record<string, string> = {}): Limits {
  const refuse = (problem: string) => {
    throw new Error(`${problem}.`);
  };
  return {
    calls: readRateLimits(env, refuse),
    quotas: readQuotas(env, refuse),
    verifyWindowDays: readVerifyWindowDays(env, refuse),
  };
}

export async function applyLimits(databaseUrl: string, limits: Partial<Limits>): Promise<void> {
  const { calls = {}, quotas = {}, verifyWindowDays } = limits;
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    for (const [route, limit] of Object.entries(calls)) {
      await sql`select private.set_rate_limit(${route}, ${limit})`;
    }
    for (const [name, quota] of Object.entries(quotas)) {
      await sql`select private.set_quota(${name}, ${quota})`;
    }
    if (verifyWindowDays !== undefined) {
      await sql`select private.set_verify_window(${verifyWindowDays})`;
    }
  } finally {
    await sql.end();
  }
}
