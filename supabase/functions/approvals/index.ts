import { list, performAction } from "../_db/approvals.ts";
import { requireInternalViewer, requireLead } from "../_db/gates.ts";
import { approvals } from "../_domain/approvals/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  approvals,
  {
    get: ({ db, query }) => list(db, query),
    post: ({ db, body }) => performAction(db, body),
  },
  { get: requireInternalViewer, post: requireLead },
);
