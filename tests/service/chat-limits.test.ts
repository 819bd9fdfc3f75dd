/** Each way to ask is limited by its own variable of the environment, exactly, however many ask at once. */
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { applyRateLimits, checkRateLimits } from "../../scripts/stack/rate-limits.ts";
import { askOnce, configureChat, turn } from "../support/chat-in-process.ts";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";

const { database_url } = inject("stack");
let own: OwnOrganization;
beforeAll(async () => {
  own = await makeOrganization();
  await configureChat(null);
});
afterAll(() => applyRateLimits(database_url, checkRateLimits({})));

function counted(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
const burst = async (ask: () => Promise<{ status: number }>) =>
  counted((await Promise.all(Array.from({ length: 50 }, ask))).map(({ status }) => status));

test("of fifty at once as many are answered as the variable says, and neither way counts for the other", async () => {
  const env = { SERVICE_CHAT_RATE_LIMIT: "7", SERVICE_CHAT_STREAM_RATE_LIMIT: "3" };
  await applyRateLimits(database_url, checkRateLimits(env));
  const { member, lead } = own.people;
  expect(await burst(() => askOnce(member))).toEqual({ 200: 7, 429: 43 });
  expect(await burst(() => turn(member))).toEqual({ 200: 3, 429: 47 });

  // Another person has calls of their own, and asking as somebody does not use up theirs or save one's own.
  expect((await askOnce(lead, { as: member.id })).status).toBe(200);
  const [kept] = await owner`
    select (select cardinality(admitted_at) from private.rate_limits where person_id = ${lead.id} and route = 'chat') as lead,
      (select cardinality(admitted_at) from private.rate_limits where person_id = ${member.id} and route = 'chat') as member,
      (select count(*)::integer from public.chat_messages where person_id = ${member.id}) as messages`;
  // Refused ones wrote nothing: three questions and three answers stand.
  expect(kept).toEqual({ lead: 1, member: 7, messages: 6 });

  await applyRateLimits(database_url, checkRateLimits({ ...env, SERVICE_CHAT_RATE_LIMIT: "8" }));
  expect(await burst(() => askOnce(member))).toEqual({ 200: 1, 429: 49 });
  expect((await turn(member)).status).toBe(429);
});
