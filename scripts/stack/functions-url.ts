/** Tells the database where the functions answer, so that it can wake them; the port may be another one today. */
import postgres from "postgres";

const NAME = "functions_url";

export async function storeFunctionsUrl(databaseUrl: string, url: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [known] = await sql<{ id: string }[]>`select id from vault.secrets where name = ${NAME}`;
    if (known) await sql`select vault.update_secret(${known.id}::uuid, ${url})`;
    else await sql`select vault.create_secret(${url}, ${NAME}, 'Where the edge functions answer')`;
  } finally {
    await sql.end();
  }
}
