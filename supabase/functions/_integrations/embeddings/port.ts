import { VendorError } from "../vendor-error.ts";

/** The dimensions of every stored vector and every question. */
export const DIMENSIONS = 384;

/** A model that turns texts into vectors. Every failure is a VendorError. */
export interface Embedder {
  /** Each row of a vector stores both. */
  readonly model: string;
  readonly version: string;
  /** How many texts a step may give it. */
  readonly batchSize: number;
  /** A vector for each text, in their order. */
  embed(texts: string[], signal: AbortSignal): Promise<number[][]>;
}

/** The answer of a model, as vectors that may be stored. Throws a VendorError for anything else. */
export function checkedVectors(vendor: string, answer: unknown[], count: number): number[][] {
  if (answer.length !== count) {
    throw new VendorError(
      "ambiguous",
      `${vendor} answered ${answer.length} vectors to ${count} texts`,
    );
  }
  return answer.map((vector) => {
    if (!Array.isArray(vector) || vector.length !== DIMENSIONS) {
      const length = Array.isArray(vector) ? vector.length : "no";
      throw new VendorError(
        "refused",
        `${vendor} answers vectors of ${length} dimensions. Configure a model that can be asked for ${DIMENSIONS}`,
      );
    }
    // As the database keeps them: it refuses numbers that are nearer to zero than its own can be.
    const parts = vector.map((part) => (typeof part === "number" ? Math.fround(part) : Number.NaN));
    // A zero vector is near to nothing, and indexes leave it out.
    if (!parts.every(Number.isFinite) || parts.every((part) => part === 0)) {
      throw new VendorError("ambiguous", `${vendor} answered a vector without direction`);
    }
    return parts;
  });
}
