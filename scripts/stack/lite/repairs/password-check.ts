/**
 * Fault of @supabase/lite 0.10.0: it answers faster for an address without an account, so its response time
 * reveals who has one. Hosted Auth compares a password in both cases. Repair: the database compares first, for an
 * unknown address against a hash with an unknown password.
 */
import { randomBytes } from "node:crypto";
import postgres, { type Sql } from "postgres";

/** Whether a password belongs to a bcrypt hash. */
export type Compare = (sql: Sql, hash: string, password: string) => Promise<boolean>;

export interface Passwords {
  /** Whether it is the password of the user with this address. */
  isOfAddress(email: string, password: string): Promise<boolean>;
  /** Whether it is the password of this user. */
  isOfUser(userId: string, password: string): Promise<boolean>;
  /** Whether the session began so recently that its user need not prove themselves again. */
  isFresh(sessionId: string): Promise<boolean>;
  /** Ends every session of the user except this one. */
  endOtherSessions(userId: string, sessionId: string): Promise<void>;
  close(): Promise<void>;
}

/** The cost that Lite and the invitations use too. */
const COST = 10;
const FRESH_MINUTES = 10;
const CONNECTIONS = 2;

export function openPasswords(
  databaseUrl: string,
  compare: Compare = compareInDatabase,
): Passwords {
  const sql = postgres(databaseUrl, {
    max: CONNECTIONS,
    idle_timeout: 30,
    onnotice: () => {},
    connection: { application_name: "passwords" },
  });
  let randomHash: Promise<string> | undefined;

  async function compareWith(hash: string | null | undefined, password: string): Promise<boolean> {
    randomHash ??= hashOfRandomPassword(sql);
    const isRight = await compare(sql, hash || (await randomHash), password);
    return isRight && Boolean(hash);
  }

  return {
    isOfAddress: async (email, password) => {
      const [user] = await sql<{ hash: string | null }[]>`
        select encrypted_password as hash from auth.users
        where email = ${email.toLowerCase()} and not is_sso_user`;
      return compareWith(user?.hash, password);
    },
    isOfUser: async (userId, password) => {
      const [user] = await sql<{ hash: string | null }[]>`
        select encrypted_password as hash from auth.users where id = ${userId}`;
      return compareWith(user?.hash, password);
    },
    isFresh: async (sessionId) => {
      const [row] = await sql`
        select exists (
          select from auth.sessions
          where id = ${sessionId} and created_at > now() - make_interval(mins => ${FRESH_MINUTES})
        ) as fresh`;
      return row?.["fresh"] === true;
    },
    endOtherSessions: async (userId, sessionId) => {
      await sql`delete from auth.sessions where user_id = ${userId} and id <> ${sessionId}`;
    },
    close: () => sql.end({ timeout: 1 }),
  };
}

/** PostgreSQL accepts only the oldest of bcrypt's names; they are one algorithm. */
export const compareInDatabase: Compare = async (sql, hash, password) => {
  const supportedHash = hash.replace(/^\$2[by]\$/, "$2a$");
  const [row] =
    await sql`select extensions.crypt(${password}, ${supportedHash}) = ${supportedHash} as same`;
  return row?.["same"] === true;
};

async function hashOfRandomPassword(sql: Sql): Promise<string> {
  const [row] = await sql`
    select extensions.crypt(${randomBytes(32).toString("hex")}, extensions.gen_salt('bf', ${COST})) as hash`;
  return String(row?.["hash"]);
}
