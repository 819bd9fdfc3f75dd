import { callFunction } from "../_db/call.ts";
import { password } from "../_domain/identity/account-contract.ts";
import { readEnv } from "../_env.ts";
import { connectAsService } from "../_http/auth.ts";
import { errors } from "../_http/errors.ts";
import { serve } from "../_http/route.ts";

/**
 * This function has the secret key, because the holder of a password link is not signed in, and an anonymous caller
 * may not execute a database function. It acts only for the link, and the database decides whether the link is valid.
 */
export default serve(password, {
  post: ({ body, identity, requestId }) => {
    const secretKey = readEnv().secretKeys?.["default"];
    if (!secretKey) throw errors.identityProviderNotConfigured();
    const db = connectAsService(identity, secretKey, requestId);
    return callFunction(db, "redeem_password_link", body);
  },
});
