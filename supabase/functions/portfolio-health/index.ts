import { callFunction } from "../_db/call.ts";
import { requireLead } from "../_db/gates.ts";
import { portfolioHealth } from "../_domain/portfolio/health-contract.ts";
import { healthInWords } from "../_domain/words/health.ts";
import { serve } from "../_http/route.ts";

export default serve(
  portfolioHealth,
  {
    get: async ({ db, query }) => {
      const health = await callFunction(db, "get_portfolio_health", {
        project_id: query.project_id,
        code: query.code,
        state: query.state,
        result_limit: query.limit,
        page_cursor: query.cursor,
      });
      return healthInWords(health as never);
    },
  },
  requireLead,
);
