/**
 * Sends requests derived from the contracts to the running service: no response is a 5xx, every refusal has our
 * shape, every success matches its contract.
 */
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { contracts } from "../../supabase/functions/_domain/contracts.ts";
import { anyRequest, type FuzzedRequest } from "../support/contract-inputs.ts";
import { owner } from "../support/database.ts";
import { randomized } from "../support/depth.ts";
import { ErrorAnswer } from "../support/error-answer.ts";
import { askAs } from "../support/http.ts";
import type { PersonaName } from "../support/personas.ts";

const BATCH = 8;
const senders: PersonaName[] = [
  "admin",
  "lead",
  "member",
  "client",
  "outsider",
  "anonymous",
  "forged",
];
const parameters = randomized({ default: 500, nightly: 2_000 });
const RUNS = parameters.numRuns;
const refusals = [400, 401, 403, 404, 405, 409, 413, 415, 429];

test(`${RUNS} requests get no 5xx, and every body matches its contract`, {
  timeout: 3_600_000,
}, async () => {
  const writes = await writesSoFar();
  const statuses = new Map<number, number>();
  const batch = fc.array(fc.tuple(fc.constantFrom(...senders), anyRequest), {
    minLength: BATCH,
    maxLength: BATCH,
  });
  await fc.assert(
    fc.asyncProperty(batch, async (requests) => {
      const problems = await Promise.all(
        requests.map(([sender, request]) => send(sender, request, statuses)),
      );
      expect(problems.filter(Boolean)).toEqual([]);
    }),
    { ...parameters, numRuns: Math.ceil(RUNS / BATCH) },
  );
  expect(await writesSoFar()).toEqual(writes);
  const counts = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`);
  console.log(`contract fuzz: ${counts.join(", ")}`);
  expect(statuses.get(200)).toBeGreaterThan(RUNS / 40);
  expect(statuses.get(400)).toBeGreaterThan(RUNS / 20);
});

/** Sends one request; returns the problem of the response, if there is one. */
async function send(
  sender: PersonaName,
  { path, method, headers, body }: FuzzedRequest,
  statuses: Map<number, number>,
): Promise<string | undefined> {
  const answer = await askAs(sender, path, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  const { text, json } = answer;
  const { pathname } = new URL(path, inject("stack").url);
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  const summary = `${sender} ${method} ${path.slice(0, 200)}: ${answer.status} ${text.slice(0, 200)}`;
  if (!answer.headers.get("x-request-id")) return `${summary} (no request id)`;
  if (method === "HEAD" && answer.status < 500) return undefined;
  // The console answers a path outside the API.
  const isApi = /^\/(api|functions)\//.test(pathname);
  if (!isApi && answer.status < 500) return undefined;
  if (answer.status === 200) {
    const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream");
    const bodies = isStream ? eventsIn(text) : [json];
    const isWithinContract = bodies.every((one) => isAsPromised(pathname, method, one));
    return isWithinContract && (!isStream || endsOnce(bodies)) ? undefined : summary;
  }
  const refusal = ErrorAnswer.safeParse(json);
  // Among the settings, only the key for the public web may be missing in this stack.
  const isWithoutKey = answer.status === 503 && refusal.data?.code === "research_not_configured";
  if (!refusals.includes(answer.status) && !isWithoutKey) return summary;
  if (!refusal.success) return `${summary} (not our shape)`;
  if (refusal.data.statusCode !== answer.status) return `${summary} (another status inside)`;
  return /\bat .*\.(ts|js):\d+|node_modules|postgres:\/\//.test(text)
    ? `${summary} (reveals too much)`
    : undefined;
}

/** The events of a stream, one object for each. */
function eventsIn(text: string): unknown[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => parseJson(line.slice("data:".length)));
}

function endsOnce(events: unknown[]): boolean {
  const types = events.map((event) => (event as { type?: string } | undefined)?.type);
  const ends = types.filter((type) => type === "done" || type === "error");
  return ends.length === 1 && types.at(-1) === ends[0];
}

function isAsPromised(pathname: string, method: string, answer: unknown): boolean {
  const slug = pathname.replace(/^(\/functions\/v1)?(\/api)?\//, "").replace(/\/+$/, "");
  const contract = contracts.find((known) => known.slug === slug || known.path === slug);
  const operation = method === "GET" ? contract?.get : contract?.post;
  return operation?.response.safeParse(answer).success ?? false;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The numbers of rows that a request of a demo person could have created. */
async function writesSoFar(): Promise<object> {
  const [row] = await owner`
    select count(*)::int as people, (select count(*)::int from public.projects
        where organization_id in (select id from public.organizations where email_domain in ('demo.test', 'other.test'))) as projects,
      (select count(*)::int from public.invitations) as invitations
    from public.people where email like '%@demo.test' or email like '%@other.test'`;
  return { ...row };
}
