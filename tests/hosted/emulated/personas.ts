/** The people of the demo data, as the Data API lets them into the database. */
import postgres from "postgres";

export type Persona =
  | "admin"
  | "lead"
  | "other_admin"
  | "member"
  | "member2"
  | "client"
  | "outsider";

export interface Personas {
  /** Runs `work` in a transaction of this person, which is committed. */
  as<T>(persona: Persona | "anon", work: (tx: postgres.TransactionSql) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

export async function openPersonas(
  databaseUrl: string,
  authenticatorUrl: string,
): Promise<Personas> {
  const owner = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const users = await owner<{ id: string; email: string }[]>`select id, email from auth.users`;
  await owner.end();
  const sql = postgres(authenticatorUrl, { max: 2, onnotice: () => {} });
  return {
    as: async (persona, work) =>
      (await sql.begin(async (tx) => {
        const address = persona === "other_admin" ? "admin@other.test" : `${persona}@demo.test`;
        const user = users.find(({ email }) => email === address);
        const claims = user && { sub: user.id, email: user.email, role: "authenticated" };
        await tx.unsafe(`set local role ${claims ? "authenticated" : "anon"}`);
        await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims ?? { role: "anon" })}, true)`;
        return work(tx);
      })) as never,
    end: () => sql.end(),
  };
}
