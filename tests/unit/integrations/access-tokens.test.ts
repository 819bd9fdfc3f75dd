/** The failures are numbered as in supabase/tests/syncs/twenty_five_failures. */
import { expect, test } from "vitest";
import {
  accessToken,
  forgetAccessToken,
} from "../../../supabase/functions/_integrations/access-tokens.ts";

const signal = new AbortController().signal;
const HOUR_MS = 3_600_000;

/** A grant whose token changes with each refresh, which makes the one before invalid. */
function rotatingGrant() {
  let refreshes = 0;
  return {
    name: crypto.randomUUID(),
    refresh: async () => {
      refreshes += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { token: `token-${refreshes}`, lifetimeMs: HOUR_MS };
    },
    refreshes: () => refreshes,
  };
}

test("failure 22: workers that need a token at the same time refresh it once", async () => {
  const { name, refresh, refreshes } = rotatingGrant();
  const tokens = await Promise.all(
    Array.from({ length: 20 }, () => accessToken(name, refresh, signal)),
  );
  expect(new Set(tokens)).toEqual(new Set(["token-1"]));
  expect(refreshes()).toBe(1);
});

test("a token is used until it is forgotten, and then refreshed once", async () => {
  const { name, refresh, refreshes } = rotatingGrant();
  await accessToken(name, refresh, signal);
  expect(await accessToken(name, refresh, signal)).toBe("token-1");
  forgetAccessToken("token-1");
  // The second worker was rejected with the old token, after the first has a new one.
  const [first] = await Promise.all([accessToken(name, refresh, signal)]);
  forgetAccessToken("token-1");
  expect([first, await accessToken(name, refresh, signal)]).toEqual(["token-2", "token-2"]);
  expect(refreshes()).toBe(2);
});

test("each grant has its own token", async () => {
  const [one, other] = [rotatingGrant(), rotatingGrant()];
  await accessToken(one.name, one.refresh, signal);
  await accessToken(other.name, other.refresh, signal);
  expect(other.refreshes()).toBe(1);
});

test("a failed refresh is tried again by the next caller", async () => {
  const { name, refresh } = rotatingGrant();
  const failing = () => Promise.reject(new Error("unreachable"));
  await expect(accessToken(name, failing, signal)).rejects.toThrow("unreachable");
  expect(await accessToken(name, refresh, signal)).toBe("token-1");
});

test("a caller that gives up leaves the refresh to the others", async () => {
  const { name, refresh, refreshes } = rotatingGrant();
  const controller = new AbortController();
  const leaving = accessToken(name, refresh, controller.signal);
  const staying = accessToken(name, refresh, signal);
  controller.abort();
  await expect(leaving).rejects.toMatchObject({ failure: "busy" });
  expect(await staying).toBe("token-1");
  expect(refreshes()).toBe(1);
});
