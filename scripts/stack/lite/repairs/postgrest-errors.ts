/**
 * Fault of @supabase/lite 0.10.0: it knows few SQLSTATEs and answers all others, those of our functions included,
 * with 500 and without code, detail or hint. PostgREST answers each with its status and all four fields. Repair:
 * Lite gets such errors in the form in which a function chooses its whole response.
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

/** The error itself if Lite knows it, otherwise one for which Lite returns PostgREST's status. */
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
