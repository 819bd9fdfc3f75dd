import { beginIndexing } from "../_db/documents.ts";
import { requireInternalViewer } from "../_db/gates.ts";
import { ingestDoc } from "../_domain/documents/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  ingestDoc,
  { post: ({ db, body }) => beginIndexing(db, body.document_id) },
  requireInternalViewer,
);
