/** Passwords of test users, hashed at the lowest cost: a sign-in then takes 9 ms instead of 85. */
import postgres from "postgres";
import { DEMO_PASSWORD } from "../../scripts/stack/demo/demo-users.ts";

/** Replaces the hashes of the demo users, whose password stays. Call this right after a stack has started. */
export async function cheapenPasswords(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`
      update auth.users
      set encrypted_password = (select extensions.crypt(${DEMO_PASSWORD}, extensions.gen_salt('bf', 4)))
      where encrypted_password is not null`;
  } finally {
    await sql.end();
  }
}
