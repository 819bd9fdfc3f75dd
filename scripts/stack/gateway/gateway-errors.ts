/** The gateway's own responses to requests that it refuses. */
import type { ContentfulStatusCode } from "hono/utils/http-status";

export class GatewayError extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: { message: string } & Record<string, unknown>;
  readonly headers: Record<string, string>;
  constructor(
    status: ContentfulStatusCode,
    body: { message: string } & Record<string, unknown>,
    headers: Record<string, string> = {},
  ) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export const gatewayErrors = {
  noApiKey: () =>
    new GatewayError(401, {
      message: "No API key found in request",
      hint: "No `apikey` request header or url param was found.",
    }),
  wrongApiKey: () =>
    new GatewayError(401, {
      message: "Invalid API key",
      hint: "Double check your Supabase `apikey`",
    }),
  /** The response has the error format of the requested API: PostgREST's, Auth's or Storage's. */
  wrongToken: (api: "rest" | "auth" | "storage", reason: string, expired: boolean) => {
    if (api === "auth") {
      return new GatewayError(403, {
        message: reason,
        code: 403,
        error_code: "bad_jwt",
        msg: `invalid JWT: ${reason}`,
      });
    }
    if (api === "storage") {
      return new GatewayError(401, {
        statusCode: "401",
        error: "Unauthorized",
        message: reason,
      });
    }
    const code = expired ? "PGRST303" : "PGRST301";
    return new GatewayError(401, { code, details: null, hint: null, message: reason });
  },
  signupDisabled: () =>
    new GatewayError(403, {
      message: "Signups not allowed for this instance",
      code: 403,
      error_code: "signup_disabled",
      msg: "Signups not allowed for this instance",
    }),
  weakPassword: (message: string) =>
    new GatewayError(422, {
      message,
      code: 422,
      error_code: "weak_password",
      msg: message,
      weak_password: { reasons: ["length"] },
    }),
  wrongCredentials: () =>
    new GatewayError(400, {
      message: "Invalid login credentials",
      code: 400,
      error_code: "invalid_credentials",
      msg: "Invalid login credentials",
    }),
  currentPasswordNeeded: () => {
    const message =
      "Current password required when setting new password. Send current_password, or sign in again first";
    return new GatewayError(400, {
      message,
      code: 400,
      error_code: "current_password_required",
      msg: message,
    });
  },
  wrongCurrentPassword: () =>
    new GatewayError(400, {
      message: "The current password is wrong",
      code: 400,
      error_code: "current_password_mismatch",
      msg: "The current password is wrong",
    }),
  insufficientAal: (message: string) => authError(401, "insufficient_aal", message),
  factorRefused: (message: string) => authError(400, "validation_failed", message),
  factorNotFound: () => authError(404, "mfa_factor_not_found", "There is no such factor"),
  factorNameTaken: () =>
    authError(
      422,
      "mfa_factor_name_conflict",
      "A factor with this name exists, or there are too many. Remove one first",
    ),
  challengeExpired: () =>
    authError(422, "mfa_challenge_expired", "The challenge has expired. Ask for another one"),
  wrongCode: () => authError(422, "mfa_verification_failed", "Invalid TOTP code entered"),
  sessionMissing: () =>
    authError(403, "session_not_found", "Session from session_id claim in JWT does not exist"),
  tooManyAttempts: (seconds: number) => {
    const message = "Too many attempts. Wait before you try again";
    return new GatewayError(
      429,
      { message, code: 429, error_code: "over_request_rate_limit", msg: message },
      { "retry-after": String(seconds) },
    );
  },
  tooManyAtOnce: () =>
    new GatewayError(
      429,
      {
        statusCode: 429,
        code: "too_many_at_once",
        message: "Too many requests at once. Wait for some of them to finish, then try again.",
      },
      { "retry-after": "1" },
    ),
  clientLeft: () =>
    new GatewayError(408, {
      statusCode: 408,
      code: "client_left",
      message: "The client left before its request was served.",
    }),
  bodyTooSlow: () =>
    new GatewayError(408, {
      statusCode: 408,
      code: "body_too_slow",
      message: "The request body stopped arriving. Send the request again.",
    }),
  queryTooComplex: (problem: string) =>
    new GatewayError(400, {
      code: "query_too_complex",
      details: null,
      hint: "Ask for less in one request, or filter with like or ilike.",
      message: problem,
    }),
  resultTooLarge: (limit: number) =>
    new GatewayError(400, {
      code: "result_too_large",
      details: null,
      hint: "Ask for fewer rows or columns.",
      message: `The result is larger than ${sizeOf(limit)}.`,
    }),
  unknownHost: (host: string) =>
    new GatewayError(403, {
      statusCode: 403,
      code: "unknown_host",
      message: `The service does not answer as "${host}". Open it at its own address, or start it with --origin.`,
    }),
  foreignPage: () =>
    new GatewayError(403, {
      statusCode: 403,
      code: "foreign_page",
      message:
        "A page of another origin may not call the service. Start it with --origin to allow that origin.",
    }),
  notFound: (message: string) => new GatewayError(404, { code: "not_found", message }),
  methodNotAllowed: () =>
    new GatewayError(405, {
      statusCode: 405,
      code: "method_not_allowed",
      message: "There is no such method here.",
    }),
  tooLarge: (limit: number) =>
    new GatewayError(413, {
      statusCode: 413,
      code: "payload_too_large",
      message: `The request body is larger than ${sizeOf(limit)}.`,
    }),
  databaseUnreachable: () =>
    new GatewayError(503, {
      code: "08006",
      details: null,
      hint: null,
      message: "The database cannot be reached just now",
    }),
  functionsUnavailable: () =>
    new GatewayError(503, {
      statusCode: 503,
      code: "functions_unavailable",
      message: "The functions are not running; see functions.log in the data folder.",
    }),
  functionTimeout: () =>
    new GatewayError(504, {
      statusCode: 504,
      code: "IDLE_TIMEOUT",
      message: "The function did not answer in time.",
    }),
};

function authError(code: 400 | 401 | 403 | 404 | 422, error_code: string, message: string) {
  return new GatewayError(code, { message, code, error_code, msg: message });
}

function sizeOf(bytes: number): string {
  return bytes < 1_048_576
    ? `${Math.floor(bytes / 1024)} KB`
    : `${Math.floor(bytes / 1_048_576)} MB`;
}
