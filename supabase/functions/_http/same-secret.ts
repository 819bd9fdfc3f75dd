import { timingSafeEqual } from "deno-std/crypto/timing_safe_equal.js";

/** Whether two secrets are equal. The time that the comparison takes reveals nothing about them, not even a length. */
export async function isSameSecret(left: string, right: string): Promise<boolean> {
  return timingSafeEqual(await digestOf(left), await digestOf(right));
}

function digestOf(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
}
