/**
 * A model behind OpenAI's API: a library sends the scripted answers in the API's format. This file adds what no library
 * does: streams that break off, stall or never end.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { LLMock } from "@copilotkit/aimock";

export const modelKey = "sk-mock-model-key";

export interface ModelRequestBody {
  model: string;
  messages: {
    role: "system" | "user" | "assistant" | "tool";
    content: string | null;
    tool_calls?: { id: string; function: { name: string; arguments: string } }[];
    tool_call_id?: string;
  }[];
  tools?: { function: { name: string; description: string; parameters: object } }[];
  [field: string]: unknown;
}

/** The answer of a model. */
export interface ModelAnswer {
  content?: string;
  toolCalls?: { name: string; arguments: string; id?: string }[];
}

/** A malformed answer of a model. */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | {
      /** Objects are sent as events, text unchanged. */
      frames: Iterable<object | string> | AsyncIterable<object | string>;
      ends: "whole" | "breaks off" | "falls silent";
    }
  | "falls silent";

export interface SeenRequest {
  headers: IncomingMessage["headers"];
  body: ModelRequestBody;
  /** The raw body. */
  text: string;
  /** Whether the caller read the answer to its end. */
  ended: Promise<"whole" | "left">;
}

export type Script = (
  body: ModelRequestBody,
  number: number,
  text: string,
) => ModelAnswer | Fault | Promise<ModelAnswer | Fault>;

export interface MockModel {
  /** The base URL, which ends with the version of the API. */
  url: string;
  /** Where the library behind it listens. */
  libraryUrl: string;
  /** Every request for an answer, in order. */
  requests: SeenRequest[];
  /** The answers to the next requests; numbers count from 1. */
  script: Script;
  close(): Promise<void>;
}

const ANSWERED_BY = "x_answer";

/** `chunkSize`: the characters of a chunk. Choose a large one for callers that ask often and read whole answers. */
export async function startMockModel(
  script: Script = () => ({ content: "Yes." }),
  { chunkSize = 12 }: { chunkSize?: number } = {},
): Promise<MockModel> {
  const answers = new Map<number, ModelAnswer>();
  let count = 0;
  const library = new LLMock({ port: 0, host: "127.0.0.1", chunkSize, journalMaxEntries: 1 });
  library.on({ endpoint: "chat" }, (request) => {
    const number = Number(request[ANSWERED_BY]);
    const { content, toolCalls } = answers.get(number) ?? {};
    answers.delete(number);
    if (!toolCalls) return { content: content ?? "" };
    return content === undefined ? { toolCalls } : { content, toolCalls };
  });
  await library.start();

  const server = createServer(async (incoming, outgoing) => {
    // A caller who leaves ends the connection; nothing more can be sent.
    outgoing.on("error", () => {});
    const content = await readBody(incoming).catch(() => undefined);
    if (!content) return void outgoing.destroy();
    const { body, text } = content;
    if (!incoming.url?.endsWith("/v1/chat/completions")) return send(outgoing, 404, {});
    if (incoming.headers.authorization !== `Bearer ${modelKey}`) {
      return send(outgoing, 401, failure("Incorrect API key provided", "invalid_api_key"));
    }
    const { promise: ended, resolve } = Promise.withResolvers<"whole" | "left">();
    const resolveEnd = () => resolve(outgoing.writableFinished ? "whole" : "left");
    outgoing.once("close", resolveEnd);
    // The caller may have disconnected before its request was read.
    if (outgoing.closed) resolveEnd();
    model.requests.push({ headers: incoming.headers, body, text, ended });
    const answer = await model.script(body, model.requests.length, text);
    if (answer === "falls silent") return;
    if ("status" in answer) return send(outgoing, answer.status, answer.body ?? {}, answer.headers);
    if ("frames" in answer) return streamFrames(outgoing, answer);
    count += 1;
    answers.set(count, answer);
    // The scripted answer does not depend on the conversation, so the rest of a long one is dropped, which saves the
    // library work.
    const { tools, messages, ...otherFields } = body;
    passOn(
      library.url,
      { ...otherFields, messages: messages.slice(-1), [ANSWERED_BY]: count },
      outgoing,
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const model: MockModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    libraryUrl: library.url,
    requests: [],
    script,
    async close() {
      server.closeAllConnections();
      await Promise.all([new Promise((resolve) => server.close(resolve)), library.stop()]);
    },
  };
  return model;
}

/** Frames of a stream, for faults. */
export const frame = {
  delta: (content: string) => chunk({ content }),
  /** A part of a tool call. */
  call: (index: number, part: { id?: string; name?: string; arguments?: string }) => {
    const { id, ...callFields } = part;
    return chunk({
      tool_calls: [{ index, ...(id && { id }), type: "function", function: callFields }],
    });
  },
  finish: (reason: string) => chunk({}, reason),
  usage: (usage: object) => ({ ...chunk({}), choices: [], usage }),
  done: "data: [DONE]\n\n",
};

export function failure(message: string, code: string): object {
  return { error: { message, type: "invalid_request_error", param: null, code } };
}

function chunk(delta: object, finish_reason: string | null = null) {
  return {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "mock",
    choices: [{ index: 0, delta, finish_reason }],
  };
}

async function streamFrames(
  outgoing: ServerResponse,
  { frames, ends }: Extract<Fault, { frames: unknown }>,
): Promise<void> {
  outgoing.writeHead(200, { "content-type": "text/event-stream" });
  outgoing.flushHeaders();
  const close = once(outgoing, "close");
  for await (const frame of frames) {
    if (outgoing.destroyed) return;
    const text = typeof frame === "string" ? frame : `data: ${JSON.stringify(frame)}\n\n`;
    if (outgoing.write(text)) continue;
    const drain = Promise.withResolvers<void>();
    outgoing.once("drain", drain.resolve);
    await Promise.race([drain.promise, close]);
    outgoing.off("drain", drain.resolve);
  }
  if (ends === "whole") outgoing.end();
  // Waits until the written bytes are sent, because a reset drops unread ones.
  else if (ends === "breaks off") outgoing.write("", () => outgoing.socket?.end());
}

function passOn(url: string, body: object, outgoing: ServerResponse): void {
  const onward = request(
    `${url}/v1/chat/completions`,
    { method: "POST", headers: { "content-type": "application/json" } },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    },
  );
  onward.on("error", () => outgoing.destroy());
  outgoing.once("close", () => onward.destroy());
  onward.end(JSON.stringify(body));
}

async function readBody(
  incoming: IncomingMessage,
): Promise<{ body: ModelRequestBody; text: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return { body: JSON.parse(text), text };
}

function send(
  outgoing: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  outgoing.writeHead(status, { "content-type": "application/json", ...headers });
  outgoing.end(JSON.stringify(body));
}
