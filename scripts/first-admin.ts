/** `npm run first-admin`: founds the service on a stack without demo data. */
import { randomBytes, randomUUID } from "node:crypto";
import path from "node:path";
import { parseArgs } from "node:util";
import postgres, { type TransactionSql } from "postgres";
import { readStackFile } from "./stack/stack-file.ts";

const PROJECT = path.resolve(import.meta.dirname, "..");
const HELP = `npm run first-admin -- --organization "Name" --email you@example.com --name "Your Name"

  --currency CODE     of the organization's money (EUR)
  --time-zone ZONE    such as Europe/Berlin (this machine's)
  --email-domain D    of the organization's people (the address's)
  --data DIR          data folder of the running stack (.local)
  --database URL      a database directly, instead of the running stack's
`;

try {
  const { organization, email, name, ...flags } = readFlags();
  const databaseUrl =
    flags.database ?? (await readStackFile(path.join(flags.data, "stack.json"))).database_url;
  const password = randomBytes(15).toString("base64url");
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await sql.begin(async (transaction) => {
      const userId = await createUser(transaction, email, password);
      await transaction`
        select private.create_first_admin(${organization}, ${flags["email-domain"]},
          ${flags.currency}, ${flags["time-zone"]}, ${email}, ${name}, ${userId})`;
    });
  } finally {
    await sql.end();
  }
  console.log(`${organization} has its first admin: ${email}`);
  console.log(`Password, shown only now: ${password}`);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

function readFlags() {
  const { values } = parseArgs({
    options: {
      organization: { type: "string", default: "" },
      email: { type: "string", default: "" },
      name: { type: "string", default: "" },
      currency: { type: "string", default: "EUR" },
      "time-zone": { type: "string", default: Intl.DateTimeFormat().resolvedOptions().timeZone },
      "email-domain": { type: "string" },
      data: { type: "string", default: path.join(PROJECT, ".local") },
      database: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const email = values.email.trim().toLowerCase();
  const domain = /^[^\s@]+@([^\s@]+\.[^\s@]+)$/.exec(email)?.[1];
  if (domain === undefined || !values.organization.trim() || !values.name.trim()) {
    throw new Error(`An organization, an email address and a name are needed.\n\n${HELP}`);
  }
  return { ...values, email, "email-domain": values["email-domain"] ?? domain };
}

// There is no Admin API here, and Auth's tables differ between servers: only columns that exist and
// are not computed are written.
async function createUser(sql: TransactionSql, email: string, password: string): Promise<string> {
  const id = randomUUID();
  const [found] = await sql`select id from auth.users where email = ${email}`;
  if (found !== undefined) throw new Error(`There is already a sign-in for ${email}.`);
  const now = new Date().toISOString();
  const [hashed] = await sql`
    select extensions.crypt(${password}, extensions.gen_salt('bf', 10)) as password`;
  await insertExisting(sql, "users", {
    id,
    instance_id: "00000000-0000-0000-0000-000000000000",
    aud: "authenticated",
    role: "authenticated",
    email,
    encrypted_password: hashed?.password,
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
