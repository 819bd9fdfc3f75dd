import { readInboundEmails, triageEmail } from "../_db/emails.ts";
import { requireLead } from "../_db/gates.ts";
import { inboundEmails } from "../_domain/inbound-emails/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  inboundEmails,
  {
    get: ({ db, query }) => readInboundEmails(db, query),
    post: ({ db, body }) => triageEmail(db, body),
  },
  requireLead,
);
