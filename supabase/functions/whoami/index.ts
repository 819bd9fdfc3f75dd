import { callFunction } from "../_db/call.ts";
import { whoami } from "../_domain/identity/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(whoami, {
  get: ({ db }) => callFunction(db, "get_viewer"),
});
