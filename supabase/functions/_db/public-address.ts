import { readEnv } from "../_env.ts";

/**
 * The address at which browsers reach the project. The functions of a self-hosted project use an internal address,
 * which is unreachable from outside.
 */
export function publicAddress(address: string): string {
  const { publicUrl } = readEnv();
  return publicUrl === null ? address : publicUrl + address.slice(new URL(address).origin.length);
}

/**
 * The address to which a vendor sends the pushes for a background function; null if no vendor can reach this service.
 */
export function pushAddress(slug: string): string | null {
  const { pushUrl } = readEnv();
  return pushUrl && `${pushUrl}/functions/v1/${slug}`;
}
