import { callFunction } from "../_db/call.ts";
import { requireInternalViewer } from "../_db/gates.ts";
import { markMyWork } from "../_db/my-work.ts";
import { myWork } from "../_domain/work/my-work-contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  myWork,
  {
    get: ({ db }) => callFunction(db, "get_my_work"),
    post: ({ db, body }) => markMyWork(db, body),
  },
  requireInternalViewer,
);
