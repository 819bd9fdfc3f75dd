/** Simulated vendors, read by the adapters of syncs page after page. */
import { demoDirectory } from "../../scripts/vendors/seed/demo-month.ts";
import { credentials, startVendors, type Vendors } from "../../scripts/vendors/simulator.ts";
import type { VendorName } from "../../scripts/vendors/vendor.ts";
import { type SyncStream, syncedRecords } from "../../supabase/functions/_domain/syncs/records.ts";
import { syncAdapters } from "../../supabase/functions/_integrations/sync-adapters.ts";
import type {
  SyncAdapter,
  SyncPage,
  SyncRecord,
} from "../../supabase/functions/_integrations/sync-port.ts";
import { messageFields } from "../../supabase/functions/_jobs/receive-email.ts";
import { type ScriptedVendor, startScriptedVendor } from "./scripted-vendor.ts";
import { syncAccounts } from "./sync-accounts.ts";

export const PRESENT = Date.parse("2026-11-16T09:00:00Z");
const since = "2026-01-01";
const secrets: Record<string, string> = {
  fathom: credentials.fathom,
  clickup: credentials.clickup,
  linear: credentials.linear,
  harvest: credentials.harvest,
  hubspot: credentials.hubspot,
  resend: credentials.resend,
};
const settings: Record<string, Record<string, unknown>> = {
  clickup: { team_id: credentials.clickUpTeam },
  harvest: { account_id: credentials.harvestAccount },
  google_calendar: {
    subject: "office@agency.test",
    calendar_ids: demoDirectory.calendars.map(({ id }) => id),
    since,
  },
  microsoft_graph: { mailboxes: demoDirectory.people.slice(0, 2).map(({ email }) => email), since },
  google_drive: {
    subject: "office@agency.test",
    folder_ids: demoDirectory.driveFolders
      .filter(({ parent }) => parent === null)
      .map(({ id }) => id),
  },
};

export interface Listing {
  pages: SyncPage[];
  /** The last version of each record. */
  records: Map<string, SyncRecord>;
  cursor: string;
  isSnapshot: boolean;
  calls: number;
}

export interface ListedVendors {
  vendors: Vendors;
  adapter(provider: string, stream: string): SyncAdapter;
  /** Reads one page with the account of the vendor; `otherSettings` replaces some of its settings. */
  page(
    provider: string,
    stream: string,
    cursor: string | null,
    otherSettings?: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<SyncPage>;
  /** Reads until the vendor has no more. Every record must have the fields of its stream. */
  list(provider: string, stream: string, cursor?: string | null): Promise<Listing>;
  stop(): Promise<void>;
}

export async function startListedVendors(seed: number | null): Promise<ListedVendors> {
  const vendors = await startVendors({ seed, now: PRESENT });
  const microsoft: ScriptedVendor = await startScriptedVendor(credentials.microsoftGraph);
  const adapters = syncAdapters(
    { googleTokenUrl: vendors.googleTokenUrl, microsoftLoginUrl: `${microsoft.url}/token` },
    () => new Date(vendors.truth.clock.now()),
    messageFields,
  );
  const adapter = (provider: string, stream: string) =>
    adapters.find((item) => item.provider === provider && item.stream === stream) as SyncAdapter;

  const page: ListedVendors["page"] = (
    provider,
    stream,
    cursor,
    otherSettings = {},
    signal = new AbortController().signal,
  ) =>
    adapter(provider, stream).list({
      cursor,
      settings: { ...(settings[provider] ?? syncAccounts[provider]?.settings), ...otherSettings },
      secret: secrets[provider] ?? syncAccounts[provider]?.secret ?? "",
      baseUrl: vendors.baseUrls[provider.replaceAll("_", "-") as VendorName],
      signal,
    });

  return {
    vendors,
    adapter,
    page,
    async list(provider, stream, cursor = null) {
      const pages: SyncPage[] = [];
      const records = new Map<string, SyncRecord>();
      let next = cursor;
      do {
        const result = await page(provider, stream, next);
        for (const record of result.records) {
          if (record.data) syncedRecords[stream as SyncStream].parse(record.data);
          records.set(record.externalId, record);
        }
        pages.push(result);
        next = result.cursor;
      } while (pages.at(-1)?.hasMore && pages.length < 1000);
      return {
        pages,
        records,
        cursor: next,
        isSnapshot: pages.at(-1)?.isSnapshot ?? false,
        calls: pages.reduce((sum, { calls }) => sum + calls, 0),
      };
    },
    async stop() {
      await microsoft.close();
      await vendors.stop();
    },
  };
}
