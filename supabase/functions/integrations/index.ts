import { requireLead } from "../_db/gates.ts";
import { changeIntegration, readIntegrations } from "../_db/integrations.ts";
import { integrations } from "../_domain/integrations/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  integrations,
  {
    get: ({ db }) => readIntegrations(db),
    post: ({ db, body }) => changeIntegration(db, body),
  },
  requireLead,
);
