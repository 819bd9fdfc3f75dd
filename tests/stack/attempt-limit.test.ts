import { beforeEach, expect, test } from "vitest";
import { type AttemptLimit, createAttemptLimit } from "../../scripts/stack/attempt-limit.ts";

const MINUTE = 60_000;
let now = 0;
let limit: AttemptLimit;
beforeEach(() => {
  now = 1_000_000;
  limit = createAttemptLimit(() => now);
});

/** Tries often; answers how often it was let through, and what it was told then. */
function fail(
  times: number,
  address: string | undefined,
  asker = "10.0.0.1",
): { begun: number; wait?: number } {
  for (let begun = 0; begun < times; begun++) {
    try {
      limit.begin(asker, address);
    } catch (error) {
      expect(error).toMatchObject({ status: 429, body: { error_code: "over_request_rate_limit" } });
      return {
        begun,
        wait: Number((error as { headers: object }).headers["retry-after" as never]),
      };
    }
  }
  return { begun: times };
}

test("after ten failures an address waits until the first is five minutes old", () => {
  expect(fail(4, "a@x.test")).toEqual({ begun: 4 });
  now += MINUTE;
  expect(fail(20, "a@x.test")).toEqual({ begun: 6, wait: 240 });
  now += 4 * MINUTE - 1;
  expect(fail(1, "a@x.test")).toEqual({ begun: 0, wait: 1 });
  now += 1;
  expect(fail(20, "a@x.test")).toEqual({ begun: 4, wait: 60 });
});

test("an address is one however it is written, and another one is not kept waiting", () => {
  expect(fail(10, "a@x.test").begun).toBe(10);
  expect(fail(1, "  A@X.test ").begun).toBe(0);
  expect(fail(1, "b@x.test").begun).toBe(1);
});

test("being right counts nothing, however often, and clears what was wrong before", () => {
  for (let i = 0; i < 500; i++) limit.begin("10.0.0.1", "a@x.test").succeeded();
  fail(9, "a@x.test");
  limit.begin("10.0.0.1", "a@x.test").succeeded();
  expect(fail(20, "a@x.test").begun).toBe(10);
});

test("what proves nothing counts nothing and clears nothing", () => {
  fail(9, "a@x.test");
  for (let i = 0; i < 50; i++) limit.begin("10.0.0.1", "a@x.test").undecided();
  expect(fail(20, "a@x.test").begun).toBe(1);
});

test("many at once are no way around", () => {
  const underWay = Array.from({ length: 10 }, () => limit.begin("10.0.0.1", "a@x.test"));
  expect(fail(1, "a@x.test").begun).toBe(0);
  underWay[0]?.undecided();
  expect(fail(5, "a@x.test").begun).toBe(1);
});

test("an address is guarded whoever asks", () => {
  for (let i = 0; i < 10; i++) fail(1, "a@x.test", `10.0.0.${i}`);
  expect(fail(1, "a@x.test", "10.0.1.0").begun).toBe(0);
});

test("who is wrong about everybody keeps nobody else waiting", () => {
  for (let i = 0; i < 200; i++) fail(1, `${i}@x.test`);
  expect(fail(1, "new@x.test").begun).toBe(0);
  expect(fail(1, "new@x.test", "10.0.0.2").begun).toBe(1);
});

test("what is too long for an address is counted, but not kept as one", () => {
  const long = `${"a".repeat(1_000_000)}@x.test`;
  expect(fail(300, long)).toEqual({ begun: 200, wait: 300 });
});

test("over all addresses, and without one, there is an end too", () => {
  for (let i = 0; i < 150; i++) fail(1, `${i}@x.test`);
  expect(fail(100, undefined)).toEqual({ begun: 50, wait: 300 });
  expect(fail(1, "new@x.test").begun).toBe(0);
  now += 5 * MINUTE;
  expect(fail(1, "new@x.test").begun).toBe(1);
});

test("being right without an address clears nobody else's", () => {
  fail(9, "a@x.test");
  limit.begin("10.0.0.1", undefined).succeeded();
  expect(fail(5, "a@x.test").begun).toBe(1);
});
