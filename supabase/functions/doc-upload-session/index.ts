import { beginUpload } from "../_db/documents.ts";
import { requireInternalViewer } from "../_db/gates.ts";
import { docUploadSession } from "../_domain/documents/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  docUploadSession,
  { post: ({ db, body }) => beginUpload(db, body) },
  requireInternalViewer,
);
