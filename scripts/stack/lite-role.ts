/**
 * The database role that Lite logs in as. Lite grants everything to everyone by itself, and asks
 * first only through a private field; logged in as the owner it could. This role owns nothing: it
 * may become one of the three API roles, and by itself it reaches Auth's and Storage's tables only.
 */
import postgres from "postgres";

export const LITE_ROLE = "countersign_lite";

/** Makes the role, or gives it what it needs again. Needs the schemas `auth` and `storage`. */
export async function prepareLiteRole(databaseUrl: string, password: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(`
      do $$ begin
        create role ${LITE_ROLE};
      exception when duplicate_object then null;
      end $$;
      alter role ${LITE_ROLE} with login noinherit bypassrls nocreatedb nocreaterole
        password '${password}';
      grant anon, authenticated, service_role to ${LITE_ROLE};
      grant usage on schema auth, storage to ${LITE_ROLE};
      grant select, insert, update, delete on all tables in schema auth, storage to ${LITE_ROLE};
      grant usage on all sequences in schema auth, storage to ${LITE_ROLE};
    `);
  } finally {
    await sql.end();
  }
}

/** The URL under which Lite reaches the same database. */
export function liteUrl(databaseUrl: string, password: string): string {
  const url = new URL(databaseUrl);
  url.username = LITE_ROLE;
  url.password = password;
  return url.href;
}
