import { publicAddress } from "../_db/public-address.ts";
import { config } from "../_domain/platform/contract.ts";
import { readEnv } from "../_env.ts";
import { publishableKey } from "../_http/auth.ts";
import { serve } from "../_http/route.ts";

export default serve(config, {
  get: async ({ identity }) => ({
    supabase_url: publicAddress(identity.url),
    supabase_anon_key: publishableKey(identity),
    password_recovery: readEnv().sendsAuthEmails ? "email" : "admin",
  }),
});
