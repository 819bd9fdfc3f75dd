import { changeDocument } from "../_db/documents.ts";
import { requireInternalViewer } from "../_db/gates.ts";
import { documents } from "../_domain/documents/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  documents,
  { post: ({ db, body }) => changeDocument(db, body) },
  requireInternalViewer,
);
