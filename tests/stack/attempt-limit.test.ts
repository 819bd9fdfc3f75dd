import { beforeEach, describe, expect, test } from "vitest";
import {
  type AttemptLimit,
  type AttemptOrigin,
  createAttemptLimit,
} from "../../scripts/stack/gateway/attempt-limit.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
let now = 0;
let limit: AttemptLimit;
beforeEach(() => {
  now = 1_000_000;
  limit = createAttemptLimit(() => now);
});

const clientAddress = "10.0.0.1";
const person = "a@x.test";

/** Fails up to `times` times at once; returns how often an attempt began, and the following wait in seconds. */
function fail(times: number, origin: AttemptOrigin): { begun: number; wait?: number } {
  for (let begun = 0; begun < times; begun++) {
    try {
      limit.begin(origin);
    } catch (error) {
      expect(error).toMatchObject({ status: 429, body: { error_code: "over_request_rate_limit" } });
      const { headers } = error as { headers: Record<string, string> };
      return { begun, wait: Number(headers["retry-after"]) };
    }
  }
  return { begun: times };
}

describe("a person", () => {
  test("waits after five failures, and twice as long after each further one", () => {
    expect(fail(10, { clientAddress, person })).toEqual({ begun: 5, wait: 15 });
    for (const wait of [30, 60, 120, 240]) {
      now += (wait / 2) * SECOND;
      expect(fail(9, { clientAddress, person })).toEqual({ begun: 1, wait });
    }
    for (let n = 0; n < 20; n++) {
      now += 5 * MINUTE;
      expect(fail(9, { clientAddress, person }).wait).toBeLessThanOrEqual(300);
    }
  });

  test("may try again when the wait is over, and not before", () => {
    fail(5, { clientAddress, person });
    now += 15 * SECOND - 1;
    expect(fail(1, { clientAddress, person }).begun).toBe(0);
    now += 1;
    expect(fail(2, { clientAddress, person })).toEqual({ begun: 1, wait: 30 });
  });

  test("is one person in any spelling of the address, and delays no one else", () => {
    expect(fail(9, { clientAddress, person }).begun).toBe(5);
    expect(fail(1, { clientAddress, person: "  A@X.test " }).begun).toBe(0);
    expect(fail(1, { clientAddress, person: "b@x.test" }).begun).toBe(1);
  });

  test("waits, whatever the network address of the caller", () => {
    for (let n = 0; n < 5; n++) fail(1, { clientAddress: `10.0.0.${n}`, person });
    expect(fail(1, { clientAddress: "10.0.1.0", person }).begun).toBe(0);
  });

  test("starts from zero after every correct attempt", () => {
    for (let n = 0; n < 500; n++) limit.begin({ clientAddress, person }).succeed();
    fail(4, { clientAddress, person });
    limit.begin({ clientAddress, person }).succeed();
    expect(fail(9, { clientAddress, person }).begun).toBe(5);
  });
});

describe("a known device", () => {
  const device = "the device";

  test("does not wait because of strangers, and ends the wait for everyone", () => {
    fail(300, { clientAddress, person });
    for (let n = 0; n < 300; n++) fail(1, { clientAddress, person: `${n}@x.test` });
    expect(fail(1, { clientAddress, person }).begun).toBe(0);
    limit.begin({ clientAddress, person, device }).succeed();
    expect(fail(1, { clientAddress: "10.0.0.2", person }).begun).toBe(1);
  });

  test("does not allow endless guessing", () => {
    expect(fail(100, { clientAddress, person, device })).toEqual({ begun: 10, wait: 1 });
    now += 30 * SECOND;
    expect(fail(100, { clientAddress, person, device }).begun).toBeLessThan(3);
  });

  test("does not delay its person elsewhere", () => {
    fail(100, { clientAddress, person, device });
    expect(fail(1, { clientAddress, person }).begun).toBe(1);
  });
});

describe("a network address", () => {
  test("that fails for many people waits, and no other address does", () => {
    for (let n = 0; n < 100; n++) fail(1, { clientAddress, person: `${n}@x.test` });
    expect(fail(1, { clientAddress, person: "new@x.test" })).toEqual({ begun: 0, wait: 1 });
    expect(fail(1, { clientAddress: "10.0.0.2", person: "new@x.test" }).begun).toBe(1);
  });

  test("is counted for an empty name too", () => {
    expect(fail(200, { clientAddress }).begun).toBe(100);
    now += 5 * MINUTE;
    expect(fail(200, { clientAddress }).begun).toBe(100);
  });

  test("is counted for a text too long for an email address, which is not stored", () => {
    const longAddress = `${"a".repeat(1_000_000)}@x.test`;
    expect(fail(300, { clientAddress, person: longAddress }).begun).toBe(100);
  });
});

test("a request that proves nothing counts nothing and clears nothing", () => {
  fail(4, { clientAddress, person });
  for (let n = 0; n < 50; n++) limit.begin({ clientAddress, person }).discard();
  expect(fail(9, { clientAddress, person }).begun).toBe(1);
});

test("concurrent attempts do not bypass the limit", () => {
  const attempts = Array.from({ length: 5 }, () => limit.begin({ clientAddress, person }));
  expect(fail(1, { clientAddress, person }).begun).toBe(0);
  attempts[0]?.discard();
  expect(fail(5, { clientAddress, person }).begun).toBe(1);
});

test("a correct request without a name clears no one's failures", () => {
  fail(4, { clientAddress, person });
  limit.begin({ clientAddress }).succeed();
  expect(fail(9, { clientAddress, person }).begun).toBe(1);
});
