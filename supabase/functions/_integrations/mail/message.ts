import type { SyncedEmail } from "../../_domain/syncs/records.ts";

/** The fields of an email that are in the message itself. */
export type MessageFields = Omit<SyncedEmail, "thread_external_id" | "received_at">;

/**
 * Reads a message as it was sent, and stores it. Adapters pass one message at a time, because each can have 25 MiB.
 */
export type ReadMessage = (bytes: Uint8Array<ArrayBuffer>) => Promise<MessageFields>;
