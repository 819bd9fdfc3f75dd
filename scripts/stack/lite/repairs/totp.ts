/** Time-based one-time passwords (RFC 6238) like those of authenticator apps: SHA-1, six digits, 30 seconds. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const STEP_MS = 30_000;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const SECRET_BYTES = 20;

/** A new secret in base32, the form for apps. */
export function createTotpSecret(): string {
  let bits = "";
  for (const byte of randomBytes(SECRET_BYTES)) bits += byte.toString(2).padStart(8, "0");
  return bits.replace(/.{5}/g, (five) => ALPHABET[Number.parseInt(five, 2)] as string);
}

export function totpStepAt(ms: number): number {
  return Math.floor(ms / STEP_MS);
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", decodeBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) as number) & 0xf;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, "0");
}

/** The time step of a correct code: the current, previous or next one. Undefined for a wrong code. */
export function stepOfTotpCode(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const present = totpStepAt(now);
  return [present, present - 1, present + 1].find((step) =>
    timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code)),
  );
}

/** The address that a QR code shows to an app. */
export function totpAddress(issuer: string, email: string, secret: string): string {
  const query = new URLSearchParams({
    algorithm: "SHA1",
    digits: "6",
    issuer,
    period: "30",
    secret,
  });
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?${query}`;
}

function decodeBase32(text: string): Buffer {
  let bits = "";
  for (const letter of text) bits += ALPHABET.indexOf(letter).toString(2).padStart(5, "0");
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}
