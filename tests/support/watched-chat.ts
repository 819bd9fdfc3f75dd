/**
 * The two chat routes in this process, against the running stack and a scripted model: whatever they connect to,
 * print and send is seen here.
 */
import { randomUUID } from "node:crypto";
import net from "node:net";
import { inject, vi } from "vitest";
import type { ChatEvent } from "../../supabase/functions/_domain/chat/contract.ts";
import chatRoute from "../../supabase/functions/chat/index.ts";
import chatStreamRoute from "../../supabase/functions/chat-stream/index.ts";
import { owner } from "./database.ts";
import type { OwnPerson } from "./own-organization.ts";
import {
  type ModelSaw,
  type ModelSays,
  type ScriptedModel,
  startScriptedModel,
} from "./scripted-model.ts";

export interface Turned {
  status: number;
  text: string;
  events: ChatEvent[];
}

export interface ChatInProcess {
  model: ScriptedModel;
  /** What was printed. */
  logs: string[];
  /** Every address that this process has connected to, and how often. */
  connections: Map<string, number>;
  /** Where it may: the stack, its database and the model. */
  allowed: Set<string>;
  ask(
    person: OwnPerson,
    body: { question: string; as?: string },
  ): Promise<{ status: number; text: string }>;
  turn(
    person: OwnPerson,
    body: { question: string; session_id?: string; as?: string },
  ): Promise<Turned>;
  stop(): Promise<void>;
}

const LIMITED = ["chat", "chat-stream"];

export async function startChat(script: (saw: ModelSaw) => ModelSays): Promise<ChatInProcess> {
  const stack = inject("stack");
  const model = await startScriptedModel(script);
  const jwks = await (await fetch(`${stack.url}/auth/v1/.well-known/jwks.json`)).text();
  const variables: Record<string, string> = {
    SUPABASE_URL: stack.url,
    SUPABASE_PUBLISHABLE_KEY: stack.publishable_key,
    SUPABASE_JWKS: jwks,
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: model.url,
    EMBEDDING_MODEL: "none",
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);

  const logs: string[] = [];
  for (const level of ["debug", "info", "log", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((...said) => {
      logs.push(
        said
          .map((one) =>
            one instanceof Error ? `${one.stack} ${JSON.stringify(one)}` : String(one),
          )
          .join(" "),
      );
    });
  }
  const connections = new Map<string, number>();
  const connect = net.Socket.prototype.connect;
  vi.spyOn(net.Socket.prototype, "connect").mockImplementation(function (
    this: net.Socket,
    ...given: unknown[]
  ) {
    const first = (Array.isArray(given[0]) ? given[0][0] : given[0]) as
      | { host?: string; port?: number; path?: string }
      | number;
    const where =
      typeof first === "number"
        ? `${typeof given[1] === "string" ? given[1] : "localhost"}:${first}`
        : (first.path ?? `${first.host ?? "localhost"}:${first.port}`);
    connections.set(where, (connections.get(where) ?? 0) + 1);
    return (connect as (...all: unknown[]) => net.Socket).apply(this, given);
  });
  const hostOf = (url: string) => {
    const { hostname, port } = new URL(url);
    return `${hostname}:${port}`;
  };
  const allowed = new Set([stack.url, stack.database_url, model.url].map(hostOf));
  const limits =
    await owner`select route, max_calls from private.rate_limit_settings where route in ${owner(LIMITED)}`;
  await owner`update private.rate_limit_settings set max_calls = 10000 where route in ${owner(LIMITED)}`;

  const request = (route: string, person: OwnPerson, body: object) =>
    new Request(`https://service.test/api/${route}`, {
      method: "POST",
      headers: { ...person.headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return {
    model,
    logs,
    connections,
    allowed,
    async ask(person, body) {
      const answer = await chatRoute.fetch(request("chat", person, body));
      return { status: answer.status, text: await answer.text() };
    },
    async turn(person, body) {
      const whole = { session_id: randomUUID(), ...body };
      const answer = await chatStreamRoute.fetch(request("chat-stream", person, whole));
      const text = await answer.text();
      const events = text
        .split("\n\n")
        .filter((line) => line.startsWith("data: "))
        .map((line) => JSON.parse(line.slice(6)) as ChatEvent);
      return { status: answer.status, text, events };
    },
    async stop() {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
      for (const { route, max_calls } of limits) {
        await owner`update private.rate_limit_settings set max_calls = ${max_calls} where route = ${route}`;
      }
      await model.close();
    },
  };
}
