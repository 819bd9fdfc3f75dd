import { readEnv } from "../_env.ts";

/**
 * The address for a browser. The functions of a self-hosted project reach it by an internal address, which is
 * unreachable from outside.
 */
export function publicAddress(address: string): string {
  const { publicUrl } = readEnv();
  return publicUrl === null ? address : publicUrl + address.slice(new URL(address).origin.length);
}

/** Where a vendor sends the pushes of a background function; null if it cannot reach this service. */
export function pushAddress(slug: string): string | null {
  const { pushUrl } = readEnv();
  return pushUrl && `${pushUrl}/functions/v1/${slug}`;
}
