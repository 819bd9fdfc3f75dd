import { serveFile } from "../_db/files.ts";
import { docFile } from "../_domain/documents/contract.ts";
import { readEnv } from "../_env.ts";
import { connectAsService } from "../_http/auth.ts";
import { errors } from "../_http/errors.ts";
import { serve } from "../_http/route.ts";

/**
 * This function has the secret key, because only that key may read documents in Storage. It acts only for the person
 * of the ticket, and the database decides whether that person may see the document now.
 */
export default serve(docFile, {
  get: ({ query, identity, requestId, signal }) => {
    const secretKey = readEnv().secretKeys?.["default"];
    if (!secretKey) throw errors.identityProviderNotConfigured();
    return serveFile(connectAsService(identity, secretKey, requestId), query.ticket, signal);
  },
});
