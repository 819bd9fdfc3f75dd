/** Answers as a model would stream them, at the pace of a test: the page asks, and this speaks the protocol. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import type { ChatEvent } from "../../supabase/functions/_domain/chat/contract.ts";

export interface Answer {
  say: (...events: ChatEvent[]) => void;
  /** Ends without a word of an end. */
  cut: () => void;
  /** When the page has hung up. */
  gone: Promise<void>;
  asked: Record<string, unknown>;
}

export interface Script {
  next: () => Promise<Answer>;
  close: () => Promise<void>;
}

/** From here on the page's questions come to the test. */
export async function scriptAnswers(page: Page): Promise<Script> {
  const waiting: Answer[] = [];
  const wanted: ((answer: Answer) => void)[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const answer = answerWith(response, JSON.parse(body));
    const want = wanted.shift();
    if (want) want(answer);
    else waiting.push(answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await page.route("**/api/chat-stream", (route) => route.continue({ url }));
  return {
    next: () =>
      new Promise((resolve) => {
        const answer = waiting.shift();
        if (answer) resolve(answer);
        else wanted.push(resolve);
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function answerWith(response: ServerResponse, asked: Record<string, unknown>): Answer {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  return {
    asked,
    say: (...events) => {
      for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
      const last = events.at(-1)?.type;
      if (last === "done" || last === "error") response.end();
    },
    cut: () => void response.destroy(),
    gone: once(response, "close").then(() => undefined),
  };
}
