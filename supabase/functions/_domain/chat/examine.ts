/** Checks the citations of an answer as far as its text allows. The database then verifies them. */
import { unfoundFigures } from "./figures.ts";
import { type Claims, claimsOf, factsIn } from "./markers.ts";
import type { References } from "./references.ts";

export interface Examination extends Claims {
  /** The citations of each sentence with a fact. */
  sentences: number[][];
  unfoundFigures: string[];
}

/** `questions` are the person's questions; `inputs` is the model's input without its own words. */
export function examine(
  answer: string,
  references: References,
  { questions, inputs }: { questions: string[]; inputs: string[] },
): Examination {
  return {
    ...claimsOf(answer, references, questions),
    sentences: factsIn(answer),
    unfoundFigures: unfoundFigures(answer, inputs),
  };
}
