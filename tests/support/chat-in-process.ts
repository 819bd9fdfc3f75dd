/** The chat routes in this process, over the running stack's database and with a model that a test scripts. */
import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import type { ChatEvent } from "../../supabase/functions/_domain/chat/contract.ts";
import chat from "../../supabase/functions/chat/index.ts";
import chatStream from "../../supabase/functions/chat-stream/index.ts";
import { type MockModel, modelKey } from "./mock-model.ts";

const { url, publishable_key } = inject("stack");

/** Sets the environment of the functions. */
export async function configureChat(
  model: MockModel | null,
  variables: Record<string, string> = {},
): Promise<void> {
  const jwks = await fetch(`${url}/auth/v1/.well-known/jwks.json`);
  const answers: Record<string, string> = {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishable_key }),
    SUPABASE_JWKS: await jwks.text(),
    ...(model && { OPENAI_API_KEY: modelKey, OPENAI_BASE_URL: model.url }),
    ...variables,
  };
  for (const name of Object.keys(process.env)) {
    if (/^(SUPABASE_|OPENAI_|CHAT_|EMBEDDING_|SERVICE_)/.test(name)) delete process.env[name];
  }
  Object.assign(process.env, answers);
}

interface Asker {
  headers: Record<string, string>;
}

interface Question {
  question?: string;
  session_id?: string;
  as?: string;
  project_id?: string;
}

export async function askOnce({ headers }: Asker, { question = "How is it?", as }: Question = {}) {
  const answer = await chat.fetch(requestOf("chat", headers, { question, ...(as && { as }) }));
  const body = await answer.text();
  return { status: answer.status, body, json: JSON.parse(body) as Record<string, unknown> };
}

export interface Turn {
  status: number;
  /** The raw body. */
  body: string;
  events: ChatEvent[];
  /** The whole shown text. */
  text: string;
  last: ChatEvent | undefined;
}

/** One turn of a conversation, read to its end. */
export async function turn(asker: Asker, question: Question = {}): Promise<Turn> {
  const answer = await startTurn(asker, question);
  const body = await answer.text();
  const events = body
    .split("\n\n")
    .flatMap((block) =>
      block.startsWith("data: ") ? [JSON.parse(block.slice(6)) as ChatEvent] : [],
    );
  return {
    status: answer.status,
    body,
    events,
    text: events.map((event) => (event.type === "delta" ? event.text : "")).join(""),
    last: events.at(-1),
  };
}

/** The answer while it streams. */
export async function startTurn(
  { headers }: Asker,
  { question = "How is it?", session_id = randomUUID(), as, project_id }: Question = {},
): Promise<Response> {
  return chatStream.fetch(
    requestOf("chat-stream", headers, {
      question,
      session_id,
      ...(as && { as }),
      ...(project_id && { project_id }),
    }),
  );
}

function requestOf(slug: string, headers: Record<string, string>, body: object): Request {
  return new Request(`https://service.example/${slug}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
