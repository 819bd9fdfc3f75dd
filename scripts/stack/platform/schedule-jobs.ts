/**
 * Schedules the work of the database, and stores the address at which it wakes the functions, because that may have
 * changed.
 */
import postgres from "postgres";

export interface ScheduleResult {
  scheduled: string[];
  /** Extensions that are not enabled. */
  missing: string[];
}

const SECRET_NAME = "functions_url";

/** Stores the address of the functions and schedules everything; running it again changes nothing. */
export async function scheduleJobs(
  databaseUrl: string,
  functionsUrl: string,
): Promise<ScheduleResult> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [vault] = await sql`select to_regclass('vault.secrets') is not null as is_present`;
    if (vault?.["is_present"]) {
      const [secret] = await sql<{ id: string; url: string }[]>`
        select id, decrypted_secret as url from vault.decrypted_secrets where name = ${SECRET_NAME}`;
      if (!secret) {
        await sql`select vault.create_secret(${functionsUrl}, ${SECRET_NAME}, 'Address of the edge functions')`;
      } else if (secret.url !== functionsUrl) {
        await sql`select vault.update_secret(${secret.id}::uuid, ${functionsUrl})`;
      }
    }
    const [row] = await sql<{ result: ScheduleResult }[]>`select private.schedule_jobs() as result`;
    return row?.result ?? { scheduled: [], missing: [] };
  } finally {
    await sql.end();
  }
}
