import type { z } from "zod";
import type {
  IntegrationActionInput,
  integrations,
  Provider,
  SyncReceipt,
  SyncStream,
} from "../../../supabase/functions/_domain/integrations/contract.ts";
import { call } from "./client.ts";

export type { IntegrationActionInput, Provider, SyncReceipt, SyncStream };

export const getIntegrations = async (signal: AbortSignal) =>
  (await call<z.output<typeof integrations.get.response>>("GET", "integrations", { signal }))
    .providers;

export const integrationAction = (body: IntegrationActionInput) =>
  call<z.output<typeof integrations.post.response>>("POST", "integrations", { body });
