import type { z } from "zod";
import type {
  IntegrationAction,
  integrations,
  Provider,
  SyncReceipt,
} from "../_domain/integrations/contract.ts";
import type { Database } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

type VendorName = Database["public"]["Enums"]["integration_provider"];

export async function readIntegrations(db: Db): Promise<{ providers: Provider[] }> {
  return (await callFunction(db, "get_integrations")) as unknown as { providers: Provider[] };
}

/** Performs one action as the caller. Throws the error of its SQL function. */
export async function changeIntegration(
  db: Db,
  action: IntegrationAction,
): Promise<z.input<typeof integrations.post.response>> {
  return { action: action.action, receipt: await perform(db, action) };
}

/** Performs the action. Returns its receipt, or null if it has none. */
async function perform(db: Db, action: IntegrationAction): Promise<SyncReceipt | null> {
  switch (action.action) {
    case "connect": {
      const { settings, secret } = action;
      await callFunction(db, "connect_integration", {
        provider: action.provider as VendorName,
        settings: settings as never,
        ...(secret !== undefined && { secret }),
      });
      return null;
    }
    case "disconnect":
      await callFunction(db, "disconnect_integration", {
        provider: action.provider as VendorName,
        releases_rows: action.releases_rows,
        proposes_removal: action.proposes_removal,
      });
      return null;
    case "test":
      await callFunction(db, "test_integration", { provider: action.provider as VendorName });
      return null;
    case "sync_now":
      await callFunction(db, "sync_now", { stream_id: action.stream_id });
      return null;
    case "set_scope": {
      const { stream_id, external_id, name, project_id } = action;
      // The generated types do not know that null ends the assignment.
      const args = { stream_id, external_id, name, project_id: project_id as string };
      await callFunction(db, "set_sync_scope", args);
      return null;
    }
    case "retry_dead_letter":
      return (await callFunction(db, "retry_dead_letter", {
        dead_letter_id: action.dead_letter_id,
      })) as unknown as SyncReceipt;
    case "link_record": {
      const { record_id, target_id } = action;
      await callFunction(db, "link_crm_record", { record_id, target_id });
      return null;
    }
    case "create_from_record": {
      const { record_id, account_id } = action;
      await callFunction(db, "create_from_crm_record", {
        record_id,
        ...(account_id !== null && { account_id }),
      });
      return null;
    }
    case "dismiss_record":
      await callFunction(db, "dismiss_crm_record", { record_id: action.record_id });
      return null;
    case "reopen_record":
      await callFunction(db, "reopen_crm_record", { record_id: action.record_id });
      return null;
  }
}
