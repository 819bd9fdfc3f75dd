/** Accounts with which the adapters of syncs read vendors in tests. */
import { generateKeyPairSync } from "node:crypto";
import type { SyncAdapter } from "../../supabase/functions/_integrations/sync-port.ts";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const google = JSON.stringify({
  client_email: "reader@syncs.iam.gserviceaccount.com",
  private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
});
const microsoft = JSON.stringify({
  tenant_id: "agency.test",
  client_id: "countersign",
  client_secret: "scripted-secret",
});

const since = "2026-01-01";
export interface SyncAccount {
  secret: string;
  settings: Record<string, unknown>;
}

export const syncAccounts: Record<string, SyncAccount> = {
  fathom: { secret: "fathom-key", settings: {} },
  clickup: { secret: "pk_1", settings: { team_id: "9001" } },
  linear: { secret: "lin_api_1", settings: {} },
  google_calendar: {
    secret: google,
    settings: { subject: "office@agency.test", calendar_ids: ["team@agency.test"], since },
  },
  microsoft_graph: { secret: microsoft, settings: { mailboxes: ["ann@agency.test"], since } },
  harvest: { secret: "harvest-token", settings: { account_id: "77" } },
  google_drive: {
    secret: google,
    settings: { subject: "office@agency.test", folder_ids: ["folder-1"] },
  },
  hubspot: { secret: "pat-1", settings: {} },
  resend: { secret: "re_1", settings: {} },
  gmail: { secret: google, settings: { subject: "office@agency.test", since } },
};

export const accountOf = ({ provider }: SyncAdapter): SyncAccount => {
  const account = syncAccounts[provider];
  if (!account) throw new Error(`No account of ${provider}`);
  return account;
};
