import { callFunction } from "../_db/call.ts";
import { requireLead } from "../_db/gates.ts";
import { portfolioHealth } from "../_domain/portfolio/health-contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  portfolioHealth,
  {
    get: ({ db, query }) =>
      callFunction(db, "get_portfolio_health", {
        ...(query.project_id !== undefined && { project_id: query.project_id }),
        ...(query.code !== undefined && { code: query.code }),
        ...(query.state !== undefined && { state: query.state }),
        ...(query.cursor !== undefined && { page_cursor: query.cursor }),
        result_limit: query.limit,
      }),
  },
  requireLead,
);
