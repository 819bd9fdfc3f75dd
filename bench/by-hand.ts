/** Compares functions with the statements that a careful developer would write by hand, one lane after the other. */
import { connect, type Lane, race } from "./measure.ts";
import { MAX_RATIO, MIN_EXTRA_MS } from "./scope.ts";

export interface NamedLane extends Lane {
  name: string;
}

export interface ByHandResult {
  name: string;
  /** p50 in milliseconds. */
  product: number;
  byHand: number;
  ratio: number;
  isWithinLimit: boolean;
}

/** Throws if the two sides of a lane return different answers. */
export async function compareByHand(
  url: string,
  lanes: NamedLane[],
  budgetMs: number,
): Promise<ByHandResult[]> {
  const connections = await connect(url);
  try {
    const results: ByHandResult[] = [];
    for (const { name, ...lane } of lanes) {
      const [comparison] = await race(connections, [lane], budgetMs);
      if (!comparison) throw new Error("Nothing was compared.");
      const [product, byHand] = [comparison.product.p50, comparison.byHand.p50];
      const ratio = product / byHand;
      const isWithinLimit = ratio <= MAX_RATIO || product - byHand <= MIN_EXTRA_MS;
      results.push({ name, product, byHand, ratio, isWithinLimit });
      console.log(
        name.padEnd(36) +
          [product, byHand].map((ms) => ms.toFixed(2).padStart(10)).join("") +
          `${ratio.toFixed(2)}${isWithinLimit ? "x" : "!"}`.padStart(9) +
          `   at most ${MAX_RATIO}`,
      );
    }
    return results;
  } finally {
    await connections.end();
  }
}

export const asService = (query: string) => ({
  role: "service_role",
  claims: { role: "service_role" },
  query,
});

export const asUser = (userId: string, query: string) => ({
  role: "authenticated",
  claims: { sub: userId, role: "authenticated" },
  query,
});
