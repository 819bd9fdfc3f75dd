import { writeDraft } from "../_chat/write-draft.ts";
import { callFunction } from "../_db/call.ts";
import { requireLead } from "../_db/gates.ts";
import { deliverableDrafts } from "../_domain/drafts/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  deliverableDrafts,
  {
    get: ({ db, query }) => callFunction(db, "get_draft", query),
    post: ({ db, body, signal }) =>
      writeDraft(
        db,
        {
          projectId: body.project_id,
          title: body.title,
          fromOn: body.from_on,
          toOn: body.to_on,
          profile: body.authoring_profile_id
            ? { id: body.authoring_profile_id }
            : { key: body.profile_key ?? "client-readout" },
        },
        signal,
      ),
  },
  requireLead,
);
