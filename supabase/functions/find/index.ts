import { callFunction } from "../_db/call.ts";
import { requireInternalViewer } from "../_db/gates.ts";
import { find } from "../_domain/knowledge/find-contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  find,
  {
    get: ({ db, query: { q, kinds, limit } }) =>
      callFunction(db, "find_rows", { query: q, ...(kinds && { kinds }), result_limit: limit }),
  },
  requireInternalViewer,
);
