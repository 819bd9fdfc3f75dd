import { asSentence } from "../format/sentence.ts";
/** A refusal or failure of the service. */
export class ServiceError extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message);
    this.name = "ServiceError";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export function unreachable(): ServiceError {
  return new ServiceError(0, "unreachable", "The service cannot be reached.");
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ServiceError && error.status === status;
}

/** The problem and the next step, in words for the viewer. */
export function explain(error: unknown): { title: string; detail: string } {
  if (!(error instanceof ServiceError)) {
    return { title: "Something went wrong", detail: "Nothing was lost. Try again." };
  }
  switch (error.status) {
    case 0:
      return {
        title: "The service cannot be reached",
        detail: "Check your connection, then try again. Nothing was lost.",
      };
    case 401:
      return { title: "Your session ended", detail: "Sign in again to continue." };
    case 403:
      return { title: "You don't have access", detail: asSentence(error.message) };
    case 429:
      return { title: "Too many requests", detail: "Wait a minute, then try again." };
    default:
      if (error.status >= 500) {
        return {
          title: "The service failed to respond",
          detail: "Nothing was lost. Try again; if it keeps failing, tell an admin.",
        };
      }
      return { title: "The service rejected the request", detail: asSentence(error.message) };
  }
}
