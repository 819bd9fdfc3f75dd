/** The citations of an answer, as far as its words show; the database verifies them. */
import { unfoundFigures } from "./figures.ts";
import { type Claims, claimsOf, factsIn } from "./markers.ts";
import type { References } from "./references.ts";

export interface Examined extends Claims {
  /** The citations of each sentence with a fact. */
  sentences: number[][];
  unfoundFigures: string[];
}

/** `asked` are questions of the person, `given` what the model was told, but for words of its own. */
export function examine(
  answer: string,
  references: References,
  { asked, inputs }: { asked: string[]; inputs: string[] },
): Examined {
  return {
    ...claimsOf(answer, references, asked),
    sentences: factsIn(answer),
    unfoundFigures: unfoundFigures(answer, inputs),
  };
}
