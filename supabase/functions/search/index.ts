import { requireInternalViewer } from "../_db/gates.ts";
import { searchChunks } from "../_db/search.ts";
import { search } from "../_domain/knowledge/search-contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  search,
  { post: ({ db, body }) => searchChunks(db, body) },
  requireInternalViewer,
);
