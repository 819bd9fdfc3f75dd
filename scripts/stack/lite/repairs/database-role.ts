/**
 * Fault of @supabase/lite 0.10.0: at its first request it grants everything on every table to the API roles, or
 * serves as the owner of the database, unless a private field says otherwise. PostgREST logs in as `authenticator`
 * and grants nothing. Repair: Lite logs in as a role that owns nothing. That role can become one of the three API
 * roles, and has rights of its own only on the tables of Auth and Storage.
 */
import { createHash } from "node:crypto";
import postgres from "postgres";

/** The name of the role for a database. Roles belong to a whole server, which may have several. */
export function liteRoleFor(databaseUrl: string): string {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
  return `countersign_lite_${createHash("sha256").update(name).digest("hex").slice(0, 8)}`;
}

/** Creates the role, or restores its rights. Needs the schemas `auth` and `storage`. */
export async function prepareLiteRole(
  databaseUrl: string,
  role: string,
  password: string,
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(`
      do $$ begin
        create role ${role};
      exception when duplicate_object then null;
      end $$;
      alter role ${role} with login noinherit bypassrls nocreatedb nocreaterole
        password '${password}';
      grant anon, authenticated, service_role to ${role};
      grant usage on schema auth, storage to ${role};
      grant select, insert, update, delete on all tables in schema auth, storage to ${role};
      grant usage on all sequences in schema auth, storage to ${role};
    `);
  } finally {
    await sql.end();
  }
}

/** The same database under another role. */
export function urlAs(databaseUrl: string, role: string, password: string): string {
  const url = new URL(databaseUrl);
  url.username = role;
  url.password = password;
  return url.href;
}
