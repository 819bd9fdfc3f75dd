import { readAvailability } from "../_db/calendar.ts";
import { requireInternalViewer } from "../_db/gates.ts";
import { availability } from "../_domain/calendar/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  availability,
  { get: ({ db, query }) => readAvailability(db, query) },
  requireInternalViewer,
);
