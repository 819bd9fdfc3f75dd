import { VendorError } from "../vendor-error.ts";

/** The number of dimensions of every stored vector and every question's vector. */
export const DIMENSIONS = 384;

/** A model that turns texts into vectors. Every failure is a VendorError. */
export interface Embedder {
  /** Every vector is stored with the name and version of its model. */
  readonly model: string;
  readonly version: string;
  /** The maximum number of texts per call. */
  readonly batchSize: number;
  /** Returns a vector for each text, in the order of the texts. */
  embed(texts: string[], signal: AbortSignal): Promise<number[][]>;
}

/** A model's response as vectors that can be stored. Throws a VendorError for anything else. */
export function vectorsOf(vendor: string, answer: unknown[], count: number): number[][] {
  if (answer.length !== count) {
    throw new VendorError(
      "ambiguous",
      `${vendor} returned ${answer.length} vectors for ${count} texts`,
    );
  }
  return answer.map((vector) => {
    if (!Array.isArray(vector) || vector.length !== DIMENSIONS) {
      const length = Array.isArray(vector) ? vector.length : "no";
      throw new VendorError(
        "refused",
        `${vendor} returns vectors of ${length} dimensions. Configure a model that can return ${DIMENSIONS}`,
      );
    }
    // Rounded to the database's type, which refuses numbers that are too close to zero.
    const parts = vector.map((part) => (typeof part === "number" ? Math.fround(part) : Number.NaN));
    // A zero vector has no direction, and indexes leave it out.
    if (!parts.every(Number.isFinite) || parts.every((part) => part === 0)) {
      throw new VendorError("ambiguous", `${vendor} returned an invalid vector`);
    }
    return parts;
  });
}
