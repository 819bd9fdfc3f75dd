/**
 * Devices with an earlier sign-in. The token of a device is a cookie that no script can read, sent only to Auth and
 * bound to one email address. It grants no access. It only exempts its holder from waits that strangers cause, and
 * helps nobody without the right password.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";

export interface KnownDevices {
  /** The id of the device, if this Cookie header proves that this address signed in on it. */
  find(cookies: string | undefined, email: string): string | undefined;
  /** The Set-Cookie header that makes a device known; with the same id if it was known before. */
  remember(email: string, id?: string): string;
}

const YEAR_SECONDS = 31_536_000;

export function createKnownDevices(secret: string, now: () => number = Date.now): KnownDevices {
  const key = createHmac("sha256", secret).update("known devices").digest();
  const sign = (id: string, expires: number, email: string) =>
    createHmac("sha256", key).update(`${id}\0${expires}\0${email}`).digest("base64url");

  return {
    find(cookies, address) {
      const email = normalize(address);
      const name = nameOf(email);
      for (const cookie of cookies?.split(";") ?? []) {
        const [cookieName, value] = cookie.trim().split("=", 2);
        if (cookieName !== name || value === undefined) continue;
        const [id = "", expires = "", signature = ""] = value.split(".");
        if (!(Number(expires) > now() / 1000)) continue;
        if (isEqual(signature, sign(id, Number(expires), email))) return id;
      }
      return undefined;
    },
    remember(address, id = randomUUID()) {
      const email = normalize(address);
      const expires = Math.floor(now() / 1000) + YEAR_SECONDS;
      const value = `${id}.${expires}.${sign(id, expires, email)}`;
      return `${nameOf(email)}=${value}; Path=/auth/v1; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Strict`;
    },
  };
}

function normalize(email: string): string {
  return email.trim().toLowerCase();
}

/** One cookie for each person who signs in on the device. */
function nameOf(email: string): string {
  return `device-${createHash("sha256").update(email).digest("hex").slice(0, 12)}`;
}

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
