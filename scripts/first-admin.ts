/** `npm run first-admin`: founds the service on a stack without demo data. */
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
  --url URL           where people sign in, to be printed (the running stack's)
`;

try {
  const { organization, email, name, ...flags } = readFlags();
  const stack = flags.database
    ? { database_url: flags.database, url: undefined }
    : await readStackFile(path.join(flags.data, "stack.json"));
  const password = randomBytes(15).toString("base64url");
  const sql = postgres(stack.database_url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await sql.begin(async (transaction) => {
      const [found] = await transaction`select id from auth.users where email = ${email}`;
      if (found !== undefined) throw new Error(`There is already a sign-in for ${email}.`);
      const userId = await createUser(transaction, email, password);
      await transaction`
        select private.create_first_admin(${organization}, ${flags["email-domain"]},
          ${flags.currency}, ${flags["time-zone"]}, ${email}, ${name}, ${userId})`;
    });
  } finally {
    await sql.end();
  }
  console.log(`${organization} has its first admin: ${email}`);
  console.log(`Sign in at: ${flags.url ?? stack.url ?? "the address of your console"}`);
  console.log(`Address: ${email}`);
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
      url: { type: "string" },
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
