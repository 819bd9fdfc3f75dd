import type { z } from "zod";
import type {
  EmailScope,
  EmailTriageInput,
  InboundEmail,
  inboundEmails,
  LearnedDomains,
  OpenedEmail,
} from "../../../supabase/functions/_domain/inbound-emails/contract.ts";
import { read, supabase } from "../supabase/client.ts";
import { call, searchOf } from "./client.ts";

export type { EmailScope, EmailTriageInput, InboundEmail, OpenedEmail };
export type LearnedDomain = LearnedDomains[number];
export type EmailPage = z.output<typeof inboundEmails.get.response>;

export const getEmails = (
  query: { scope: EmailScope; limit: number; cursor: string | undefined },
  signal: AbortSignal,
) => call<EmailPage>("GET", `inbound-emails${searchOf(query)}`, { signal });

/** Raises 404 email_not_found and project_not_found, 409 email_rejected and project_archived. */
export const triageEmail = (body: EmailTriageInput) =>
  call<z.output<typeof inboundEmails.post.response>>("POST", "inbound-emails", { body });

/** Undoes the assignment of an email that had no project before. */
export const unassignEmail = (email_id: string) =>
  read(supabase().rpc("unassign_inbound_email", { email_id }));

/** The text of an email, for those who may see its project. */
export const getEmail = async (source_id: string, signal: AbortSignal) =>
  (await read(supabase().rpc("get_email", { source_id }).abortSignal(signal)))
    .data as unknown as OpenedEmail;

export const getLearnedDomains = async (signal?: AbortSignal) => {
  const query = supabase().rpc("list_email_domains");
  return (await read(signal ? query.abortSignal(signal) : query))
    .data as unknown as LearnedDomain[];
};

/** Removes a learned domain, or learns it again. */
export const changeLearnedDomain = (email_domain_id: string, is_removed: boolean) =>
  read(supabase().rpc("set_email_domain", { email_domain_id, is_removed }));
