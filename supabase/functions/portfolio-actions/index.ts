import { requireInternalViewer } from "../_db/gates.ts";
import { carryOut } from "../_db/portfolio-actions.ts";
import { portfolioActions } from "../_domain/portfolio/action-contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  portfolioActions,
  { post: ({ db, body }) => carryOut(db, body) },
  requireInternalViewer,
);
