/** A mailbox that no worker reads, and messages that arrive in it. */
import { randomUUID } from "node:crypto";
import type { Db } from "../../supabase/functions/_db/client.ts";
import { storedMessages } from "../../supabase/functions/_jobs/receive-email.ts";
import { owner } from "../support/database.ts";
import type { OwnOrganization } from "../support/own-organization.ts";

export async function makeMailbox({ id }: OwnOrganization): Promise<void> {
  await owner`
    insert into public.sync_streams (organization_id, provider, stream, state, pause_reason, next_at)
    values (${id}, 'gmail', 'emails', 'paused', 'disconnected', '2999-01-01')`;
}

/** Stores and applies a message, as a sync does. Returns the email's id. */
export async function receiveMessage(
  db: Db,
  organization: OwnOrganization,
  message: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const id = randomUUID();
  const fields = await storedMessages(db, organization.id)(message);
  const data = { ...fields, thread_external_id: null, received_at: new Date().toISOString() };
  await owner`
    select private.receive_email(
      sync_streams, ${id}::uuid, ${id}, ${owner.json(data as never)}::jsonb, '{mx.google.com}')
    from public.sync_streams where organization_id = ${organization.id} and stream = 'emails'`;
  return id;
}
