/** Bodies that are large, unauthorized or endless: they cost neither memory nor another person's turn. */
import http from "node:http";
import { afterEach, describe, expect, inject, test } from "vitest";
import { beginUpload, put, storedFile } from "../service/document-uploading.ts";
import { owner } from "../support/database.ts";
import { codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { loadOfGateway } from "./gateway-load.ts";

const stack = inject("stack");
const MB = 1_048_576;
const openRequests: http.ClientRequest[] = [];
afterEach(async () => {
  for (const request of openRequests.splice(0)) request.destroy();
  await expect.poll(async () => (await loadOfGateway()).bodies.bytes).toBe(0);
  await expect.poll(async () => (await loadOfGateway()).gates.uploads.running).toBe(0);
});

interface Unfinished {
  /** The status, or undefined while the stack waits for the rest. */
  status(): number | undefined;
}

/** Sends a part of a body and announces more. */
function sendPart(
  path: string,
  headers: Record<string, string>,
  { bytes = MB, method = "PUT", length = 50 * MB } = {},
): Unfinished {
  let status: number | undefined;
  const request = http.request(stack.url + path, {
    method,
    headers: { "content-type": "text/plain", "content-length": length, ...headers },
  });
  request.on("response", (answer) => {
    status = answer.statusCode;
    answer.resume();
  });
  request.on("error", () => {});
  request.write(new Uint8Array(bytes));
  openRequests.push(request);
  return { status: () => status };
}

const withKey = (token?: string): Record<string, string> => ({
  apikey: stack.publishable_key,
  ...(token && { authorization: token }),
});

describe("an upload whose URL does not permit it", () => {
  test.each([
    ["without a token", "", 400],
    ["with an unsigned token", "?token=e30.e30.e30", 400],
  ])("%s is refused before its body has arrived", async (_, query, status) => {
    const path = `/storage/v1/object/upload/sign/documents/a/b/c.txt${query}`;
    const attacks = Array.from({ length: 12 }, () => sendPart(path, {}));
    for (const attack of attacks) await expect.poll(attack.status).toBe(status);
    expect((await loadOfGateway()).gates.uploads.running).toBe(0);
  });

  test("without a key is refused before its body has arrived", async () => {
    const attack = sendPart("/storage/v1/object/documents/a.txt", {}, { method: "POST" });
    await expect.poll(attack.status).toBe(401);
  });
});

describe("with permission", () => {
  let own: OwnOrganization;
  const make = async () => {
    own ??= await makeOrganization();
    return own;
  };

  test("unfinished uploads stay within their sender's share of the disk, and other people can upload", async () => {
    const { people, alphaId } = await make();
    const sessions = await Promise.all(
      Array.from({ length: 5 }, () => beginUpload(people.member, alphaId)),
    );
    for (const { signed_url } of sessions) {
      const { pathname, search } = new URL(signed_url, stack.url);
      sendPart(pathname + search, {});
    }
    await expect.poll(async () => (await loadOfGateway()).gates.uploads.waiting).toBe(2);
    const { gates, bodies } = await loadOfGateway();
    expect([gates.uploads.running, gates.uploads.maxRunning.member]).toEqual([3, 3]);
    expect(bodies.bytes).toBe(0);

    const session = await beginUpload(people.lead, alphaId);
    const text = new TextEncoder().encode("The supplier waits for a call.\n");
    expect((await put(session.signed_url, text)).status).toBe(200);
    expect(await storedFile(session.path)).toMatchObject({ objects: 1 });
  });

  test("unfinished bodies for the Data API share little memory, and a decision still gets enough", async () => {
    const { people, betaId } = await make();
    const part = { bytes: MB, method: "POST", length: 1.5 * MB };
    for (let n = 0; n < 8; n++) {
      sendPart("/rest/v1/rpc/get_viewer", people.member.headers, part);
    }
    await expect.poll(async () => (await loadOfGateway()).bodies.bytes).toBeGreaterThan(2 * MB);
    expect((await loadOfGateway()).bodies.maxBytes).toBeLessThanOrEqual(
      (await loadOfGateway()).bodies.limit,
    );
    // The refused body is read to its end, so that the next request may use the same connection.
    for (let n = 0; n < 3; n++) {
      const refusal = await people.member.ask("/rest/v1/rpc/get_viewer", {
        body: JSON.stringify({ text: "x".repeat(1.9 * MB) }),
      });
      expect([refusal.status, codeOf(refusal)]).toEqual([429, "too_many_at_once"]);
    }

    const card = await people.lead.ask("/rest/v1/rpc/propose_approval", {
      body: { kind: "task_create", project_id: betaId, payload: { title: "Served meanwhile" } },
    });
    expect(card.status).toBe(200);
  });

  test("the body of a member, an outsider or an anonymous caller must be small", async () => {
    const { people } = await make();
    const large = { body: JSON.stringify({ text: "x".repeat(3 * MB) }) };
    const small = {
      method: "POST",
      headers: { ...withKey(), "content-type": "application/json" },
      body: JSON.stringify({ text: "x".repeat(300_000) }),
    };
    const [member, anonymous, signIn, lead] = await Promise.all([
      people.member.ask("/rest/v1/rpc/get_viewer", large),
      fetch(`${stack.url}/rest/v1/rpc/get_viewer`, small),
      fetch(`${stack.url}/auth/v1/token?grant_type=password`, small),
      people.lead.ask("/rest/v1/rpc/get_viewer", large),
    ]);
    expect([member.status, codeOf(member)]).toEqual([413, "payload_too_large"]);
    expect([anonymous.status, signIn.status]).toEqual([413, 413]);
    // Larger than a member's limit, within an import's: it is read, and then refused because the function has no such
    // argument.
    expect([lead.status, codeOf(lead)]).toEqual([404, "PGRST202"]);
  });

  test("a large file arrives unchanged, as bytes and in a form", async () => {
    await owner`
      insert into storage.buckets (id, name, public) values ('hostile', 'hostile', false)
      on conflict do nothing`;
    const bytes = new Uint8Array(3 * MB).map((_, n) => n % 251);
    const form = new FormData();
    form.append("cacheControl", "60");
    form.append("", new Blob([bytes], { type: "application/x-test" }));
    const headers = { apikey: stack.secret_key, authorization: `Bearer ${stack.secret_key}` };
    // A form takes the same path to the disk, and is then searched for its file. Both are more than one megabyte, so they
    // are written in several steps; they are not larger, because a busy gateway slows large bodies.
    for (const [name, body] of [
      ["bytes", bytes],
      ["form", form],
    ] as const) {
      const address = `${stack.url}/storage/v1/object/hostile/${name}`;
      const upload = await fetch(address, {
        method: "POST",
        headers: { ...headers, "x-upsert": "true" },
        body,
      });
      expect([name, upload.status]).toEqual([name, 200]);
      const content = new Uint8Array(await (await fetch(address, { headers })).arrayBuffer());
      expect(Buffer.compare(content, bytes)).toBe(0);
      const part = await fetch(address, { headers: { ...headers, range: "bytes=65530-65545" } });
      expect([...new Uint8Array(await part.arrayBuffer())]).toEqual([
        ...bytes.slice(65_530, 65_546),
      ]);
    }
    await fetch(`${stack.url}/storage/v1/object/hostile`, {
      method: "DELETE",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ prefixes: ["bytes", "form"] }),
    });
    await owner`delete from storage.buckets where id = 'hostile'`;
  });
});
