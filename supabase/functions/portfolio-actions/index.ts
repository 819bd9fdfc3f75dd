import { requireInternalViewer } from "../_db/gates.ts";
import { performAction } from "../_db/portfolio-actions.ts";
import { portfolioActions } from "../_domain/portfolio/action-contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  portfolioActions,
  { post: ({ db, body }) => performAction(db, body) },
  requireInternalViewer,
);
