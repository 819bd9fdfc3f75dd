/**
 * The hosts that functions may connect to: the service itself, and those that the operator names. Deno refuses all
 * other connections, so no text of a model, a document or a tenant can cause one, whatever the code does with it.
 */
import { parseEnv } from "../../../supabase/functions/_env.ts";

type Environment = Record<string, string>;

/** Functions that answer people may connect to models, and to no vendor. */
export function reachOfRoutes(env: Environment): string[] {
  const { models, research } = parseEnv(env);
  return addressesOf([env["SUPABASE_URL"], models.chat?.baseUrl, research?.baseUrl]);
}

/** Background functions may connect to vendors and to the embedding model. */
export function reachOfBackground(env: Environment): string[] {
  const { models, vendors } = parseEnv(env);
  return addressesOf([env["SUPABASE_URL"], models.chat?.baseUrl, ...vendors.addresses]);
}

/** In Deno's form: host and port. */
function addressesOf(urls: (string | undefined)[]): string[] {
  const addresses = urls.flatMap((url) => {
    if (url === undefined) return [];
    const { protocol, hostname, port } = new URL(url);
    return [`${hostname}:${port || (protocol === "https:" ? 443 : 80)}`];
  });
  return [...new Set(addresses)];
}
