/** Second factors in Auth's tables, as the platform's Auth stores them. Lite's Auth knows none. */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { stepOfTotpCode } from "./totp.ts";

export interface Factor {
  id: string;
  friendly_name: string | null;
  factor_type: "totp";
  status: "unverified" | "verified";
  created_at: string;
  updated_at: string;
}

export interface FactorSession {
  id: string;
  userId: string;
}

/** The claims of a session's tokens about how its user signed in. */
export interface Assurance {
  aal: "aal1" | "aal2";
  amr: { method: string; timestamp: number }[];
}

export type Verification = "verified" | "wrong_code" | "challenge_expired" | "not_found";

export interface SecondFactors {
  of(userId: string): Promise<Factor[]>;
  /** The claims of a session. If `method` is set, it is recorded as the method with which the session began. */
  assuranceOf(sessionId: string, method?: string): Promise<Assurance>;
  /** The address of the session's user; undefined when the session has ended. */
  emailOf(session: FactorSession): Promise<string | undefined>;
  /** Returns false if the user has a factor with this name, or too many factors. */
  enroll(
    userId: string,
    factor: { id: string; name: string | undefined; secret: string },
  ): Promise<boolean>;
  /** Returns undefined if the user has no such factor. */
  challenge(userId: string, factorId: string): Promise<{ id: string; expiresAt: Date } | undefined>;
  /**
   * Checks a code. A correct one raises the session to aal2 and ends the user's other sessions at aal1. It can be
   * used once.
   */
  verify(
    session: FactorSession,
    input: { factorId: string; challengeId: string; code: string },
  ): Promise<Verification>;
  /** Removes a factor and lowers its sessions to aal1. Returns false if the user has no such factor. */
  remove(userId: string, factorId: string): Promise<boolean>;
  /** The token with which the session gets its next access token. */
  refreshTokenOf(sessionId: string): Promise<string | undefined>;
  close(): Promise<void>;
}

interface Times {
  created_at: Date;
  updated_at: Date;
}

const MAX_FACTORS = 10;
const CHALLENGE_SECONDS = 300;
const CONNECTIONS = 2;

export function openSecondFactors(
  databaseUrl: string,
  now: () => number = Date.now,
): SecondFactors {
  const sql = postgres(databaseUrl, {
    max: CONNECTIONS,
    idle_timeout: 30,
    onnotice: () => {},
    connection: { application_name: "second factors" },
  });

  return {
    of: async (userId) => {
      const rows = await sql<(Omit<Factor, keyof Times> & Times)[]>`
        select id, friendly_name, factor_type, status, created_at, updated_at
        from auth.mfa_factors where user_id = ${userId} order by created_at, id`;
      return rows.map(({ created_at, updated_at, ...factor }) => ({
        ...factor,
        created_at: created_at.toISOString(),
        updated_at: updated_at.toISOString(),
      }));
    },
    assuranceOf: async (sessionId, method) => {
      if (method !== undefined) {
        await sql`
          insert into auth.mfa_amr_claims (id, session_id, authentication_method)
          select ${randomUUID()}, id, ${method} from auth.sessions where id = ${sessionId}
          on conflict (session_id, authentication_method) do nothing`;
      }
      const [row] = await sql<{ aal: string | null; amr: Assurance["amr"] | null }[]>`
        select sessions.aal, (
          select jsonb_agg(jsonb_build_object(
            'method', authentication_method, 'timestamp', floor(extract(epoch from claims.updated_at)))
            order by claims.updated_at desc)
          from auth.mfa_amr_claims as claims where claims.session_id = sessions.id) as amr
        from auth.sessions where id = ${sessionId}`;
      return { aal: row?.aal === "aal2" ? "aal2" : "aal1", amr: row?.amr ?? [] };
    },
    emailOf: async ({ id, userId }) => {
      const [row] = await sql<{ email: string }[]>`
        select users.email from auth.sessions join auth.users on users.id = sessions.user_id
        where sessions.id = ${id} and users.id = ${userId}`;
      return row?.email;
    },
    enroll: (userId, { id, name, secret }) =>
      sql.begin(async (transaction) => {
        await transaction`select from auth.users where id = ${userId} for update`;
        const [limits] = await transaction`
          select count(*) >= ${MAX_FACTORS}
            or coalesce(bool_or(friendly_name = ${name ?? ""} and friendly_name <> ''), false) as has_conflict
          from auth.mfa_factors where user_id = ${userId}`;
        if (limits?.["has_conflict"]) return false;
        await transaction`
          insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
          values (${id}, ${userId}, ${name ?? ""}, 'totp', 'unverified', ${secret})`;
        return true;
      }),
    challenge: async (userId, factorId) => {
      const id = randomUUID();
      const [challenge] = await sql<{ created_at: Date }[]>`
        insert into auth.mfa_challenges (id, factor_id)
        select ${id}, mfa_factors.id from auth.mfa_factors
        where mfa_factors.id = ${factorId} and mfa_factors.user_id = ${userId}
        returning created_at`;
      if (challenge === undefined) return undefined;
      await sql`
        delete from auth.mfa_challenges
        where factor_id = ${factorId} and created_at < now() - make_interval(secs => ${CHALLENGE_SECONDS})`;
      return { id, expiresAt: new Date(challenge.created_at.getTime() + CHALLENGE_SECONDS * 1000) };
    },
    verify: ({ id: sessionId, userId }, { factorId, challengeId, code }) =>
      sql.begin(async (transaction): Promise<Verification> => {
        // One verification of a factor at a time: of two with the same code, the second is refused.
        const [factor] = await transaction<{ secret: string; last_step: string }[]>`
          select secret, last_step from auth.mfa_factors
          where id = ${factorId} and user_id = ${userId} for update`;
        const [session] = await transaction`
          select id from auth.sessions where id = ${sessionId} and user_id = ${userId} for update`;
        if (factor === undefined || session === undefined) return "not_found";
        const [challenge] = await transaction`
          select id from auth.mfa_challenges
          where id = ${challengeId} and factor_id = ${factorId} and verified_at is null
            and created_at > now() - make_interval(secs => ${CHALLENGE_SECONDS})`;
        if (challenge === undefined) return "challenge_expired";
        const step = stepOfTotpCode(factor.secret, code, now());
        if (step === undefined || step <= Number(factor.last_step)) return "wrong_code";

        await transaction`update auth.mfa_challenges set verified_at = now() where id = ${challengeId}`;
        await transaction`
          update auth.mfa_factors
          set status = 'verified', last_step = ${step}, last_challenged_at = now(), updated_at = now()
          where id = ${factorId}`;
        await transaction`
          delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified'`;
        await transaction`
          update auth.sessions set aal = 'aal2', factor_id = ${factorId}, updated_at = now()
          where id = ${sessionId}`;
        await transaction`
          insert into auth.mfa_amr_claims (id, session_id, authentication_method)
          values (${randomUUID()}, ${sessionId}, 'totp')
          on conflict (session_id, authentication_method) do update set updated_at = now()`;
        await transaction`
          delete from auth.sessions
          where user_id = ${userId} and id <> ${sessionId} and aal is distinct from 'aal2'`;
        return "verified";
      }),
    remove: (userId, factorId) =>
      sql.begin(async (transaction) => {
        const removedFactors = await transaction`
          delete from auth.mfa_factors where id = ${factorId} and user_id = ${userId} returning id`;
        if (removedFactors.length === 0) return false;
        await transaction`
          update auth.sessions set aal = 'aal1', factor_id = null
          where user_id = ${userId} and factor_id = ${factorId}`;
        return true;
      }),
    refreshTokenOf: async (sessionId) => {
      const [row] = await sql<{ token: string }[]>`
        select token from auth.refresh_tokens
        where session_id = ${sessionId} and not revoked order by created_at desc limit 1`;
      return row?.token;
    },
    close: () => sql.end({ timeout: 1 }),
  };
}
