/**
 * Fault of @supabase/lite 0.10.0: when the server ends a connection, its driver leaves the request waiting forever
 * and reuses the dead connection. It encodes JSON text a second time, and limits neither time nor result size.
 * PostgREST reconnects, answers 503 and limits statements by role. Repair: connections of node-postgres with both
 * limits.
 */
import type { Socket } from "node:net";
import pg from "pg";
import type { ReservedSql } from "postgres";
import { lowerSessionPriority } from "../../process-priority.ts";
import { queryAfter } from "../query-after.ts";
import { isSetting } from "./session-settings.ts";

export interface LitePool {
  /** Lite's query builder takes its connections from here. */
  reserve(budget?: Budget): Promise<ReservedSql>;
  /** Loads types that were created since the last call. */
  learnTypes(): Promise<void>;
  /** Ends every connection and cancels its statement. */
  end(): Promise<void>;
}

/** The limits of one statement. */
export interface Budget {
  statementMs: number;
  resultBytes: number;
}

export interface LitePoolOptions {
  connections: number;
  /** The budget of statements that have none of their own. */
  budget: Budget;
  /** Called for connections that were lost or could not be opened. */
  onConnectionError(error: Error): void;
  /** Called in the context of the statement whose result was cut off. */
  onResultTooLarge(): void;
  /** Whether the server's processes behind these connections yield to others. They must run on this machine. */
  hasLowPriority?: boolean | undefined;
}

/** A result was cut off: its rest was not read, and its connection was closed. */
class ResultTooLarge extends Error {
  readonly code = "54000";
  constructor() {
    super("The result is too large");
  }
}

type Parser = (text: string) => unknown;

const CONNECT_TIMEOUT_MS = 10_000;
const { builtins } = pg.types;
// The published types describe a later version of this function.
const arrayParser = pg.types.arrayParser as unknown as {
  create(text: string, parse: (item: string | null) => unknown): { parse(): unknown[] };
};

export async function createLitePool(
  url: string,
  {
    connections,
    budget: defaultBudget,
    onConnectionError,
    onResultTooLarge,
    hasLowPriority,
  }: LitePoolOptions,
): Promise<LitePool> {
  const elements = new Map<number, number>();
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    statement_timeout: defaultBudget.statementMs,
    application_name: "lite",
    options: "-c TimeZone=UTC",
    types: { getTypeParser: (type: number) => parserFor(type, elements) as Parser },
  });
  pool.on("error", onConnectionError);
  if (hasLowPriority) {
    // The server process of a connection leads a session of its own. The published types leave out its id.
    pool.on("connect", (client) =>
      lowerSessionPriority((client as { processID?: number }).processID),
    );
  }

  // The driver's errors get PostgreSQL's codes, because Lite passes their text on unchanged.
  function throwLostConnection(error: unknown): never {
    if (error instanceof ResultTooLarge) {
      onResultTooLarge();
      throw error;
    }
    const isOfServer = error instanceof pg.DatabaseError;
    if (isOfServer && !/^(08|57P)/.test(error.code ?? "")) throw error;
    onConnectionError(error as Error);
    if (isOfServer) throw error;
    throw Object.assign(new Error("The database cannot be reached just now"), { code: "08006" });
  }

  async function learnTypes(): Promise<void> {
    const { rows } = await pool.query<{ array: string; element: string }>(
      "select typarray::text as array, oid::text as element from pg_type where typarray <> 0",
    );
    for (const { array, element } of rows) elements.set(Number(array), Number(element));
  }

  const timeouts = new WeakMap<pg.PoolClient, number>();
  const hasLimit = (client: pg.PoolClient, milliseconds: number) =>
    (timeouts.get(client) ?? defaultBudget.statementMs) === milliseconds;
  async function limitTime(client: pg.PoolClient, milliseconds: number): Promise<void> {
    if (hasLimit(client, milliseconds)) return;
    await client.query(`set statement_timeout = ${Number(milliseconds)}`);
    timeouts.set(client, milliseconds);
  }

  await learnTypes();
  return {
    learnTypes,
    async reserve(budget = defaultBudget) {
      const client = await pool.connect().catch(throwLostConnection);
      let isInTransaction = false;
      let isBroken = false;
      const notice = () => {
        isBroken = true;
      };
      client.on("error", notice);
      const send = (query: () => Promise<pg.QueryResult>) =>
        withByteLimit(client, budget.resultBytes, query).catch(throwLostConnection);
      // The statements that begin a transaction wait for the next one, and are sent with it.
      let unsent: string[] = [];
      return {
        unsafe: async (text: string, values: unknown[]) => {
          if (text === "begin") {
            isInTransaction = true;
            unsent.push(text);
            if (!hasLimit(client, budget.statementMs)) {
              unsent.push(`set local statement_timeout = ${Number(budget.statementMs)}`);
            }
            return Object.assign([], { command: text, count: 0 });
          }
          if (isSetting(text)) {
            unsent.push(text);
            return Object.assign([], { command: text, count: 0 });
          }
          if (!isInTransaction)
            await limitTime(client, budget.statementMs).catch(throwLostConnection);
          if (text === "commit" || text === "rollback") isInTransaction = false;
          const first = unsent;
          unsent = [];
          const answers = [
            await send(() =>
              values.length > 0
                ? queryAfter(client, first, text, values)
                : client.query([...first, text].join("; ")),
            ),
          ].flat();
          const answer = answers.at(-1) as pg.QueryResult;
          return Object.assign(answer.rows, {
            command: answer.command,
            count: answer.rowCount ?? 0,
          });
        },
        release: () => {
          client.off("error", notice);
          client.release(isBroken);
        },
      } as unknown as ReservedSql;
    },
    end: () => pool.end(),
  };
}

/** Ends the connection after more than `limit` bytes of a result. */
async function withByteLimit<T>(
  client: pg.PoolClient,
  limit: number,
  query: () => Promise<T>,
): Promise<T> {
  // The published types leave out the connection under a client.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const before = stream.bytesRead;
  let isTooLarge = false;
  const count = () => {
    if (stream.bytesRead - before <= limit) return;
    isTooLarge = true;
    stream.destroy();
  };
  stream.on("data", count);
  try {
    return await query();
  } catch (error) {
    throw isTooLarge ? new ResultTooLarge() : error;
  } finally {
    stream.off("data", count);
  }
}

const POINT = 600;

// Values have the form that PostgREST returns: numbers as numbers, instants in ISO 8601.
const PARSERS: Record<number, Parser> = {
  [builtins.INT8]: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)),
  [builtins.NUMERIC]: Number,
  [builtins.DATE]: String,
  [builtins.TIME]: String,
  [builtins.TIMETZ]: String,
  [builtins.TIMESTAMP]: asIsoInstant,
  [builtins.TIMESTAMPTZ]: asIsoInstant,
  [builtins.INTERVAL]: String,
  [POINT]: String,
  [builtins.CIRCLE]: String,
};

function parserFor(type: number, elements: Map<number, number>): Parser {
  const element = elements.get(type);
  if (element !== undefined) {
    const parse = parserFor(element, elements);
    return (text) =>
      arrayParser.create(text, (item) => (item === null ? null : parse(item))).parse();
  }
  return PARSERS[type] ?? (pg.types.getTypeParser(type, "text") as Parser);
}

function asIsoInstant(text: string): string {
  return text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
}
