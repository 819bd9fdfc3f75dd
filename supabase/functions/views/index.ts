import { requireInternalViewer } from "../_db/gates.ts";
import { changeView, readViews } from "../_db/views.ts";
import { views } from "../_domain/work/views-contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  views,
  {
    get: async ({ db, query }) => ({ views: await readViews(db, query.page) }),
    post: async ({ db, body }) => ({ view: await changeView(db, body) }),
  },
  requireInternalViewer,
);
