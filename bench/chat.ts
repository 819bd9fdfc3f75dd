/**
 * Measures the cost of an answer without the model's own time. Compares the time from a question to the call of the
 * model with the time that reading the portfolio and searching take alone, and the delay of a delta through a turn and
 * its events with its delay through the model's client alone. Also measures the memory of streams that are open at
 * once. In place of the model, a server sends the current time.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import v8 from "node:v8";
import vm from "node:vm";
import postgres from "postgres";
import { startScratchServer } from "../scripts/db/scratch.ts";
import { gatherContext } from "../supabase/functions/_chat/gather.ts";
import { streamTurn } from "../supabase/functions/_chat/stream-turn.ts";
import type { Turn } from "../supabase/functions/_db/chat.ts";
import type { Db } from "../supabase/functions/_db/client.ts";
import type { ChatEvent } from "../supabase/functions/_domain/chat/contract.ts";
import { Fence } from "../supabase/functions/_domain/chat/fence.ts";
import { References } from "../supabase/functions/_domain/chat/references.ts";
import { isoFormat } from "../supabase/functions/_domain/words/format.ts";
import { eventStream } from "../supabase/functions/_http/event-stream.ts";
import { openAiChat } from "../supabase/functions/_integrations/models/openai-chat.ts";
import { type DatasetViewer, datasetViewers, loadDataset } from "./dataset.ts";
import { summary } from "./measure.ts";

export interface ChatResult {
  name: string;
  product: number;
  /** The same measurement without our code. */
  baseline: number;
  /** The ratio of the product to the baseline, or the difference between them. */
  figure: number;
  limit: number;
  isWithinLimit: boolean;
  /**
   * How long our code waits for each read, in the order in which they start, and the remaining time, which is spent
   * on writing.
   */
  parts?: Record<string, number>;
}

const MAX_CONTEXT_RATIO = 1.5;
/** From this many projects on, the context has room for only some of them, and the others are not read. */
const MANY_PROJECTS = 200;
const MAX_CONTEXT_RATIO_OF_MANY = 0.8;
const MAX_DELTA_MS = 1;
const MAX_GAP_MS = 5;
const MAX_STREAM_KB = 512;
const DELTA_INTERVAL_MS = 50;
const DELTAS = 20;
const QUESTION = "what about Project 7 and its budget?";

export async function benchChat(
  { projects, rounds, streams }: { projects: number[]; rounds: number; streams: number },
  onResult: (result: ChatResult) => void,
): Promise<ChatResult[]> {
  const results: ChatResult[] = [];
  const note = (
    name: string,
    product: number,
    baseline: number,
    figure: number,
    limit: number,
    parts?: Record<string, number>,
  ) => {
    const result = {
      name,
      product,
      baseline,
      figure,
      limit,
      isWithinLimit: figure <= limit,
      ...(parts && { parts }),
    };
    results.push(result);
    onResult(result);
  };
  const server = await startScratchServer();
  try {
    const { url } = await server.create("migrated");
    const sql = postgres(url, { max: 2, onnotice: () => {} });
    await loadDataset(sql, {
      projects,
      tasks: 100 * projects.reduce((sum, count) => sum + count, 0),
    });
    for (const [index, count] of projects.entries()) {
      const viewer = (await datasetViewers(sql, index + 1)).find(({ label }) => label === "admin");
      if (!viewer) throw new Error("The dataset has no admin.");
      const { product, baseline, parts } = await contextOf(dbAs(sql, viewer), rounds);
      const limit = count < MANY_PROJECTS ? MAX_CONTEXT_RATIO : MAX_CONTEXT_RATIO_OF_MANY;
      note(
        `context of ${count} projects (ms)`,
        product,
        baseline,
        product / baseline,
        limit,
        parts,
      );
    }
    await sql.end();
  } finally {
    await server.stop();
  }

  const model = await startModel();
  Object.assign(process.env, {
    OPENAI_API_KEY: "sk-bench",
    OPENAI_BASE_URL: model.url,
    EMBEDDING_MODEL: "none",
  });
  try {
    const delays = { product: [] as number[], raw: [] as number[] };
    const gaps = { product: [] as number[], raw: [] as number[] };
    for (let round = -1; round < Math.max(5, rounds / 5); round += 1) {
      for (const side of round % 2
        ? (["raw", "product"] as const)
        : (["product", "raw"] as const)) {
        const arrivals = await (side === "product" ? throughTurn() : throughClient(model.url));
        if (round < 0) continue;
        const delaysOfRound = arrivals.map(({ sentAt, receivedAt }) => receivedAt - sentAt);
        delays[side].push(delaysOfRound[0] ?? 0);
        gaps[side].push(
          ...delaysOfRound
            .slice(1)
            .map((delay, index) => Math.max(delay - (delaysOfRound[index] ?? 0), 0)),
        );
      }
    }
    const first = { product: summary(delays.product).p50, raw: summary(delays.raw).p50 };
    note(
      "until the first delta (ms)",
      first.product,
      first.raw,
      first.product - first.raw,
      MAX_DELTA_MS,
    );
    const gap = { product: summary(gaps.product).p95, raw: summary(gaps.raw).p95 };
    note(
      "gap between two deltas, p95 (ms)",
      gap.product,
      gap.raw,
      gap.product - gap.raw,
      MAX_GAP_MS,
    );
    const memory = await memoryOf(streams);
    note(
      `each of ${streams} open streams (kB)`,
      memory.open,
      memory.none,
      (memory.open - memory.none) / streams,
      MAX_STREAM_KB,
    );
  } finally {
    await model.stop();
  }
  return results;
}

/**
 * Alternates between two lanes: everything that a route waits for before it calls the model, and reading the whole
 * portfolio and then searching.
 */
async function contextOf(
  db: Db,
  rounds: number,
): Promise<{ product: number; baseline: number; parts: Record<string, number> }> {
  const times = { product: [] as number[], baseline: [] as number[] };
  const waits = new Waits(db);
  const lanes = {
    product: () =>
      gatherContext(
        waits.db,
        { question: QUESTION, as: undefined, requestId: "bench" },
        120_000,
        new Fence(),
        new References(),
        isoFormat,
      ),
    baseline: async () => {
      await db.rpc("get_spine");
      await db.rpc("search_passages", { query: QUESTION, result_limit: 16 });
    },
  };
  for (let round = -6; round < rounds; round += 1) {
    for (const side of round % 2
      ? (["product", "baseline"] as const)
      : (["baseline", "product"] as const)) {
      const start = performance.now();
      await lanes[side]();
      const total = performance.now() - start;
      if (side === "product") waits.endRound(total, round >= 0);
      if (round >= 0) times[side].push(total);
    }
  }
  return {
    product: summary(times.product).p50,
    baseline: summary(times.baseline).p50,
    parts: waits.medians(),
  };
}

/** Wraps a database and times the wait for each of its answers. */
class Waits {
  readonly db: Db;
  readonly #times = new Map<string, number[]>();
  #spans: { part: string; from: number; to: number }[] = [];

  constructor(db: Db) {
    const { rpc, from } = db as unknown as UntimedDb;
    this.db = {
      rpc: (name: string, args?: Record<string, unknown>) =>
        this.#time(
          args && "project_ids" in args ? "whole projects" : (PART_NAMES[name] ?? name),
          () => rpc(name, args),
        ),
      from: (table: string) => ({
        select: () => ({
          in: (column: string, ids: string[]) =>
            this.#time("whole passages", () => from(table).select("").in(column, ids)),
        }),
      }),
    } as unknown as Db;
  }

  async #time<T>(part: string, read: () => Promise<T>): Promise<T> {
    const from = performance.now();
    const answer = await read();
    this.#spans.push({ part, from, to: performance.now() });
    return answer;
  }

  /** Adds up the waits of each part. The time outside all waits counts as writing. */
  endRound(total: number, isMeasured: boolean): void {
    const spans = this.#spans.toSorted((a, b) => a.from - b.from);
    this.#spans = [];
    if (!isMeasured) return;
    let [waitingMs, end] = [0, 0];
    const parts: Record<string, number> = {};
    for (const { part, from, to } of spans) {
      parts[part] = (parts[part] ?? 0) + to - from;
      waitingMs += Math.max(to - Math.max(from, end), 0);
      end = Math.max(end, to);
    }
    for (const [part, time] of Object.entries({ ...parts, writing: total - waitingMs })) {
      this.#times.set(part, [...(this.#times.get(part) ?? []), time]);
    }
  }

  medians(): Record<string, number> {
    return Object.fromEntries([...this.#times].map(([part, times]) => [part, summary(times).p50]));
  }
}

const PART_NAMES: Record<string, string> = { get_chat_spine: "figures", search_passages: "search" };

interface UntimedDb {
  rpc: (name: string, args?: Record<string, unknown>) => Promise<unknown>;
  from: (table: string) => {
    select: (columns: string) => { in: (column: string, ids: string[]) => Promise<unknown> };
  };
}

/** The database as a viewer's client uses it: each call is a transaction with their role and claims. */
function dbAs(sql: postgres.Sql, { userId }: DatasetViewer): Db {
  const claims = JSON.stringify({ sub: userId, role: "authenticated" });
  const asViewer = <T>(read: (tx: postgres.TransactionSql) => Promise<T>) =>
    sql.begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
      return read(tx);
    });
  return {
    rpc: async (name: string, args: Record<string, string | number | string[]> = {}) => {
      const parameters = Object.keys(args).map((key, index) => `${key} => $${index + 1}`);
      const [row] = await asViewer((tx) =>
        tx.unsafe(`select public.${name}(${parameters.join(", ")}) as answer`, Object.values(args)),
      );
      return { data: row?.["answer"], error: null };
    },
    from: () => ({
      select: () => ({
        in: async (_: string, ids: string[]) => ({
          data: await asViewer(
            (tx) => tx`select id, content from public.passages where id = any (${ids}::uuid[])`,
          ),
          error: null,
        }),
      }),
    }),
  } as unknown as Db;
}

/** Sends the current time at a fixed rate, or only once on a stream that stays open, if the question contains "Hold." */
async function startModel(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const staysOpen = body.includes("Hold.");
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (choice: object) =>
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`);
    for (let count = 0; count < (staysOpen ? 1 : DELTAS); count += 1) {
      await new Promise((resolve) => setTimeout(resolve, DELTA_INTERVAL_MS));
      send({ delta: { content: `${performance.now()}\n` } });
    }
    if (staysOpen) return;
    send({ delta: {}, finish_reason: "stop" });
    response.end("data: [DONE]\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Arrival {
  sentAt: number;
  receivedAt: number;
}

async function throughClient(baseUrl: string): Promise<Arrival[]> {
  const model = openAiChat({ baseUrl, apiKey: "sk-bench", model: "bench" });
  const arrivals: Arrival[] = [];
  const messages = [{ role: "user" as const, content: QUESTION }];
  for await (const event of model.stream({ messages }, new AbortController().signal)) {
    if (event.type === "delta")
      arrivals.push({ sentAt: Number(event.text), receivedAt: performance.now() });
  }
  return arrivals;
}

async function throughTurn(): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  for await (const event of eventsOf(openStream(QUESTION))) {
    if (event.type === "delta")
      arrivals.push({ sentAt: Number(event.text), receivedAt: performance.now() });
    if (event.type === "error") throw new Error(event.message);
  }
  return arrivals;
}

const person = { id: "", name: "Admin", email: "admin@o1.test", role: "admin" };
const turn: Turn = {
  viewer: person,
  as: null,
  organization_id: "",
  is_lead: true,
  prompt: null,
  chat_session_id: "",
  message_id: "",
  memory: { summary: null, summary_source_ids: [], summarized_up_to: 0, messages: [], withheld: 0 },
};
const emptySpine = {
  viewer: person,
  as: null,
  organization: { id: "", name: "Organization 1", currency: "EUR", time_zone: "UTC" },
  today: "2026-01-01",
  accounts: [],
  projects: [],
  left_out: { projects: 0 },
};
/** A database that answers immediately, because the measured work comes after its answers. */
const emptyDb = {
  rpc: async (name: string) => ({
    data: name === "get_chat_spine" ? emptySpine : { results: [], citations: [], dropped: 0 },
    error: null,
  }),
} as unknown as Db;

function openStream(question: string): Response {
  const request = { question, as: undefined, requestId: "bench", sessionId: "" };
  return eventStream<ChatEvent>((signal) => streamTurn(emptyDb, turn, request, signal), {
    isLast: ({ type }) => type === "done" || type === "error",
    lastOf: (error) => ({ type: "error", code: "bench", message: String(error) }),
  });
}

async function* eventsOf(response: Response): AsyncGenerator<ChatEvent> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(part, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) if (event.startsWith("data: ")) yield JSON.parse(event.slice(6));
  }
}

/** Kilobytes in use with no stream, and with this many streams that have sent their first words and stay open. */
async function memoryOf(streams: number): Promise<{ none: number; open: number }> {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc") as () => void;
  const kilobytesInUse = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1024;
  };
  const before = kilobytesInUse();
  const readers = Array.from({ length: streams }, () => eventsOf(openStream(`${QUESTION} Hold.`)));
  const first = await Promise.all(readers.map((reader) => reader.next()));
  if (first.some(({ value }) => value?.type !== "delta"))
    throw new Error("A stream did not begin.");
  const withStreams = kilobytesInUse();
  await Promise.all(readers.map((reader) => reader.return(undefined)));
  return { none: before, open: withStreams };
}
