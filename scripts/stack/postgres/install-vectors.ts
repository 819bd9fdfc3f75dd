/** Vectors, for a database that got pgvector after its migrations. */
import postgres from "postgres";

/** Makes what needs pgvector, where it is not there yet; answers whether search can be by meaning. */
export async function installVectors(databaseUrl: string): Promise<boolean> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [row] = await sql`select private.install_vectors() as installed`;
    return row?.["installed"] === true;
  } finally {
    await sql.end();
  }
}
