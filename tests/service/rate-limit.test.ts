/** The limiter under load admits exactly the permitted number, however many calls arrive at once. */
import postgres from "postgres";
import { afterAll, expect, inject, test } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization } from "../support/own-organization.ts";

const sql = postgres(inject("stack").database_url, { max: 12, onnotice: () => {} });
afterAll(() => sql.end({ timeout: 5 }));

test("exactly twelve of fifty calls at once are admitted; calls that roll back do not count", async () => {
  const { people } = await makeOrganization();
  const call = (isUndone = false) =>
    sql.begin(async (transaction) => {
      await transaction`
        select private.consume_rate_limit(people, 'ingest', 12, 60)
        from public.people where people.id = ${people.lead.id}`;
      if (isUndone) throw new Error("undone");
    });
  await expect(call(true)).rejects.toThrow("undone");

  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => call()));
  const refusals = answers.flatMap((answer) =>
    answer.status === "rejected" ? [answer.reason] : [],
  );
  expect(refusals).toHaveLength(38);
  for (const { code, hint, detail } of refusals) {
    expect([code, hint]).toEqual(["OPLIM", "rate_limited"]);
    expect(JSON.parse(detail).retry_after_seconds).toBeGreaterThan(50);
  }
  const [counts] = await owner`
    select cardinality(admitted_at) as calls from private.rate_limits where person_id = ${people.lead.id}`;
  expect(counts?.["calls"]).toBe(12);
});
