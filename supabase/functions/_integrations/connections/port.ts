import { Line } from "../../_domain/normal-forms.ts";
import { oneLine } from "../../_domain/one-line.ts";
import { SyncError } from "../sync-port.ts";

/** A list, project, folder or calendar at a vendor that can be assigned to a project of ours. */
export interface VendorList {
  id: string;
  name: string;
}

/** The result of a test if the vendor accepts the secret. */
export interface Acceptance {
  /** Empty for a vendor without lists, and for one that shows none. */
  lists: VendorList[];
  /** Whether the vendor may have more lists than were read. */
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

/** A failed read, with our word for the kind of data, such as contacts. */
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

/** Reads one kind of data, and adds its name to a failure. */
export async function readResource<T>(resource: string, read: () => T | Promise<T>): Promise<T> {
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

/** Returns each list once. A list whose name cannot be shown on one line gets its id as the name. */
export function acceptance(lists: VendorList[] = [], hasMore = false): Acceptance {
  const listsById = new Map<string, VendorList>();
  for (const { id, name } of lists) {
    if (!Name.safeParse(id).success) continue;
    const shownName = Name.safeParse([...oneLine(name)].slice(0, MAX_CHARS / 2).join("")).data;
    listsById.set(id, { id, name: shownName ?? id });
  }
  const all = [...listsById.values()];
  return { lists: all.slice(0, MAX_LISTS), hasMore: hasMore || all.length > MAX_LISTS };
}
