/** A stranger who tries many passwords of a person does not find the right one, and does not lock the person out. */
import { createClient } from "@supabase/supabase-js";
import { beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { type Answer, ask, loopback } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";

const stack = inject("stack");
const PASSWORD = "countersign-demo";
let own: OwnOrganization;
beforeAll(async () => {
  own = await makeOrganization();
});
// A busy gateway delays the refusals of one sender, so each test has an address of its own.
let testCount = 0;
beforeEach(() => {
  testCount += 1;
});

function signIn(
  email: string,
  password: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return ask("/auth/v1/token?grant_type=password", {
    headers: { apikey: stack.publishable_key, ...headers },
    body: { email, password },
    localAddress: loopback(80 + testCount),
  });
}

/** The cookie of a device, as a browser sends it back. */
function cookieOf(answer: Answer): string {
  const [cookie = ""] = answer.headers.getSetCookie();
  return cookie.split(";")[0] ?? "";
}

/** Guesses until a guess is refused with 429, and returns the number of guesses before it. */
async function guessUntilRefused(email: string, headers?: Record<string, string>): Promise<number> {
  for (let guesses = 0; ; guesses++) {
    const { status } = await signIn(email, `wrong ${guesses}`, headers);
    if (status === 429) return guesses;
    expect(status).toBe(400);
  }
}

describe("a stranger who guesses the password of a person", () => {
  test("is soon refused, even with the right password and with a forged address", async () => {
    const { email } = own.people.member;
    const answer = await signIn(email, PASSWORD);
    expect(answer.status).toBe(200);
    let guesses = 0;
    // Each wait is twice as long as the previous one, so few guesses pass even on a slow machine.
    for (let n = 0; n < 40; n++) {
      const headers = { "x-forwarded-for": `203.0.113.${n}` };
      if ((await signIn(email, `wrong ${n}`, headers)).status !== 429) guesses++;
    }
    expect(guesses).toBeLessThan(15);
    await guessUntilRefused(email);
    expect((await signIn(email, PASSWORD)).status).toBe(429);
  });

  test("does not keep the person out of a device on which they have signed in before", async () => {
    const { email } = own.people.lead;
    const first = await signIn(email, PASSWORD);
    const cookie = cookieOf(first);
    const [setCookie] = first.headers.getSetCookie();
    expect(setCookie).toMatch(/; Path=\/auth\/v1; Max-Age=\d+; HttpOnly; SameSite=Strict$/);

    await guessUntilRefused(email);
    expect((await signIn(email, PASSWORD)).status).toBe(429);
    expect((await signIn(email, "wrong", { cookie })).status).toBe(400);
    expect((await signIn(email, PASSWORD, { cookie })).status).toBe(200);
    // That sign-in ended the wait for every device.
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  test("gains nothing from another person's known device, or from a forged one", async () => {
    const { admin, lead } = own.people;
    const other = cookieOf(await signIn(lead.email, PASSWORD));
    const real = cookieOf(await signIn(admin.email, PASSWORD));
    const name = real.split("=")[0] ?? "";
    const forgedCookies = [
      other,
      real.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
      real.replace(/=[^.]*/, "=another-device"),
      real.replace(/\.(\d+)\./, ".9999999999."),
      `${name}=${other.slice(other.indexOf("=") + 1)}`,
      `${name}=`,
    ];
    await guessUntilRefused(admin.email);
    for (const cookie of forgedCookies) {
      expect([cookie, (await signIn(admin.email, PASSWORD, { cookie })).status]).toEqual([
        cookie,
        429,
      ]);
    }
    expect((await signIn(admin.email, PASSWORD, { cookie: `${other}; ${real}` })).status).toBe(200);
  });

  test("delays no one else, though all requests come from one address", async () => {
    await guessUntilRefused(own.people.client.email);
    for (const { email } of [own.people.lead, own.people.admin]) {
      expect((await signIn(email, PASSWORD)).status).toBe(200);
    }
  });
});

test("a known device with wrong guesses waits too", async () => {
  const other = await makeOrganization();
  const { email } = other.people.lead;
  const cookie = cookieOf(await signIn(email, PASSWORD));
  expect(await guessUntilRefused(email, { cookie })).toBeLessThan(25);
  // On other devices, the person does not wait.
  expect((await signIn(email, PASSWORD)).status).toBe(200);
});

test("requesting a code by email does not make a device known", async () => {
  const answer = await fetch(`${stack.url}/auth/v1/otp`, {
    method: "POST",
    headers: { apikey: stack.publishable_key, "content-type": "application/json" },
    body: JSON.stringify({ email: own.people.lead.email }),
  });
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
});

test("supabase-js still signs in, refreshes and signs out", async () => {
  const other = await makeOrganization();
  const client = createClient(stack.url, stack.publishable_key, {
    auth: { persistSession: false },
  });
  const { email } = other.people.member;
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await client.auth.signOut()).error).toBeNull();
});
