import { changeCalendar, readCalendar } from "../_db/calendar.ts";
import { requireInternalViewer } from "../_db/gates.ts";
import { calendar } from "../_domain/calendar/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  calendar,
  {
    get: ({ db, query }) => readCalendar(db, query),
    post: ({ db, body }) => changeCalendar(db, body),
  },
  requireInternalViewer,
);
