import { changeAccount } from "../_db/account.ts";
import { callFunction } from "../_db/call.ts";
import { account } from "../_domain/identity/account-contract.ts";
import { serve } from "../_http/route.ts";

export default serve(account, {
  get: ({ db }) => callFunction(db, "get_account"),
  post: ({ db, body }) => changeAccount(db, body),
});
