import { questionVector } from "../_chat/question-vector.ts";
import { requireInternalViewer } from "../_db/gates.ts";
import { searchPassages } from "../_db/search.ts";
import { search } from "../_domain/knowledge/search-contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  search,
  {
    post: async ({ db, body, requestId }) =>
      searchPassages(db, body, await questionVector(db, body.query, requestId)),
  },
  requireInternalViewer,
);
