import { AppError } from "../_domain/app-error.ts";

/** The refusals of requests before they reach a function of SQL, and of failures; the database raises most others. */
export const errors = {
  malformed: (details: unknown) =>
    new AppError(
      400,
      "malformed_request",
      "The request is malformed. Correct the fields in details",
      details,
    ),
  notSignedIn: () => new AppError(401, "not_signed_in", "Sign in first"),
  invalidToken: () =>
    new AppError(401, "invalid_token", "The session is invalid or has expired. Sign in again"),
  missingDemoSecret: (name: string) =>
    new AppError(401, "not_signed_in", `Missing ${name}. npm start -- --demo prints it`),
  wrongDemoSecret: (name: string) =>
    new AppError(401, "invalid_token", `Wrong ${name}. npm start -- --demo prints the right one`),
  invalidPush: () => new AppError(401, "invalid_push", "No open channel has this id and token"),
  notForPeople: () =>
    new AppError(403, "not_allowed", "Only the service can start background functions"),
  unsignedDelivery: () =>
    new AppError(403, "not_allowed", "This route accepts only deliveries that its vendor signed"),
  routeNotFound: () =>
    new AppError(404, "route_not_found", "There is no such route. Check the path"),
  methodNotAllowed: () =>
    new AppError(
      405,
      "method_not_allowed",
      "This route does not support that method. Compare it with the API description",
    ),
  tooLarge: (maxBytes: number) =>
    new AppError(
      413,
      "too_large",
      `The request is larger than ${maxBytes} bytes. Send a smaller one`,
    ),
  unsupportedType: () =>
    new AppError(415, "unsupported_media_type", "Send JSON with the content type application/json"),
  identityProviderNotConfigured: () =>
    new AppError(
      503,
      "identity_provider_not_configured",
      "The service has no identity provider. Ask the operator to configure one",
    ),
  internal: (requestId: string) =>
    new AppError(500, "internal_error", "Something went wrong on our side", {
      request_id: requestId,
    }),
};
