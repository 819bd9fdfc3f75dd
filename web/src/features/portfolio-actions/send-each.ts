import { explain, ServiceError } from "../../api/service-error.ts";
import { countOf } from "../../format/numbers.ts";

/** A change to one row, and its result once it has been sent. */
export interface SentChange {
  /** Name of the row. */
  name: string;
  /** The version that the change created. */
  version?: number;
  /** Why the row was not changed. */
  refusal?: string;
  /** Whether no answer came, so that the row may have changed. */
  isUnknown?: boolean;
}

const isRefusal = (error: unknown) =>
  error instanceof ServiceError && error.status >= 400 && error.status < 500;

/**
 * Sends one change after the other. A refusal does not prevent the others; a missing answer stops them, and every row
 * reports whether its change was sent.
 */
export async function sendEach<Change extends SentChange>(
  changes: Change[],
  send: (change: Change) => Promise<number>,
  onSent: (count: number) => void,
): Promise<Change[]> {
  const results: Change[] = [];
  let failure: unknown;
  for (const change of changes) {
    if (failure !== undefined) {
      results.push({
        ...change,
        refusal: "An earlier request failed, so this one was not sent. Try it again",
      });
      continue;
    }
    try {
      results.push({ ...change, version: await send(change) });
    } catch (error) {
      const refusal = error instanceof Error ? error.message : String(error);
      if (!isRefusal(error)) failure = error;
      results.push({ ...change, refusal, isUnknown: !isRefusal(error) });
    }
    onSent(results.length);
  }
  return results;
}

/** Restores each row that was changed. Throws the rows that could not be restored, after all were tried. */
export async function undoEach<Change extends SentChange>(
  done: Change[],
  restore: (change: Change) => Promise<unknown>,
): Promise<void> {
  const failures: string[] = [];
  let reason = "";
  for (const change of done) {
    try {
      await restore(change);
    } catch (error) {
      failures.push(change.name);
      reason = explain(error).detail;
    }
  }
  if (failures.length === 0) return;
  const names = failures.slice(0, 5).join(", ");
  const overflow = failures.length > 5 ? ` and ${countOf(failures.length - 5, "other")}` : "";
  throw new ServiceError(
    409,
    "partly_undone",
    `${failures.length} of ${done.length} not undone: ${names}${overflow}. ${reason}`,
  );
}
