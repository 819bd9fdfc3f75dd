import type { z } from "zod";
import type {
  ClientPortalActionInput,
  ClientPortalAnswer,
  ClientPortal as PortalSchema,
} from "../../../supabase/functions/_domain/portal/contract.ts";
import { call } from "./client.ts";

export type ClientPortal = z.infer<typeof PortalSchema>;
export type PortalProject = ClientPortal["projects"][number];
export type Deliverable = ClientPortal["deliverables"][number];
export type ClientRequest = ClientPortal["requests"][number];

type Answer = z.infer<typeof ClientPortalAnswer>;
type ActionName = ClientPortalActionInput["action"];

/** The portal of the viewer's client, or of the client that an admin or a lead names. */
export const getClientPortal = (clientId?: string, signal?: AbortSignal) =>
  call<ClientPortal>("GET", `client-portal${clientId ? `?client_id=${clientId}` : ""}`, { signal });

export const actInPortal = <Name extends ActionName>(
  body: Extract<ClientPortalActionInput, { action: Name }>,
) => call<Extract<Answer, { action: Name }>>("POST", "client-portal", { body });
