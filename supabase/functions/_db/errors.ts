import { AppError } from "../_domain/app-error.ts";

/** PostgREST's response to a refused statement. */
export interface DatabaseError {
  code: string;
  message: string;
  details?: string | null;
  hint?: string | null;
}

/** SQLSTATEs of this service, as private.error_codes() lists them; a test compares both. */
export const appSqlstates: Record<string, { status: number; code: string }> = {
  OPAUT: { status: 401, code: "not_signed_in" },
  OPDEN: { status: 403, code: "not_allowed" },
  OPNFD: { status: 404, code: "not_found" },
  OPSTA: { status: 409, code: "wrong_state" },
  OPINV: { status: 400, code: "invalid" },
  OPBIG: { status: 413, code: "too_large" },
  OPLIM: { status: 429, code: "rate_limited" },
};

export const unavailable = {
  database: () =>
    new AppError(503, "database_unavailable", "The database did not respond in time. Try again"),
  storage: () =>
    new AppError(503, "storage_unavailable", "Storage did not respond in time. Try again"),
};

const unreachable = {
  status: 503,
  code: "database_unavailable",
  message: "The database cannot be reached just now. Try again in a moment",
};

/**
 * PostgreSQL's own SQLSTATEs that mean something to a caller. We keep our own message, because theirs names
 * columns.
 */
const postgresSqlstates: Record<string, { status: number; code: string; message: string }> = {
  "22021": {
    status: 400,
    code: "invalid",
    message: "A value contains characters that cannot be stored. Remove them",
  },
  "22P05": {
    status: 400,
    code: "invalid",
    message: "A value contains characters that cannot be stored. Remove them",
  },
  "22003": {
    status: 400,
    code: "invalid",
    message: "A number is out of range. Enter a smaller one",
  },
  "22007": {
    status: 400,
    code: "invalid",
    message: "A date or time has the wrong format. Use ISO 8601",
  },
  "22008": {
    status: 400,
    code: "invalid",
    message: "A date or time does not exist or is out of range. Correct it",
  },
  "22P02": {
    status: 400,
    code: "invalid",
    message: "A value has the wrong format. Compare it with the API description",
  },
  "23502": {
    status: 400,
    code: "invalid",
    message: "A required value is missing. Compare the request with the API description",
  },
  "23503": {
    status: 404,
    code: "not_found",
    message: "The request refers to something that does not exist. Check its ids",
  },
  "23505": {
    status: 409,
    code: "already_exists",
    message: "Something with this name already exists. Choose another name",
  },
  "23514": {
    status: 400,
    code: "invalid",
    message: "A value is outside its permitted range. Compare it with the API description",
  },
  "40001": {
    status: 409,
    code: "try_again",
    message: "Another person changed this at the same time. Try again",
  },
  "40P01": {
    status: 409,
    code: "try_again",
    message: "Another person changed this at the same time. Try again",
  },
  "42501": {
    status: 403,
    code: "not_allowed",
    message: "You do not have permission for this. Ask an admin",
  },
  "08006": unreachable,
  "57P01": unreachable,
  "57014": { status: 503, code: "timeout", message: "This took too long. Try a smaller request" },
  // The gateway of the embedded stack limits the concurrent calls of a person.
  too_many_at_once: {
    status: 429,
    code: "too_many_at_once",
    message: "Too many requests at once. Wait for some of them to finish, then try again",
  },
  PGRST001: unreachable,
  PGRST002: unreachable,
  PGRST003: unreachable,
  PGRST301: {
    status: 401,
    code: "invalid_token",
    message: "The session is invalid or has expired. Sign in again",
  },
  PGRST303: {
    status: 401,
    code: "invalid_token",
    message: "The session is invalid or has expired. Sign in again",
  },
};

/** The error of a failed read or call, as a response if it has one. */
export function refusal(error: DatabaseError): Error {
  if (!error.code && isUnreachable(error)) {
    return unavailable.database();
  }
  return fromDatabase(error) ?? new Error(`Database error ${error.code}: ${error.message}`);
}

/** Whether a call failed before any response. */
export function isUnreachable({ message }: { message: string }): boolean {
  return /fetch failed|network|ECONN/i.test(message);
}

/** Maps a database error to a response, or to null if a caller may learn nothing from it. */
export function fromDatabase(error: DatabaseError): AppError | null {
  const appError = find(appSqlstates, error.code);
  if (appError) {
    return new AppError(
      appError.status,
      error.hint || appError.code,
      error.message,
      detailsOf(error.details),
    );
  }
  const postgresError = find(postgresSqlstates, error.code);
  return postgresError
    ? new AppError(postgresError.status, postgresError.code, postgresError.message)
    : null;
}

function find<T>(table: Record<string, T>, code: string): T | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}

function detailsOf(text: string | null | undefined): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
