/** The text that leaves for the model, read from the requests that arrive, is never longer than the operator allows. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { answerOnce } from "../../../supabase/functions/_chat/answer-once.ts";
import { streamTurn } from "../../../supabase/functions/_chat/stream-turn.ts";
import type { Turn } from "../../../supabase/functions/_db/chat.ts";
import type { Db } from "../../../supabase/functions/_db/client.ts";
import type { ChatEvent } from "../../../supabase/functions/_domain/chat/contract.ts";

interface Sent {
  messages: {
    role: string;
    content: string | null;
    tool_call_id?: string;
    tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  }[];
  tools?: { function: { name: string; description: string; parameters: object } }[];
  tool_choice?: string;
}

const QUESTION = "Which of these is it?";
const LONG = "many words of somebody ".repeat(400);
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
let server: Server;
let bodies: Sent[];
/** The arguments of each call to a tool. */
let toolArguments: string;

beforeAll(async () => {
  // Calls eight of its tools at once, as often as it may.
  server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const sentBody = JSON.parse(body) as Sent;
    bodies.push(sentBody);
    const tools = sentBody.tool_choice === "none" ? [] : (sentBody.tools ?? []);
    const calls = Array.from({ length: tools.length > 0 ? 8 : 0 }, (_, index) => ({
      index,
      // Every other id is longer than any server makes.
      id: `call_${bodies.length}_${index}${index % 2 ? "x".repeat(500) : ""}`,
      function: { name: tools[index % tools.length]?.function.name, arguments: toolArguments },
    }));
    const chunks = [
      { choices: [{ index: 0, delta: { content: `${LONG} [1]. ` } }] },
      {
        choices: [
          {
            index: 0,
            delta: { tool_calls: calls },
            finish_reason: calls.length > 0 ? "tool_calls" : "stop",
          },
        ],
      },
    ];
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    response.end("data: [DONE]\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());
beforeEach(() => {
  bodies = [];
  vi.stubEnv("OPENAI_API_KEY", "sk-mock-key");
  vi.stubEnv("OPENAI_BASE_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  vi.stubEnv("EMBEDDING_MODEL", "none");
});
afterEach(() => vi.unstubAllEnvs());

const viewer = { id: id(1), name: "Vera", email: "vera@agency.test", role: "admin" };
const asker = {
  viewer,
  as: null,
  organization_id: id(2),
  is_lead: true,
  prompt: "rule ".repeat(20_000),
};
const passages = Array.from({ length: 16 }, (_, n) => ({
  id: id(100 + n),
  content: `${n} ${LONG}`,
}));
const answers: Record<string, unknown> = {
  begin_chat: asker,
  get_chat_spine: {
    viewer,
    as: null,
    organization: { id: id(2), name: LONG, currency: "EUR", time_zone: "UTC" },
    today: "2026-02-01",
    accounts: [],
    projects: Array.from({ length: 50 }, (_, n) => ({
      id: id(200 + n),
      code: null,
      name: LONG,
      summary: LONG,
      burn: {},
      open_items: {},
      open_tasks: [],
      people: [],
      status_updates: [],
      activity: [],
      left_out: {},
    })),
    left_out: { projects: 0 },
  },
  search_passages: {
    results: passages.map((passage) => ({
      chunk_id: passage.id,
      source_id: id(3),
      project_id: id(200),
      source_kind: "document",
      title: LONG,
      location: { heading: LONG },
      occurred_at: null,
      snippet: "",
      highlights: [],
    })),
  },
  settle_citations: { citations: [], dropped: 0 },
  finish_chat_turn: { citations: [], dropped: 0 },
};
const rows = Array.from({ length: 10 }, (_, n) => ({ id: id(300 + n), title: LONG }));
const anyAnswer = {
  tasks: rows,
  people: rows,
  documents: rows,
  groups: rows,
  skills: rows,
  total: 10,
};
/** The longest possible answers; the tests of the service cover the database's part. */
const db = {
  rpc: async (name: string) => ({ data: answers[name] ?? anyAnswer, error: null }),
  from: () => ({
    select: () => ({
      in: async () => ({ data: passages, error: null }),
      eq: () => ({
        maybeSingle: async () => ({ data: { status: "answering" }, error: null }),
        neq: () => ({ lte: async () => ({ count: 0, error: null }) }),
      }),
    }),
  }),
} as unknown as Db;

/** The length of each request without the question itself. */
function lengths(): number[] {
  return bodies.map(({ messages, tools = [] }) => {
    expect(messages.filter(({ content }) => content === QUESTION)).toHaveLength(1);
    const parts = [
      ...messages.flatMap(({ role, content, tool_call_id, tool_calls }) => [
        role,
        content ?? "",
        tool_call_id ?? "",
        ...(tool_calls ?? []).flatMap((call) => [
          call.id,
          call.function.name,
          call.function.arguments,
        ]),
      ]),
      ...tools.flatMap(({ function: { name, description, parameters } }) => [
        name,
        description,
        JSON.stringify(parameters),
      ]),
    ];
    return parts.reduce((sum, words) => sum + words.length, -QUESTION.length);
  });
}

const limits = [4_000, 20_000, 120_000];

test.each(limits)("the requests of one answer have at most %d characters", async (limit) => {
  vi.stubEnv("SERVICE_CHAT_CTX_MAX_CHARS", String(limit));
  const turn = { question: QUESTION, as: undefined, requestId: "r" };
  const { context } = await answerOnce(db, turn, new AbortController().signal);
  const [length = 0] = lengths();
  expect(bodies).toHaveLength(1);
  expect(bodies[0]?.tools).toBeUndefined();
  expect(length).toBeLessThanOrEqual(limit);
  expect(length).toBeGreaterThan(limit * 0.5);
  expect(context).toMatchObject({ chars: length, truncated: true });
  expect(bodies[0]?.messages.map(({ role }) => role)).toEqual(["system", "user", "user"]);
});

test.each(
  limits.flatMap((limit) =>
    ["{}", JSON.stringify({ query: "x", text: LONG })].map(
      (toolInput) => [limit, toolInput] as const,
    ),
  ),
)(
  "the requests of a conversation have at most %d characters, however often the model calls tools with %.20s",
  async (limit, toolInput) => {
    vi.stubEnv("SERVICE_CHAT_CTX_MAX_CHARS", String(limit));
    toolArguments = toolInput;
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const turn: Turn = {
      ...asker,
      chat_session_id: id(4),
      message_id: id(5),
      memory: {
        summary: LONG,
        summary_source_ids: [],
        summarized_up_to: 0,
        messages: Array.from({ length: 30 }, (_, number) => ({
          number,
          role: "user" as const,
          content: LONG,
          source_ids: [],
        })),
        withheld: 0,
      },
    };
    const input = { question: QUESTION, as: undefined, requestId: "r", sessionId: id(4) };
    const events: ChatEvent[] = [];
    for await (const event of streamTurn(db, turn, input, new AbortController().signal))
      events.push(event);
    log.mockRestore();
    const last = events.at(-1);
    if (last?.type !== "done") throw new Error(JSON.stringify(last));
    const all = lengths();
    expect(Math.max(...all)).toBeLessThanOrEqual(limit);
    expect(last.context.chars).toBe(all.at(-1));
    // Tools were run, within their number, and in the last request none may be called.
    const tools = events.filter((event) => event.type === "tool" && event.status !== "running");
    // A call that is longer than the remaining length does not run.
    expect(tools.length > 0).toBe(toolInput.length < limit / 4);
    expect(tools.length).toBeLessThanOrEqual(24);
    expect(bodies.map(({ tool_choice }) => tool_choice)).toEqual([
      ...bodies.slice(1).map(() => undefined),
      "none",
    ]);
    // Earlier messages mention tools: those are still described, and every call has its answer.
    for (const { tools, messages } of bodies) {
      expect(tools).toEqual(bodies[0]?.tools);
      const callIds = messages.flatMap(({ tool_calls }) =>
        (tool_calls ?? []).map((call) => call.id),
      );
      const answeredIds = messages.flatMap(({ tool_call_id }) => tool_call_id ?? []);
      expect(answeredIds).toEqual(callIds);
    }
    // Text of others, and earlier text, is never an instruction.
    for (const { messages } of bodies) {
      expect(messages.filter(({ role }) => role === "system")).toHaveLength(1);
      expect(messages[0]?.content).not.toContain("many words of somebody");
    }
  },
);
