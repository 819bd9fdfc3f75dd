import { changeInbox, readInbox } from "../_db/approvals.ts";
import { requireInternalViewer } from "../_db/gates.ts";
import { inbox } from "../_domain/approvals/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  inbox,
  {
    get: ({ db, query }) => readInbox(db, query),
    post: ({ db, body }) => changeInbox(db, body),
  },
  requireInternalViewer,
  {
    get: async ({ query }) => {
      const { demoInbox } = await import("../_domain/demo/inbox.ts");
      return demoInbox(new Date(), query);
    },
  },
);
