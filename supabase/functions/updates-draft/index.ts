import { writeDraft } from "../_chat/write-draft.ts";
import { requireLead } from "../_db/gates.ts";
import { updatesDraft } from "../_domain/drafts/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  updatesDraft,
  {
    post: ({ db, body, signal }) =>
      writeDraft(
        db,
        {
          projectId: body.project_id,
          fromOn: body.from_on,
          toOn: body.to_on,
          ...(body.kind === "client" && { profile: { key: "client-readout" } }),
        },
        signal,
      ),
  },
  requireLead,
);
