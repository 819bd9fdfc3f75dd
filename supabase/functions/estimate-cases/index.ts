import { callFunction } from "../_db/call.ts";
import { requireLead } from "../_db/gates.ts";
import { estimateCases } from "../_domain/estimates/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  estimateCases,
  {
    get: ({ db, query }) => callFunction(db, "get_estimate_cases", { result_limit: query.limit }),
    post: ({ db, body }) => callFunction(db, "create_estimate_case", body),
  },
  requireLead,
);
