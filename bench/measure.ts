/** Two ways to the same rows, timed in turns on two connections of their own. */
import postgres from "postgres";

export interface Side {
  role: string;
  claims: object;
  query: string;
}

export interface Timings {
  /** In milliseconds. */
  p50: number;
  p95: number;
}

export interface Comparison {
  scoped: Timings;
  byHand: Timings;
  rounds: number;
}

const WARM_UP = 6;
const MIN_ROUNDS = 20;
const MAX_ROUNDS = 400;

/** Compares for about `budgetMs`. Throws when the two sides do not answer the same. */
export async function compare(
  connections: Connections,
  scoped: Side,
  byHand: Side,
  budgetMs: number,
): Promise<Comparison> {
  const expected = await connections.byHand.run(byHand);
  const answered = await connections.scoped.run(scoped);
  if (JSON.stringify(expected.rows) !== JSON.stringify(answered.rows)) {
    throw new Error(`Not the same rows: ${scoped.query}`);
  }
  // plpgsql settles on its plans after five runs.
  for (let round = 1; round < WARM_UP; round++) {
    await connections.scoped.run(scoped);
    await connections.byHand.run(byHand);
  }
  const times = { scoped: [] as number[], byHand: [] as number[] };
  const sides = { scoped, byHand };
  const deadline = performance.now() + budgetMs;
  while (
    times.scoped.length < MIN_ROUNDS ||
    (performance.now() < deadline && times.scoped.length < MAX_ROUNDS)
  ) {
    // Whoever goes second finds warmer caches: take turns.
    const order =
      times.scoped.length % 2 ? (["scoped", "byHand"] as const) : (["byHand", "scoped"] as const);
    for (const side of order) {
      times[side].push((await connections[side].run(sides[side])).milliseconds);
    }
  }
  return {
    scoped: summary(times.scoped),
    byHand: summary(times.byHand),
    rounds: times.scoped.length,
  };
}

export interface Connections {
  scoped: Connection;
  byHand: Connection;
  end(): Promise<void>;
}

export interface Connection {
  run(side: Side): Promise<{ milliseconds: number; rows: postgres.RowList<postgres.Row[]> }>;
}

/**
 * A connection that does for each read what the Data API does: a transaction, the role and the
 * claims, the query. The clock runs for the query alone, since the rest is the same on both sides.
 */
export async function connect(url: string): Promise<Connections> {
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  const [scoped, byHand] = [await sql.reserve(), await sql.reserve()];
  const on = (connection: postgres.ReservedSql): Connection => ({
    async run({ role, claims, query }) {
      await connection.unsafe("begin");
      try {
        await connection.unsafe(
          "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
          [role, JSON.stringify(claims)],
        );
        const start = performance.now();
        const rows = await connection.unsafe(query).simple();
        return { milliseconds: performance.now() - start, rows };
      } finally {
        await connection.unsafe("rollback");
      }
    },
  });
  return {
    scoped: on(scoped),
    byHand: on(byHand),
    async end() {
      scoped.release();
      byHand.release();
      await sql.end();
    },
  };
}

export function summary(times: number[]): Timings {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}
