/**
 * Where functions may connect to: the service itself, and whom the operator names. Deno refuses everything else, so
 * that no word of a model, a document or a tenant leads anywhere else, whatever the code does with it.
 */
import { parseEnv } from "../../../supabase/functions/_env.ts";

type Environment = Record<string, string>;

/** For whoever answers people: models, and no vendor. */
export function reachOfRoutes(env: Environment): string[] {
  const { models, research } = parseEnv(env);
  return addressesOf([env["SUPABASE_URL"], models.chat?.baseUrl, research?.baseUrl]);
}

/** For whoever works in the background: vendors, and the model that makes vectors. */
export function reachOfBackground(env: Environment): string[] {
  const { models, vendors } = parseEnv(env);
  return addressesOf([env["SUPABASE_URL"], models.chat?.baseUrl, ...vendors.addresses]);
}

/** As Deno takes them: host and port. */
function addressesOf(urls: (string | undefined)[]): string[] {
  const addresses = urls.flatMap((url) => {
    if (url === undefined) return [];
    const { protocol, hostname, port } = new URL(url);
    return [`${hostname}:${port || (protocol === "https:" ? 443 : 80)}`];
  });
  return [...new Set(addresses)];
}
