import { requireLead } from "../_db/gates.ts";
import { changeSettings, readSettings } from "../_db/settings.ts";
import { settings } from "../_domain/identity/settings-contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  settings,
  {
    get: async ({ db }) => ({ settings: await readSettings(db) }),
    post: async ({ db, body }) => ({ settings: await changeSettings(db, body) }),
  },
  requireLead,
);
