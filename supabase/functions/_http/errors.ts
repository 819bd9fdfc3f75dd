import { AppError } from "../_domain/app-error.ts";

/** The refusals that HTTP itself requires; the database raises all others. */
export const errors = {
  malformed: (details: unknown) =>
    new AppError(400, "malformed_request", "The request is malformed", details),
  notSignedIn: () => new AppError(401, "not_signed_in", "Sign in first"),
  invalidToken: () => new AppError(401, "invalid_token", "The session is not valid or has expired"),
  invalidPush: () =>
    new AppError(401, "invalid_push", "No open channel has this id together with this proof"),
  notForPeople: () =>
    new AppError(403, "not_allowed", "Background functions are started by the service alone"),
  routeNotFound: () => new AppError(404, "route_not_found", "There is no such route"),
  methodNotAllowed: () =>
    new AppError(405, "method_not_allowed", "This route does not support that method"),
  tooLarge: (maxBytes: number) =>
    new AppError(413, "too_large", `The request is larger than ${maxBytes} bytes`),
  unsupportedType: () =>
    new AppError(415, "unsupported_media_type", "Send JSON, as application/json"),
  identityProviderNotConfigured: () =>
    new AppError(
      503,
      "identity_provider_not_configured",
      "The service has no identity provider configured",
    ),
  internal: (requestId: string) =>
    new AppError(500, "internal_error", "Something went wrong on our side", {
      request_id: requestId,
    }),
};
