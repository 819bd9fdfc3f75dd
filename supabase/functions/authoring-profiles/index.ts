import { listProfiles, saveProfile } from "../_db/drafts.ts";
import { requireLead } from "../_db/gates.ts";
import { authoringProfiles } from "../_domain/drafts/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  authoringProfiles,
  {
    get: ({ db }) => listProfiles(db),
    post: ({ db, body }) => saveProfile(db, body),
  },
  requireLead,
);
