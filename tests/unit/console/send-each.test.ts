import { expect, test } from "vitest";
import { ServiceError } from "../../../web/src/api/service-error.ts";
import {
  type SentChange,
  sendEach,
  undoEach,
} from "../../../web/src/features/portfolio-actions/send-each.ts";

const changes: SentChange[] = Array.from({ length: 500 }, (_, index) => ({ name: `P${index}` }));
const stale = () => new ServiceError(409, "version_conflict", "Changed in the meantime");

test("500 changes are sent once each, and each refusal is reported at its row", async () => {
  const sentNames: string[] = [];
  const counts: number[] = [];
  const results = await sendEach(
    changes,
    async ({ name }) => {
      sentNames.push(name);
      if (name.endsWith("7")) throw stale();
      return 2;
    },
    (count) => counts.push(count),
  );
  expect(sentNames).toEqual(changes.map(({ name }) => name));
  expect(results.map(({ name }) => name)).toEqual(sentNames);
  for (const { name, version, refusal, isUnknown } of results) {
    const isStale = name.endsWith("7");
    expect({ version, refusal, isUnknown }).toEqual(
      isStale
        ? { version: undefined, refusal: "Changed in the meantime", isUnknown: false }
        : { version: 2, refusal: undefined, isUnknown: undefined },
    );
  }
  expect(counts.at(-1)).toBe(500);
});

test("without an answer, one row is unknown and the others are reported as not sent", async () => {
  let requests = 0;
  const results = await sendEach(
    changes,
    async () => {
      requests += 1;
      if (requests === 3)
        throw new ServiceError(0, "unreachable", "The service cannot be reached.");
      return 2;
    },
    () => {},
  );
  expect(requests).toBe(3);
  expect(results).toHaveLength(500);
  expect(results.filter(({ refusal }) => refusal === undefined)).toHaveLength(2);
  expect(results.filter(({ isUnknown }) => isUnknown).map(({ name }) => name)).toEqual(["P2"]);
  expect(new Set(results.slice(3).map(({ refusal }) => refusal))).toEqual(
    new Set(["An earlier request failed, so this one was not sent. Try it again"]),
  );
});

test("an undo tries every row, and names those that it could not restore", async () => {
  const restoredNames: string[] = [];
  const undo = undoEach(changes, async ({ name }) => {
    restoredNames.push(name);
    if (name === "P1" || name === "P2") throw stale();
  });
  await expect(undo).rejects.toThrow("2 of 500 not undone: P1, P2. Changed in the meantime.");
  expect(restoredNames).toHaveLength(500);
});
