/**
 * Starts the background functions, whose process sets the limits and quotas of its environment in the database once.
 * Without this, that may happen after a test has set others.
 */
import { inject } from "vitest";
import { ask } from "./http.ts";

export async function limitsReported(): Promise<void> {
  await ask("/functions/v1/document-act", {
    method: "POST",
    headers: { apikey: inject("stack").secret_key },
  });
}
