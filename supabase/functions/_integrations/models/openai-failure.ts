import OpenAI from "openai";
import { failureOf } from "../request.ts";
import { VendorError } from "../vendor-error.ts";

/** Translates an error of the `openai` package, without the vendor's text, which may contain a key. */
export function openAiFailure(vendor: string, error: unknown): VendorError {
  if (error instanceof VendorError) return error;
  if (error instanceof OpenAI.APIConnectionError || error instanceof OpenAI.APIUserAbortError) {
    return new VendorError("busy", `${vendor} cannot be reached or did not respond in time`);
  }
  if (!(error instanceof OpenAI.APIError) || error.status === undefined)
    return unreadableAnswer(vendor);
  const { status, headers } = error;
  if (status === 404) {
    return new VendorError("refused", `${vendor} was not found at the configured address`);
  }
  return (
    failureOf(vendor, { status, headers: headers ?? new Headers(), body: undefined }) ??
    unreadableAnswer(vendor)
  );
}

export function unreadableAnswer(vendor: string): VendorError {
  return new VendorError("ambiguous", `${vendor} sent an unreadable response`);
}
