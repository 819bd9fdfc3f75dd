import { z } from "zod";
import { storableText } from "../_domain/chat/storable-text.ts";
import { askVendor, type VendorAnswer, type VendorRequest } from "./request.ts";
import { type Judge, syncErrorOf, unreadableAnswer } from "./sync-failure.ts";
import { SyncError, type SyncPage, type SyncRecord } from "./sync-port.ts";
import { VendorError } from "./vendor-error.ts";

type Call = Pick<VendorRequest, "url"> &
  Partial<Pick<VendorRequest, "method" | "headers" | "body">> & {
    /** Statuses that mean, for this call, that the vendor no longer knows the cursor. */
    deadCursorStatuses?: number[];
    /** A status that is no failure for this call, such as 404 for a record that may have been deleted. */
    accept?: number;
  };

export interface Listing {
  /** Sends one request. Every failure is a SyncError. */
  ask(call: Call): Promise<VendorAnswer>;
  /** The numbers of calls and retries, for the receipt of a page. */
  counts(): Pick<SyncPage, "calls" | "retries">;
}

/** The credentials of a listing's requests. */
export interface Credentials {
  headers(): Promise<Record<string, string>>;
  /** Forgets a rejected token. Returns whether the request should be repeated with another one. */
  renew(): boolean;
}

export const fixedCredentials = (headers: Record<string, string>): Credentials => ({
  headers: async () => headers,
  renew: () => false,
});

/**
 * Sends the requests of one call of `list`, counts them and maps their failures. A request is repeated only after
 * another sign-in.
 */
export function listing(
  vendor: string,
  credentials: Credentials,
  signal: AbortSignal,
  judge?: Judge,
): Listing {
  let calls = 0;
  let retries = 0;

  async function send({ url, method = "GET", headers, body }: Call): Promise<VendorAnswer> {
    try {
      const credentialHeaders = await credentials.headers();
      calls += 1;
      return await askVendor({
        vendor,
        url,
        method,
        headers: { ...headers, ...credentialHeaders },
        body,
        signal,
      });
    } catch (error) {
      throw asSyncError(error);
    }
  }

  return {
    async ask(call) {
      let answer = await send(call);
      if (answer.status === 401 && credentials.renew()) {
        retries += 1;
        answer = await send(call);
      }
      if (call.accept === answer.status) return answer;
      const isDead = call.deadCursorStatuses?.includes(answer.status);
      const error = syncErrorOf(
        vendor,
        answer,
        (response) => judge?.(response) ?? (isDead ? "cursor_died" : null),
      );
      if (error) throw error;
      return answer;
    },
    counts: () => ({ calls, retries }),
  };
}

/** A refused sign-in needs a person; other network failures are temporary. */
function asSyncError(error: unknown): SyncError {
  if (!(error instanceof VendorError)) throw error;
  const failure = error.failure === "refused" ? "grant_dead" : "unavailable";
  return new SyncError(failure, error.message, error.retryAfterMs);
}

export function read<T>(vendor: string, schema: z.ZodType<T>, answer: VendorAnswer): T {
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  throw unreadableAnswer(vendor);
}

/** The settings that an admin chose, as the adapter reads them. */
export function settingsOf<T>(
  vendor: string,
  schema: z.ZodType<T>,
  settings: Record<string, unknown>,
): T {
  const parsed = schema.safeParse(settings);
  if (parsed.success) return parsed.data;
  const names = [...new Set(parsed.error.issues.map(({ path }) => path.join(".")))].join(", ");
  throw new SyncError(
    "forbidden",
    `The settings of ${vendor} are incomplete (${names}). Ask an admin to complete them`,
  );
}

/**
 * The records of a page. An item that cannot be read keeps its id and its content, so that it becomes a dead letter
 * and the other records are stored; without an id the whole page is unreadable.
 */
export function recordsOf<T>(
  vendor: string,
  items: unknown[],
  schema: z.ZodType<T>,
  translate: (item: T) => SyncRecord,
  idOf: (id: string) => string = (id) => id,
): SyncRecord[] {
  return items.map((item) => {
    const parsed = schema.safeParse(item);
    if (parsed.success) return storableValue(translate(parsed.data));
    const withId = WithId.safeParse(item);
    if (!withId.success) throw unreadableAnswer(vendor);
    return unreadableRecord(idOf(String(withId.data.id)), item);
  });
}

const WithId = z.looseObject({ id: z.union([z.string().min(1), z.number()]) });

export const unreadableRecord = (externalId: string, item: unknown): SyncRecord =>
  storableValue({
    externalId,
    version: "",
    isDeleted: false,
    filteredBecause: null,
    data: { unreadable: item },
  });

export const deletedRecord = (externalId: string, version: string): SyncRecord => ({
  externalId,
  version,
  isDeleted: true,
  filteredBecause: null,
  data: null,
});

/** A record that is left out. Only the reason is stored, and none of the content. */
export const filteredRecord = (
  externalId: string,
  version: string,
  filteredBecause: string,
): SyncRecord => ({ externalId, version, isDeleted: false, filteredBecause, data: null });

export const presentRecord = (
  externalId: string,
  version: string,
  data: Record<string, unknown>,
): SyncRecord => ({ externalId, version, isDeleted: false, filteredBecause: null, data });

/** One character that no text column accepts would reject its whole page. */
function storableValue<T>(value: T): T {
  if (typeof value === "string") return storableText(value) as T;
  if (Array.isArray(value)) return value.map(storableValue) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, storableValue(field)]),
  ) as T;
}
