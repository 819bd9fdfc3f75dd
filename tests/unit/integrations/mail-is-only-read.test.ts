/** Mailboxes are read and never written: no credential could send, and no request does. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type ListedVendors, startListedVendors } from "../../support/listed-vendors.ts";

let vendors: ListedVendors;
beforeAll(async () => {
  vendors = await startListedVendors(1);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => vendors.stop());

interface Sent {
  method: string;
  path: string;
  body: string;
}

async function requestsOf(provider: string): Promise<Sent[]> {
  const requests: Sent[] = [];
  const { fetch } = globalThis;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    requests.push({ method: request.method, path: pathname, body: String(init?.body ?? "") });
    return fetch(input, init);
  });
  const { records, cursor } = await vendors.list(provider, "emails");
  expect(records.size).toBeGreaterThan(0);
  await vendors.list(provider, "emails", cursor);
  return requests;
}

test("Gmail is only read, with a token that can do nothing else", async () => {
  const requests = await requestsOf("gmail");
  const tokens = requests.filter(({ path }) => path.endsWith("/token"));
  expect(tokens.length).toBeGreaterThan(0);
  for (const { body } of tokens) {
    const assertion = new URLSearchParams(body).get("assertion") ?? "";
    expect(decodeJwt(assertion)["scope"]).toBe("https://www.googleapis.com/auth/gmail.readonly");
  }
  const mailRequests = requests.filter((request) => !tokens.includes(request));
  expect(new Set(mailRequests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  for (const { path } of mailRequests) {
    expect(path).toMatch(/\/gmail\/v1\/users\/me\/(?:profile|history|messages(?:\/[^/]+)?)$/);
  }
});

test("Resend is only read", async () => {
  const requests = await requestsOf("resend");
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  for (const { path } of requests) expect(path).not.toMatch(/\/emails\/?$|\/batch/);
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
