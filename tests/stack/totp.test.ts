import { expect, test } from "vitest";
import {
  createTotpSecret,
  stepOfTotpCode,
  totpAddress,
  totpCode,
} from "../../scripts/stack/lite/repairs/totp.ts";

/** "12345678901234567890" in base32, the secret of the test vectors in RFC 6238. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("the code at second %i is that of the standard", (seconds, code) => {
  expect(totpCode(SECRET, Math.floor(seconds / 30))).toBe(code);
});

test("the codes of the previous, current and next step are valid, and no others", () => {
  const now = 1_111_111_109_000;
  const currentStep = Math.floor(now / 30_000);
  const accepted = [-2, -1, 0, 1, 2].map((by) =>
    stepOfTotpCode(SECRET, totpCode(SECRET, currentStep + by), now),
  );
  expect(accepted).toEqual([undefined, currentStep - 1, currentStep, currentStep + 1, undefined]);
});

test.each(["", "28708", "2870820", "abcdef", " 87082", "２８７０８２"])(
  "%j is not a code",
  (code) => {
    expect(stepOfTotpCode(SECRET, code, 59_000)).toBeUndefined();
  },
);

test("a new secret has 160 bits in base32, and its address names the account", () => {
  const secret = createTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(createTotpSecret()).not.toBe(secret);
  expect(totpAddress("Countersign", "ada+x@demo.test", secret)).toBe(
    `otpauth://totp/Countersign:ada%2Bx%40demo.test?algorithm=SHA1&digits=6&issuer=Countersign&period=30&secret=${secret}`,
  );
});
