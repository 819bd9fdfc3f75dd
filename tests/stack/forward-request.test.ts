import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { forwardRequest } from "../../scripts/stack/forward-request.ts";

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

let answer: Answer = () => {};
let url: string;
const server = http.createServer((incoming, outgoing) => answer(incoming, outgoing));

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?x=1`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function streamOf(...chunks: string[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk)));
}

const echo: Answer = async (incoming, outgoing) => {
  let body = "";
  for await (const chunk of incoming) body += chunk;
  const { method, url: path, headers } = incoming;
  outgoing.writeHead(418, [
    ...["set-cookie", "a=1"],
    ...["set-cookie", "b=2"],
    ...["content-type", "application/json"],
  ]);
  outgoing.end(JSON.stringify({ method, path, headers, body }));
};

test.each(["POST", "PUT", "PATCH", "DELETE"])("a %s is forwarded with its body", async (method) => {
  answer = echo;
  const headers = new Headers({ "x-own": "kept", connection: "close" });
  const response = await forwardRequest({ url, method, headers, body: streamOf("one ", "two") });
  expect(response.status).toBe(418);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(await response.json()).toMatchObject({
    method,
    path: "/path?x=1",
    headers: { "x-own": "kept", connection: "keep-alive" },
    body: "one two",
  });
});

test.each(["GET", "HEAD", "DELETE"])("a %s is forwarded without a body", async (method) => {
  answer = echo;
  const onEnd = vi.fn();
  const response = await forwardRequest({ url, method, headers: new Headers(), body: null, onEnd });
  expect(response.status).toBe(418);
  const text = await response.text();
  if (method === "HEAD") expect(text).toBe("");
  else expect(JSON.parse(text)).toMatchObject({ method, body: "" });
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
});

test("a body that is too large rejects with the error of the size check, and ends the request", async () => {
  const start = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  answer = (incoming) => {
    incoming.once("data", () => start.resolve()).once("close", () => end.resolve());
  };
  async function* body() {
    yield new TextEncoder().encode("12345");
    await start.promise;
    yield new TextEncoder().encode("67890");
  }
  const onEnd = vi.fn();
  const response = forwardRequest({
    url,
    method: "POST",
    headers: new Headers(),
    body: ReadableStream.from(body()),
    checkSize(bytes) {
      if (bytes > 8) throw new Error("too large");
    },
    onEnd,
  });
  await expect(response).rejects.toThrow("too large");
  await end.promise;
  expect(onEnd).toHaveBeenCalledOnce();
});

test("a body that is longer than its announced length is refused", async () => {
  answer = echo;
  const headers = new Headers({ "content-length": "3" });
  const response = forwardRequest({ url, method: "POST", headers, body: streamOf("12345") });
  await expect(response).rejects.toThrow();
});

test("a late first byte rejects the request", async () => {
  answer = () => {};
  const firstByte = { ms: 10, error: () => new Error("too late") };
  const options = { url, method: "GET", headers: new Headers(), body: null, firstByte };
  await expect(forwardRequest(options)).rejects.toThrow("too late");
});

test("the request ends when the client leaves or the reader cancels", async () => {
  for (const leave of ["abort", "cancel"]) {
    const close = new Promise((resolve) => {
      answer = (_, outgoing) => {
        outgoing.once("close", resolve).write("first");
      };
    });
    const client = new AbortController();
    const onEnd = vi.fn();
    const { body } = await forwardRequest({
      url,
      method: "GET",
      headers: new Headers(),
      body: null,
      signal: client.signal,
      onEnd,
    });
    const reader = body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
    expect(onEnd).not.toHaveBeenCalled();
    if (leave === "abort") {
      client.abort();
      await expect(reader?.read()).rejects.toThrow();
    } else {
      await reader?.cancel();
    }
    await close;
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  }
});

test("a response that breaks off is an error for its reader", async () => {
  answer = (_, outgoing) => {
    outgoing.writeHead(200, { "content-length": "100" });
    outgoing.write("half", () => outgoing.destroy());
  };
  const options = { url, method: "GET", headers: new Headers(), body: null };
  const response = await forwardRequest(options);
  await expect(response.text()).rejects.toThrow();
});
