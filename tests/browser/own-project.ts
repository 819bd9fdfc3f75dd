/** A project of a test's own, so that it may be changed without moving the seeds under other tests. */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll } from "vitest";
import { demoId, northlight, type PersonName, people } from "../support/personas.ts";
import { stack } from "./console.ts";

export const sql = postgres(stack.database_url, { max: 1, onnotice: () => {} });
const made: string[] = [];

afterAll(async () => {
  await sql`update public.projects set archived_at = now() where id = any (${made}::uuid[])`;
  await sql.end();
});

export interface OwnProject {
  id: string;
  name: string;
}

/** Makes an active project of the first organization, with these people as its members. */
export async function ownProject(name: string, members: PersonName[] = []): Promise<OwnProject> {
  const id = randomUUID();
  await sql`
    insert into public.projects (id, organization_id, account_id, name, status, budget_hours)
    values (${id}, ${northlight}, ${demoId(3, 1, 5)}, ${name}, 'active', 80)`;
  for (const member of members) {
    await sql`
      insert into public.project_members (organization_id, project_id, person_id)
      values (${northlight}, ${id}, ${people[member].personId})`;
  }
  made.push(id);
  return { id, name };
}
