/**
 * Many people at once, with background work beside them: every answer must belong to its caller. Users of two
 * organizations and the outsider send requests in random order, 16 at a time, over the same connections, while an
 * import and a scheduled job write.
 */
import { expect, inject, test } from "vitest";
import { summary } from "../../bench/measure.ts";
import { randomNumbers, roundsOf } from "../support/depth.ts";
import { ask } from "../support/http.ts";
import { makeOrganization } from "../support/own-organization.ts";
import { type Asker, gatherAskers } from "./askers.ts";
import { startBackground } from "./background.ts";
import { type Kind, kinds, refresh } from "./requests.ts";

const REQUESTS = roundsOf({ default: 700, nightly: 4_000 });
const random = randomNumbers();
const AT_ONCE = 16;
const SHOWN_FAULTS = 20;
const REFRESH_SHARE = 0.02;

const stack = inject("stack");

test(`${REQUESTS} requests, ${AT_ONCE} at a time: no one gets another person's answer`, {
  timeout: 120_000 + 600 * REQUESTS,
}, async () => {
  const { url, publishable_key: apikey, users } = stack;
  const emails = users.map((user) => user.email);
  const askers = await gatherAskers(url, apikey, emails, users[0]?.password ?? "");
  expect(new Set(askers.map((asker) => asker.person?.organization_id)).size).toBe(3);
  const background = await startBackground(await makeOrganization());

  const faults: string[] = [];
  const times = new Map<string, number[]>();
  let calls = 0;
  async function send(asker: Asker, kind: Kind): Promise<void> {
    const { path, method, body, anonymous } = kind.request(asker);
    const start = performance.now();
    const { status, text, json } = await ask(path, {
      method: method ?? "GET",
      headers: {
        apikey,
        ...(!anonymous && { authorization: `Bearer ${asker.accessToken}` }),
      },
      ...(body && { body }),
    });
    const list = times.get(kind.name) ?? [];
    times.set(kind.name, list);
    list.push(performance.now() - start);
    const fault =
      status >= 500
        ? `answered ${status}: ${text}`
        : kind.fault(asker, { status, body: json ?? text });
    if (fault) faults.push(`${asker.email}, ${kind.name}: ${fault}`);
  }

  // A refresh token can be used once, so each caller sends one refresh at a time.
  const refreshing = new Set<Asker>();
  async function work(): Promise<void> {
    while (calls < REQUESTS && faults.length < SHOWN_FAULTS) {
      calls++;
      const asker = oneOf(askers);
      if (random() < REFRESH_SHARE && !refreshing.has(asker)) {
        refreshing.add(asker);
        await send(asker, refresh).finally(() => refreshing.delete(asker));
      } else {
        await send(asker, oneOf(deck));
      }
    }
  }
  const start = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const seconds = (performance.now() - start) / 1000;
  const backgroundWork = await background.stop();

  const overallTimes = summary([...times.values()].flat());
  console.log(
    [
      `${calls} requests in ${seconds.toFixed(1)} s: ${Math.round(calls / seconds)} per second, p50 ${overallTimes.p50.toFixed(0)} ms, p95 ${overallTimes.p95.toFixed(0)} ms`,
      `beside them ${backgroundWork.imports} imports of ${backgroundWork.importedRows} rows and ${backgroundWork.jobRuns} runs of a scheduled job`,
      ...[...times].sort().map(([name, list]) => {
        const { p50, p95 } = summary(list);
        return `  ${name.padEnd(24)}${String(list.length).padStart(6)}  p50 ${p50.toFixed(0).padStart(4)}  p95 ${p95.toFixed(0).padStart(4)}`;
      }),
    ].join("\n"),
  );
  expect(faults).toEqual([]);
  expect(calls).toBeGreaterThanOrEqual(REQUESTS);
  expect([...times.keys()].sort()).toEqual([...kinds, refresh].map((kind) => kind.name).sort());
  expect(backgroundWork.imports).toBeGreaterThan(0);
  expect(backgroundWork.jobRuns).toBeGreaterThan(0);
});

function oneOf<T>(list: T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

// Each kind by its weight.
const deck = kinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
