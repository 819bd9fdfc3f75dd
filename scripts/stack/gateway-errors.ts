/** What the gateway itself answers when it does not let a request through. */
import type { ContentfulStatusCode } from "hono/utils/http-status";

export class GatewayError extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: Record<string, unknown>;
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
  /** In the shape of the API that was asked: PostgREST's, Auth's or Storage's. */
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
  tooManyAttempts: (seconds: number) => {
    const message = "Too many attempts. Wait before you try again";
    return new GatewayError(
      429,
      { message, code: 429, error_code: "over_request_rate_limit", msg: message },
      { "retry-after": String(seconds) },
    );
  },
  notFound: (what: string) => new GatewayError(404, { code: "not_found", message: what }),
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
      message: `The request body is larger than ${Math.floor(limit / 1_048_576)} MB.`,
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
