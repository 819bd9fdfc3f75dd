/** Each route for questions has an exact limit from its own environment variable, however many people ask at once. */
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { applyLimits, parseLimits } from "../../scripts/stack/platform/operator-limits.ts";
import research from "../../supabase/functions/research/index.ts";
import { askOnce, configureChat, turn } from "../support/chat-in-process.ts";
import { owner } from "../support/database.ts";
import { type MockModel, startMockModel } from "../support/mock-model.ts";
import { type MockOpenAi, openAiAccount, startMockOpenAi } from "../support/mock-openai.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { limitsReported } from "../support/reported-limits.ts";

/** More than the limits of the tests. */
const AT_ONCE = 12;

const { database_url } = inject("stack");
let own: OwnOrganization;
let model: MockModel;
let web: MockOpenAi;
beforeAll(async () => {
  own = await makeOrganization();
  await limitsReported();
  model = await startMockModel();
  web = await startMockOpenAi();
  await configureChat(model, {
    OPENAI_RESEARCH_KEY: openAiAccount.apiKey,
    OPENAI_RESEARCH_BASE_URL: web.url,
  });
});
beforeEach(() => {
  model.requests.length = 0;
});
afterAll(async () => {
  await applyLimits(database_url, parseLimits({}));
  await Promise.all([model.close(), web.close()]);
});

function countByStatus(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
const burst = async (ask: () => Promise<{ status: number }>) =>
  countByStatus(
    (await Promise.all(Array.from({ length: AT_ONCE }, ask))).map(({ status }) => status),
  );

async function askResearch(headers: Record<string, string>) {
  const answer = await research.fetch(
    new Request("https://service.example/research", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ question: "Will it rain?" }),
    }),
  );
  const { code } = (await answer.json()) as { code?: string };
  return { status: answer.status, code, retryAfter: answer.headers.get("retry-after") };
}

test("concurrent calls get as many answers as the variable allows, and the two routes count separately", async () => {
  const env = { SERVICE_CHAT_RATE_LIMIT: "7", SERVICE_CHAT_STREAM_RATE_LIMIT: "3" };
  await applyLimits(database_url, parseLimits(env));
  const { member, lead } = own.people;
  expect(await burst(() => askOnce(member))).toEqual({ 200: 7, 429: AT_ONCE - 7 });
  expect(await burst(() => turn(member))).toEqual({ 200: 3, 429: AT_ONCE - 3 });
  // A refused question never reaches the model.
  expect(model.requests).toHaveLength(10);

  // Another person has a separate limit. Asking as that person counts towards the caller's limit only.
  expect((await askOnce(lead, { as: member.id })).status).toBe(200);
  const [counts] = await owner`
    select (select cardinality(admitted_at) from private.rate_limits where person_id = ${lead.id} and route = 'chat') as lead,
      (select cardinality(admitted_at) from private.rate_limits where person_id = ${member.id} and route = 'chat') as member,
      (select count(*)::integer from public.chat_messages where person_id = ${member.id}) as messages`;
  // Refused questions wrote nothing: there are three questions and three answers.
  expect(counts).toEqual({ lead: 1, member: 7, messages: 6 });

  await applyLimits(database_url, parseLimits({ ...env, SERVICE_CHAT_RATE_LIMIT: "8" }));
  expect(await burst(() => askOnce(member))).toEqual({ 200: 1, 429: AT_ONCE - 1 });
  expect(await turn(member)).toMatchObject({ status: 429, events: [] });
  expect(await askOnce(member)).toMatchObject({
    status: 429,
    json: { code: "rate_limited", details: { retry_after_seconds: expect.any(Number) } },
  });
});

test("research has its own limit, whose refusal states when to retry; a refused question is not sent out", async () => {
  await applyLimits(database_url, parseLimits({ SERVICE_RESEARCH_RATE_LIMIT: "4" }));
  const { lead, member } = own.people;
  expect(await burst(() => askResearch(lead.headers))).toEqual({ 200: 4, 429: AT_ONCE - 4 });
  expect(web.requests).toHaveLength(4);
  const refusal = await askResearch(lead.headers);
  expect(refusal).toMatchObject({ status: 429, code: "rate_limited" });
  expect(Number(refusal.retryAfter)).toBeGreaterThan(0);
  expect(Number(refusal.retryAfter)).toBeLessThanOrEqual(60);
  expect(await askResearch(member.headers)).toMatchObject({
    status: 403,
    code: "role_not_allowed",
  });
  expect(web.requests).toHaveLength(4);
});

test("the defaults are 20, 10 and 5 a minute", async () => {
  await applyLimits(database_url, parseLimits({}));
  const { admin } = own.people;
  // All but two of the calls of this minute were made before.
  for (const [route, calls] of [
    ["chat", 18],
    ["chat-stream", 8],
    ["research", 3],
  ] as const) {
    await owner`
      insert into private.rate_limits (organization_id, person_id, route, admitted_at)
      values (${own.id}, ${admin.id}, ${route}, array_fill(clock_timestamp(), array[${calls}::integer]))`;
  }
  const twoAnswers = { 200: 2, 429: AT_ONCE - 2 };
  expect(await burst(() => askOnce(admin))).toEqual(twoAnswers);
  expect(await burst(() => turn(admin))).toEqual(twoAnswers);
  expect(await burst(() => askResearch(admin.headers))).toEqual(twoAnswers);
});
