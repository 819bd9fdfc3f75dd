/**
 * Database errors as PostgREST answers them. Lite knows some SQLSTATEs and answers 500 without code,
 * detail or hint to all others, our own among them; those are handed to it in the form that lets a
 * function choose its whole answer.
 */

interface DatabaseError {
  code: string;
  message: string;
  detail?: string | null;
  hint?: string | null;
}

// Lite answers these as PostgREST does, or checks them itself.
const KNOWN_TO_LITE = /^(PGRST|PT\d{3}|42...|22...|21...|23502|23503|23505|25006)$/;

// PostgREST's table of HTTP statuses, first match wins; anything else is 400.
const STATUSES: [RegExp, number][] = [
  [/^08/, 503],
  [/^(09|25|2D|38|39|3B|40|54|55|57|58|F0|HV|XX)/, 500],
  [/^(0L|0P|28)/, 403],
  [/^53400/, 500],
  [/^53/, 503],
  [/^P0001/, 400],
  [/^P0/, 500],
];

/** The error itself when Lite knows it, else one that makes Lite answer with PostgREST's status. */
export function asPostgrestError<E>(error: E): E | DatabaseError {
  if (!isDatabaseError(error) || KNOWN_TO_LITE.test(error.code)) return error;
  const { code, message, detail, hint } = error;
  const status = STATUSES.find(([pattern]) => pattern.test(code))?.[1] ?? 400;
  const body = { code, message, details: detail ?? null, hint: hint ?? null };
  return {
    code: "PGRST",
    message: JSON.stringify(body),
    detail: JSON.stringify({ status, headers: {} }),
  };
}

function isDatabaseError(error: unknown): error is DatabaseError {
  const { code, message } = (error ?? {}) as Partial<DatabaseError>;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && typeof message === "string";
}
