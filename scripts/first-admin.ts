/** `npm run first-admin`: creates the first organization and its admin on a stack without demo data. */
import { randomBytes } from "node:crypto";
import path from "node:path";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { createUser } from "./stack/lite/auth-users.ts";
import { readStackFile } from "./stack/stack-file.ts";

const PROJECT = path.resolve(import.meta.dirname, "..");
const HELP = `npm run first-admin -- --organization "Name" --email you@example.com --name "Your Name"

  --currency CODE     of the organization's money (EUR)
  --time-zone ZONE    such as Europe/Berlin (this machine's)
  --email-domain D    of the organization's people (the address's)
  --data DIR          data folder of the running stack (.local)
  --database URL      a database directly, instead of the running stack's
  --url URL           where people sign in, for the link (the running stack's)
  --new-link          only a new password link, for a person with this --email who can sign in

The link opens a page where the admin chooses a password. It works once, for an hour.
`;

try {
  const flags = readFlags();
  const stack = flags.database
    ? { database_url: flags.database, url: undefined }
    : await readStackFile(path.join(flags.data, "stack.json"));
  const sql = postgres(stack.database_url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    const token = await sql.begin((transaction) =>
      flags["new-link"] ? newLink(transaction, flags.email) : createAdmin(transaction, flags),
    );
    const address = (flags.url ?? stack.url)?.replace(/\/+$/, "");
    const link = `${address ?? ""}/password#${new URLSearchParams({ token, email: flags.email })}`;
    if (!flags["new-link"]) {
      console.log(`${flags.organization} has its first admin: ${flags.email}`);
    }
    console.log(
      address
        ? "Open this link within an hour, once, to choose a password:"
        : "Append this to the address of your console and open it within an hour, once, to choose a password:",
    );
    console.log(link);
  } finally {
    await sql.end();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

/** Creates the sign-in with an unknown random password, the organization and its admin; returns the link's token. */
async function createAdmin(
  sql: postgres.TransactionSql,
  { organization, email, name, ...flags }: ReturnType<typeof readFlags>,
): Promise<string> {
  const [user] = await sql`
    select exists (select from public.people where people.user_id = users.id) as is_person
    from auth.users as users where users.email = ${email}`;
  if (user !== undefined) {
    // A stranger may have chosen the password of this sign-in, so it must not become the admin's.
    const nextStep = user["is_person"]
      ? "Use --new-link to print another password link."
      : "Delete it (Authentication → Users), then run this again.";
    throw new Error(`There is already a sign-in for ${email}. ${nextStep}`);
  }
  const userId = await createUser(sql, email, randomBytes(30).toString("base64url"));
  await sql`
    select private.create_first_admin(${organization}, ${flags["email-domain"]},
      ${flags.currency}, ${flags["time-zone"]}, ${email}, ${name}, ${userId})`;
  return newLink(sql, email);
}

async function newLink(sql: postgres.TransactionSql, email: string): Promise<string> {
  const [row] = await sql<{ link: { token: string } }[]>`
    select private.new_password_link(people, null) as link
    from public.people join auth.users on users.id = people.user_id
    where users.email = ${email} and people.archived_at is null`;
  if (row === undefined) throw new Error(`No person can sign in as ${email}.`);
  return row.link.token;
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
      url: { type: "string" },
      "new-link": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const email = values.email.trim().toLowerCase();
  const domain = /^[^\s@]+@([^\s@]+\.[^\s@]+)$/.exec(email)?.[1];
  const isComplete = values["new-link"] || (values.organization.trim() && values.name.trim());
  if (domain === undefined || !isComplete) {
    throw new Error(`--organization, --email and --name are required.\n\n${HELP}`);
  }
  return { ...values, email, "email-domain": values["email-domain"] ?? domain };
}
