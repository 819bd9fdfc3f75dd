/**
 * Sends a request to another process of the stack and streams its response back. It uses node:http, because `fetch` costs
 * about a millisecond of CPU per call, and every request of the gateway shares one event loop.
 */
import http from "node:http";
import { discardRest } from "./discard-rest.ts";

export interface ForwardedRequest {
  url: string;
  method: string;
  headers: Headers;
  body: ReadableStream<Uint8Array> | null;
  /** Called with the number of bytes read so far at each chunk of the body. An exception ends the request. */
  checkSize?(bytes: number): void;
  /** Ends the request when the client disconnects. */
  signal?: AbortSignal;
  /** The time limit for the first byte, and the error when it is exceeded. */
  firstByte?: { ms: number; error(): Error };
  /** Called once, when the request and its response are completely transferred. */
  onEnd?(): void;
}

// Shorter than the 5 s after which a Node server closes an idle connection, because a request must not use a
// connection that is being closed.
const IDLE_MS = 4000;
const agent = new http.Agent({ keepAlive: true, timeout: IDLE_MS });
// Headers that concern a single connection.
const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding"];
const WITHOUT_BODY = [204, 205, 304];
// A response up to this size is read completely, so that it is sent on together with its headers.
const SMALL_BYTES = 65_536;

/** Rejects if no response arrives: with the error of `checkSize` or `firstByte`, or with the connection's. */
export function forwardRequest(options: ForwardedRequest): Promise<Response> {
  const { url, method, body, checkSize, signal, firstByte, onEnd } = options;
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const headers = Object.fromEntries(options.headers);
  for (const name of HOP_BY_HOP) delete headers[name];
  // Node sends the body of a DELETE request only if a header states its length or encoding.
  if (body !== null && headers["content-length"] === undefined) {
    headers["transfer-encoding"] = "chunked";
  }
  const request = http.request(url, { method, headers, agent, ...(signal && { signal }) });
  // With a wrong length, every later request on the connection would begin at the wrong byte. The published types
  // lack this field.
  Object.assign(request, { strictContentLength: true });
  const timer =
    firstByte && setTimeout(() => request.destroy(firstByte.error()), firstByte.ms).unref();
  // An error after the response has begun reaches its reader through the response.
  request.on("error", reject);
  request.once("close", () => {
    clearTimeout(timer);
    onEnd?.();
  });
  request.once("response", (incoming) => {
    clearTimeout(timer);
    responseTo(method, incoming).then(resolve, (error) => {
      request.destroy(error);
      reject(error);
    });
  });
  if (body === null) request.end();
  else void sendBody(body, request, checkSize);
  return promise;
}

async function sendBody(
  body: ReadableStream<Uint8Array>,
  request: http.ClientRequest,
  checkSize: ForwardedRequest["checkSize"],
): Promise<void> {
  const reader = body.getReader();
  let resume = () => {};
  request.on("drain", () => resume());
  request.once("close", () => {
    resume();
    discardRest(reader);
  });
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (request.destroyed) return;
      if (done) break;
      bytes += value.byteLength;
      checkSize?.(bytes);
      if (request.write(value)) continue;
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
      if (request.destroyed) return;
    }
    request.end();
  } catch (error) {
    request.destroy(error as Error);
  }
}

async function responseTo(method: string, incoming: http.IncomingMessage): Promise<Response> {
  const status = incoming.statusCode ?? 0;
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    headers.append(incoming.rawHeaders[i] as string, incoming.rawHeaders[i + 1] as string);
  }
  for (const name of HOP_BY_HOP) headers.delete(name);
  if (method !== "HEAD" && !WITHOUT_BODY.includes(status)) {
    const length = Number(incoming.headers["content-length"] ?? Number.NaN);
    const body =
      length <= SMALL_BYTES ? await bytesOf(incoming).catch(failedBody) : streamOf(incoming);
    return new Response(body, { status, headers });
  }
  incoming.resume();
  return new Response(null, { status, headers });
}

function bytesOf(incoming: http.IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.once("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    incoming.once("error", reject);
  });
}

/** A body that fails with this error when it is read. */
function failedBody(error: Error): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ start: (controller) => controller.error(error) });
}

/** Reads no faster than its reader. */
function streamOf(incoming: http.IncomingMessage): ReadableStream<Uint8Array> {
  let isOpen = true;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      incoming.on("data", (chunk: Buffer) => {
        if (!isOpen) return;
        controller.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
      });
      incoming.once("end", () => {
        if (isOpen) controller.close();
        isOpen = false;
      });
      incoming.once("error", (error) => controller.error(error));
    },
    pull() {
      incoming.resume();
    },
    cancel() {
      isOpen = false;
      incoming.destroy();
    },
  });
}
