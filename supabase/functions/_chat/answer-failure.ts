import { AppError } from "../_domain/app-error.ts";
import { asVendorError } from "../_integrations/vendor-error.ts";

/** The reason for a missing answer, as the viewer sees it. */
export function answerFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { failure, message, retryAfterMs } = asVendorError(error, "The model");
  if (failure === "refused") {
    return new AppError(
      503,
      "model_refused",
      `${message}. Ask an admin to check the model configuration`,
    );
  }
  return new AppError(
    503,
    "model_unavailable",
    `${message}. Try again in a moment`,
    retryAfterMs === null ? undefined : { retry_after_seconds: Math.ceil(retryAfterMs / 1000) },
  );
}
