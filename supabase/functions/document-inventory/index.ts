import { readInventory } from "../_db/documents.ts";
import { requireLead } from "../_db/gates.ts";
import { documentInventory } from "../_domain/documents/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  documentInventory,
  { get: ({ db, query }) => readInventory(db, query) },
  requireLead,
);
