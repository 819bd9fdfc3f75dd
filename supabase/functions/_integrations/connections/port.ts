import { Line } from "../../_domain/normal-forms.ts";
import { oneLine } from "../../_domain/one-line.ts";
import { SyncError } from "../sync-port.ts";

/** A list, project, folder or calendar at a vendor that can be assigned to a project of ours. */
export interface VendorList {
  id: string;
  name: string;
}

/** The vendor accepts the secret. */
export interface Acceptance {
  /** Empty for a vendor without lists, and for one that shows none. */
  lists: VendorList[];
  /** Whether the vendor may have lists that were not read. */
  hasMore: boolean;
}

export interface ConnectionTest {
  provider: string;
  /** Calls the vendor once, or once for each kind of data. Every failure is a ConnectionRefusal. */
  run(request: {
    settings: Record<string, unknown>;
    secret: string;
    baseUrl: string;
    signal: AbortSignal;
  }): Promise<Acceptance>;
}

/** A failed read, with the data that it was about: a word of ours, such as contacts. */
export class ConnectionRefusal extends Error {
  readonly resource: string;
  readonly error: SyncError;

  constructor(resource: string, error: SyncError) {
    super(error.message);
    this.name = "ConnectionRefusal";
    this.resource = resource;
    this.error = error;
  }
}

/** Reads, and adds to a failure the data that was read. */
export async function reading<T>(resource: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof SyncError ? new ConnectionRefusal(resource, error) : error;
  }
}

/** private.end_connection_test() stores no more. */
const MAX_LISTS = 500;
const MAX_CHARS = 200;
const Name = Line(MAX_CHARS);

/** Each list once. A list whose name cannot be shown in a line is shown by its id. */
export function accepted(lists: VendorList[] = [], hasMore = false): Acceptance {
  const known = new Map<string, VendorList>();
  for (const { id, name } of lists) {
    if (!Name.safeParse(id).success) continue;
    const shown = Name.safeParse([...oneLine(name)].slice(0, MAX_CHARS / 2).join("")).data;
    known.set(id, { id, name: shown ?? id });
  }
  const all = [...known.values()];
  return { lists: all.slice(0, MAX_LISTS), hasMore: hasMore || all.length > MAX_LISTS };
}
