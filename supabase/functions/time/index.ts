import { requireInternalViewer } from "../_db/gates.ts";
import { changeTime, readTime } from "../_db/time.ts";
import { time } from "../_domain/work/time-contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  time,
  {
    get: ({ db, query }) => readTime(db, query),
    post: ({ db, body }) => changeTime(db, body),
  },
  requireInternalViewer,
);
