import type { ModelMessage } from "../_integrations/models/port.ts";
import { lengthOf } from "./length.ts";

/** Counts the characters that a model may receive in one turn. */
export class Budget {
  readonly #total: number;
  #spent = 0;

  constructor(total: number) {
    this.#total = total;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Negative if more was spent than was available, for example on long instructions. */
  get left(): number {
    return this.#total - this.#spent;
  }

  /** A share of the remaining characters, rounded down. */
  share(part: number, reserved = 0): number {
    return Math.max(Math.floor((this.left - reserved) * part), 0);
  }

  spend(chars: number): void {
    this.#spent += chars;
  }

  spendOn(messages: readonly ModelMessage[]): void {
    this.spend(lengthOf(messages));
  }
}
