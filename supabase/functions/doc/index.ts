import { openFile } from "../_db/documents.ts";
import { requireInternalViewer } from "../_db/gates.ts";
import { doc } from "../_domain/documents/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  doc,
  { get: ({ db, query, identity }) => openFile(db, query, identity.url) },
  requireInternalViewer,
);
