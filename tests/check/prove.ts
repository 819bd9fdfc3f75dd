import { expect, test } from "vitest";
import { type CheckGroup, checks, findingsOf } from "../../scripts/check-parts.ts";

/** A test for each part of `npm run check` in this group. */
export function prove(group: CheckGroup): void {
  for (const part of checks[group]) {
    test(part.name, async () => {
      expect(await findingsOf(part)).toBeUndefined();
    });
  }
}
