import { ServiceError } from "./service-error.ts";

/**
 * Asks the person for the code of their second factor, or to set one up first. Returns whether they have entered it.
 */
type Ask = (hasFactor: boolean) => Promise<boolean>;

let ask: Ask | undefined;

/** The console registers its dialog while a person is signed in. */
export function askForSecondFactorWith(next: Ask | undefined): void {
  ask = next;
}

/** Makes a call; if the organization requires a second factor for it, asks the person and repeats the call. */
export async function withSecondFactor<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (!ask || !(error instanceof ServiceError) || error.code !== "second_factor_required") {
      throw error;
    }
    const { has_second_factor = false } = (error.details ?? {}) as { has_second_factor?: boolean };
    if (!(await ask(has_second_factor))) throw error;
    return make();
  }
}
