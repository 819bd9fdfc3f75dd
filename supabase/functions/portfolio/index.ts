import { callFunction } from "../_db/call.ts";
import { portfolio } from "../_domain/portfolio/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(portfolio, {
  get: ({ db, query }) =>
    callFunction(db, "get_portfolio", { page_size: query.limit, cursor: query.cursor }),
});
