/**
 * The first steps of an agency, done in the console without any documentation. The nightly test does them in a service
 * of its own.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { createUser } from "../../scripts/stack/lite/auth-users.ts";
import { owner } from "../support/database.ts";
import { newPage } from "./console.ts";
import { type FirstDay, testFirstSteps } from "./first-day-journey.ts";

const id = randomUUID();
const domain = `${id.slice(0, 8)}.test`;
const day = { member: { name: "Ada Example", email: `ada@${domain}` } } as FirstDay;

/** An organization with only its admin, and the link that `npm run first-admin` prints. */
beforeAll(async () => {
  const email = `alma@${domain}`;
  // One transaction, as in `npm run first-admin`: the console announces later links as changes of the sign-in.
  const token = await owner.begin(async (sql) => {
    const user_id = await createUser(sql, email, randomUUID());
    await sql`
      insert into public.organizations ${sql({ id, name: "Ridgeway Studio", email_domain: domain, time_zone: "Europe/Berlin" })}`;
    await sql`
      insert into public.people ${sql({ organization_id: id, user_id, email, name: "Alma Ridgeway", role: "admin", is_employee: true, is_prompt_owner: true })}`;
    const [invitation] = await sql<{ token: string }[]>`
      select private.new_password_link(people, null) ->> 'token' as token
      from public.people where organization_id = ${id}`;
    return invitation?.token ?? "";
  });
  const fragment = new URLSearchParams({ token, email });
  day.link = `/password#${fragment}`;
  day.desk = await newPage();
  day.phone = await newPage({ width: 390 });
});
afterAll(async () => {
  await day.desk?.close();
  await day.phone?.close();
});

testFirstSteps(day);
