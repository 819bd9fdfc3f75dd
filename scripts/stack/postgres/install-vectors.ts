/** Adds the tables of vectors to a database that got pgvector after its migrations. */
import postgres from "postgres";

/** Creates the tables that need pgvector if they are missing; returns whether search can use vectors. */
export async function installVectors(databaseUrl: string): Promise<boolean> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [row] = await sql`select private.install_vectors() as installed`;
    return row?.["installed"] === true;
  } finally {
    await sql.end();
  }
}
