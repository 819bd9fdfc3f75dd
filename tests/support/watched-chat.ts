/** The chat routes in this process. Their output, connections and model input are recorded. */
import net from "node:net";
import { inject, vi } from "vitest";
import { configureChat } from "./chat-in-process.ts";
import { owner } from "./database.ts";
import { type MockModel, type Script, type SeenRequest, startMockModel } from "./mock-model.ts";

export interface WatchedChat {
  model: MockModel;
  /** The output of the process. */
  logs: string[];
  /** Every address that this process has connected to, and how often. */
  connections: Map<string, number>;
  /** The permitted addresses: the stack, its database and the model. */
  allowed: Set<string>;
  stop(): Promise<void>;
}

const LIMITED = ["chat", "chat-stream"];

export async function watchChat(script: Script): Promise<WatchedChat> {
  const stack = inject("stack");
  const model = await startMockModel(script, { chunkSize: 16_000 });
  await configureChat(model, { EMBEDDING_MODEL: "none" });

  const logs: string[] = [];
  for (const level of ["debug", "info", "log", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((...values) => {
      logs.push(values.map(inWords).join(" "));
    });
  }
  const connections = new Map<string, number>();
  const connect = net.Socket.prototype.connect;
  vi.spyOn(net.Socket.prototype, "connect").mockImplementation(function (
    this: net.Socket,
    ...args: unknown[]
  ) {
    const address = addressOf(args);
    connections.set(address, (connections.get(address) ?? 0) + 1);
    return (connect as (...parameters: unknown[]) => net.Socket).apply(this, args);
  });
  // Not max_calls: each process of the background functions sets it from its environment, at any time.
  const limits =
    await owner`select route, default_calls from private.rate_limit_settings where route in ${owner(LIMITED)}`;
  await owner`update private.rate_limit_settings set default_calls = 10000 where route in ${owner(LIMITED)}`;

  return {
    model,
    logs,
    connections,
    allowed: new Set([stack.url, stack.database_url, model.url, model.libraryUrl].map(hostOf)),
    async stop() {
      vi.restoreAllMocks();
      for (const { route, default_calls } of limits) {
        await owner`update private.rate_limit_settings set default_calls = ${default_calls} where route = ${route}`;
      }
      await model.close();
    },
  };
}

/** The person who asked a question, as the model sees it. */
export function askerOf({ text }: SeenRequest): string {
  return /Who asks: (\w+)/.exec(text)?.[1] ?? "nobody";
}

const inWords = (value: unknown) =>
  value instanceof Error ? `${value.stack} ${JSON.stringify(value)}` : String(value);

function hostOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port}`;
}

/** The target of a socket, in whichever form the arguments name it. */
function addressOf(args: unknown[]): string {
  const first = (Array.isArray(args[0]) ? args[0][0] : args[0]) as
    | { host?: string; port?: number; path?: string }
    | number;
  if (typeof first === "number") {
    return `${typeof args[1] === "string" ? args[1] : "localhost"}:${first}`;
  }
  return first.path ?? `${first.host ?? "localhost"}:${first.port}`;
}
