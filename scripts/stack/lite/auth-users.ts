/** Users of Auth, created by its owner, because there is no Admin API here. */
import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";

/**
 * Creates a user with a confirmed address and returns the id. Auth's tables differ between servers: only columns
 * that exist and are not computed are written.
 */
export async function createUser(
  sql: TransactionSql,
  email: string,
  password: string,
): Promise<string> {
  const id = randomUUID();
  const now = new Date().toISOString();
  const [hash] = await sql`
    select extensions.crypt(${password}, extensions.gen_salt('bf', 10)) as password`;
  await insertExisting(sql, "users", {
    id,
    instance_id: "00000000-0000-0000-0000-000000000000",
    aud: "authenticated",
    role: "authenticated",
    email,
    encrypted_password: hash?.password,
    email_confirmed_at: now,
    created_at: now,
    updated_at: now,
    raw_app_meta_data: { provider: "email", providers: ["email"] },
    raw_user_meta_data: {},
    is_sso_user: false,
    is_anonymous: false,
    email_change_confirm_status: 0,
    confirmation_token: "",
    recovery_token: "",
    email_change: "",
    email_change_token_new: "",
    email_change_token_current: "",
    phone_change: "",
    phone_change_token: "",
    reauthentication_token: "",
  });
  await insertExisting(sql, "identities", {
    id,
    user_id: id,
    provider: "email",
    provider_id: id,
    identity_data: { sub: id, email, email_verified: true },
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
  });
  return id;
}

async function insertExisting(
  sql: TransactionSql,
  table: "users" | "identities",
  row: Record<string, unknown>,
): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select attname as name from pg_catalog.pg_attribute
    where attrelid = ${`auth.${table}`}::regclass and attnum > 0
      and not attisdropped and attgenerated = '' and attname = any (${Object.keys(row)})`;
  const list = columns.map(({ name }) => `"${name}"`).join(", ");
  await sql.unsafe(
    `insert into auth.${table} (${list})
     select ${list} from jsonb_populate_record(null::auth.${table}, $1)`,
    [sql.json(row as never) as never],
  );
}
