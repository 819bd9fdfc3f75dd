import { callFunction } from "../_db/call.ts";
import { password } from "../_domain/identity/account-contract.ts";
import { readEnv } from "../_env.ts";
import { connectAsService } from "../_http/auth.ts";
import { errors } from "../_http/errors.ts";
import { serve } from "../_http/route.ts";

/**
 * The holder of a password link is not signed in, and no anonymous caller executes a function of the database, so this
 * function has the secret key. It acts for the link alone: the database says whether it is valid.
 */
export default serve(password, {
  post: ({ body, identity, requestId }) => {
    const secretKey = readEnv().secretKeys?.["default"];
    if (!secretKey) throw errors.identityProviderNotConfigured();
    const db = connectAsService(identity, secretKey, requestId);
    return callFunction(db, "redeem_password_link", body);
  },
});
