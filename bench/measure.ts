/** Measures two queries for the same rows, alternately and on separate connections. */
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

/** Two queries that must return the same rows. */
export interface Lane {
  product: Side;
  byHand: Side;
}

export interface Comparison {
  product: Timings;
  byHand: Timings;
}

const WARM_UP = 6;
const MIN_ROUNDS = 10;
const MAX_ROUNDS = 400;

/**
 * Alternates between all lanes for about `budgetMs`, so that other load on the machine affects all of them alike.
 * Throws if the two sides of a lane return different results.
 */
export async function race(
  connections: Connections,
  lanes: Lane[],
  budgetMs: number,
): Promise<Comparison[]> {
  for (const { product, byHand } of lanes) {
    const expected = await connections.byHand.run(byHand);
    const actual = await connections.product.run(product);
    if (JSON.stringify(expected.rows) !== JSON.stringify(actual.rows)) {
      throw new Error(`Not the same rows: ${product.query}`);
    }
  }
  // plpgsql caches its plans after five runs.
  for (let round = 1; round < WARM_UP; round++) {
    for (const { product, byHand } of lanes) {
      await connections.product.run(product);
      await connections.byHand.run(byHand);
    }
  }
  const times = lanes.map(() => ({ product: [] as number[], byHand: [] as number[] }));
  const deadline = performance.now() + budgetMs;
  for (
    let round = 0;
    round < MIN_ROUNDS || (performance.now() < deadline && round < MAX_ROUNDS);
    round++
  ) {
    // The side that runs second has warmer caches, so the sides alternate in going first.
    const order = round % 2 ? (["product", "byHand"] as const) : (["byHand", "product"] as const);
    for (const [index, lane] of lanes.entries()) {
      for (const side of order) {
        times[index]?.[side].push((await connections[side].run(lane[side])).milliseconds);
      }
    }
  }
  return times.map(({ product, byHand }) => ({
    product: summary(product),
    byHand: summary(byHand),
  }));
}

export interface Connections {
  product: Connection;
  byHand: Connection;
  end(): Promise<void>;
}

export interface Connection {
  run(side: Side): Promise<{ milliseconds: number; rows: unknown }>;
}

/**
 * A connection that runs each read as the Data API does: in a transaction, with the role and the claims. Only the
 * time of the query is measured, because the rest is the same on both sides.
 */
export async function connect(url: string): Promise<Connections> {
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  const [product, byHand] = [await sql.reserve(), await sql.reserve()];
  const connectionOn = (connection: postgres.ReservedSql): Connection => ({
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
    product: connectionOn(product),
    byHand: connectionOn(byHand),
    async end() {
      product.release();
      byHand.release();
      await sql.end();
    },
  };
}

export function summary(times: number[]): Timings {
  const sortedTimes = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sortedTimes[Math.min(sortedTimes.length - 1, Math.floor(sortedTimes.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}
