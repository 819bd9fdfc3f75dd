/** A model server that speaks OpenAI's Chat Completions, streaming, and answers as a test has it. Keeps what it was sent. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ModelSaw {
  path: string;
  /** The body as it came. */
  text: string;
  messages: { role: string; content: string | null }[];
  tools: string[];
}

export interface ModelSays {
  text?: string;
  calls?: { name: string; arguments: string }[];
  /** A failure that repeats this, instead. */
  fails?: string;
}

export interface ScriptedModel {
  /** For OPENAI_BASE_URL. */
  url: string;
  port: number;
  seen: ModelSaw[];
  close(): Promise<void>;
}

export async function startScriptedModel(
  script: (saw: ModelSaw) => ModelSays,
): Promise<ScriptedModel> {
  const seen: ModelSaw[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString("utf8");
    const { messages, tools } = JSON.parse(text) as {
      messages: ModelSaw["messages"];
      tools?: { function: { name: string } }[];
    };
    const saw = {
      path: incoming.url ?? "",
      text,
      messages,
      tools: (tools ?? []).map((tool) => tool.function.name),
    };
    seen.push(saw);
    const { text: said = "", calls = [], fails } = script(saw);
    if (fails !== undefined) {
      outgoing.writeHead(500, { "content-type": "application/json" });
      outgoing.end(
        JSON.stringify({ error: { message: fails, type: fails, code: fails, param: fails } }),
      );
      return;
    }
    outgoing.writeHead(200, { "content-type": "text/event-stream" });
    const send = (delta: object, finish_reason: string | null = null) =>
      outgoing.write(
        `data: ${JSON.stringify({
          id: "chatcmpl-1",
          object: "chat.completion.chunk",
          created: 1,
          model: "scripted",
          choices: [{ index: 0, delta, finish_reason }],
        })}\n\n`,
      );
    if (said) send({ role: "assistant", content: said });
    for (const [index, { name, arguments: given }] of calls.entries()) {
      const call = { index, id: `call_${index}`, type: "function" };
      send({ tool_calls: [{ ...call, function: { name, arguments: given } }] });
    }
    send({}, calls.length > 0 ? "tool_calls" : "stop");
    outgoing.end("data: [DONE]\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    port,
    seen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
