import { requirePortalViewer } from "../_db/gates.ts";
import { actInPortal, readPortal } from "../_db/portal.ts";
import { clientPortal } from "../_domain/portal/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  clientPortal,
  {
    get: ({ db, query }) => readPortal(db, query),
    post: ({ db, body, identity }) => actInPortal(db, body, identity.url),
  },
  requirePortalViewer,
);
