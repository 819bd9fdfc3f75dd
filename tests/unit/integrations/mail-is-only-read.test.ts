/** Mailboxes are read and never written: no credential could send, and no request does. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type ListedVendors, startListedVendors } from "../../support/listed-vendors.ts";

let listed: ListedVendors;
beforeAll(async () => {
  listed = await startListedVendors(1);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => listed.stop());

interface Sent {
  method: string;
  path: string;
  body: string;
}

async function requestsOf(provider: string): Promise<Sent[]> {
  const sent: Sent[] = [];
  const { fetch } = globalThis;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    sent.push({ method: request.method, path: pathname, body: String(init?.body ?? "") });
    return fetch(input, init);
  });
  const { records, cursor } = await listed.list(provider, "emails");
  expect(records.size).toBeGreaterThan(0);
  await listed.list(provider, "emails", cursor);
  return sent;
}

test("Gmail is only read, with a token that can do nothing else", async () => {
  const sent = await requestsOf("gmail");
  const tokens = sent.filter(({ path }) => path.endsWith("/token"));
  expect(tokens.length).toBeGreaterThan(0);
  for (const { body } of tokens) {
    const assertion = new URLSearchParams(body).get("assertion") ?? "";
    expect(decodeJwt(assertion)["scope"]).toBe("https://www.googleapis.com/auth/gmail.readonly");
  }
  const others = sent.filter((request) => !tokens.includes(request));
  expect(new Set(others.map(({ method }) => method))).toEqual(new Set(["GET"]));
  for (const { path } of others) {
    expect(path).toMatch(/\/gmail\/v1\/users\/me\/(?:profile|history|messages(?:\/[^/]+)?)$/);
  }
});

test("Resend is only read", async () => {
  const sent = await requestsOf("resend");
  expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(["GET"]));
  for (const { path } of sent) expect(path).not.toMatch(/\/emails\/?$|\/batch/);
});

test("no function names an endpoint, a scope or a protocol that sends mail", () => {
  const folder = path.resolve(import.meta.dirname, "../../../supabase/functions");
  const SENDS =
    /messages\/send|drafts\/send|sendMail|createReply|gmail\.(?:send|compose|modify|insert)\b|mail\.google\.com|Mail\.Send|emails\/batch|nodemailer|smtps?:\/\/|node:(?:net|tls|dgram)|Deno\.connect/i;
  const files = globSync("**/*.{ts,json}", { cwd: folder }).filter(
    (file) => !file.endsWith("deno.lock") && !file.startsWith("_schema"),
  );
  expect(files.length).toBeGreaterThan(100);
  const sends = files.flatMap((file) => {
    const match = SENDS.exec(readFileSync(path.join(folder, file), "utf8"));
    return match ? [`${file}: ${match[0]}`] : [];
  });
  expect(sends).toEqual([]);
});
