/**
 * Fault of @supabase/lite 0.10.0: it prints every error of the database with the stack of the driver, and refusals are
 * the most frequent errors. Repair: only the texts of the error are printed, a line for each.
 */
import { inspect } from "node:util";

interface DatabaseError {
  code: string;
  message: string;
  detail?: string | null;
  hint?: string | null;
  where?: string | null;
}

export function withShortPrint<E>(error: E): E {
  const { code, message, detail, hint, where } = (error ?? {}) as Partial<DatabaseError>;
  if (typeof code !== "string" || typeof message !== "string") return error;
  const text = [`${code}: ${message}`, detail, hint, where].filter(Boolean).join("\n  ");
  Object.defineProperty(error, inspect.custom, { value: () => text, configurable: true });
  return error;
}
