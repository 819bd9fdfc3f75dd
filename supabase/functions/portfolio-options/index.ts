import { callFunction } from "../_db/call.ts";
import { requireLead } from "../_db/gates.ts";
import { portfolioOptions } from "../_domain/portfolio/options-contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  portfolioOptions,
  {
    get: ({ db, query }) =>
      callFunction(db, "get_portfolio_options", {
        ...(query.q !== undefined && { search: query.q }),
        result_limit: query.limit,
      }),
  },
  requireLead,
);
