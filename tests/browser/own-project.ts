/** A test's own project, which it may change without affecting other tests. */
import { randomUUID } from "node:crypto";
import { owner } from "../support/database.ts";
import { demoId, northlight, type PersonName, people } from "../support/personas.ts";

const projectIds: string[] = [];

/** Keeps the projects of one file out of the lists of the next. */
export async function archiveOwnProjects(): Promise<void> {
  const ids = projectIds.splice(0);
  if (ids.length === 0) return;
  await owner`update public.projects set archived_at = now() where id = any (${ids}::uuid[])`;
}

export interface OwnProject {
  id: string;
  name: string;
}

/** An account of Lindmoor Outdoor, the client of client@demo.test. */
export const clientAccount = demoId(3, 1, 1);

/** Creates an active project of the first organization, with these people as its members. */
export async function ownProject(
  name: string,
  members: PersonName[] = [],
  account = demoId(3, 1, 5),
): Promise<OwnProject> {
  const id = randomUUID();
  await owner`
    insert into public.projects (id, organization_id, account_id, name, status, budget_hours)
    values (${id}, ${northlight}, ${account}, ${name}, 'active', 80)`;
  for (const member of members) {
    await owner`
      insert into public.project_members (organization_id, project_id, person_id)
      values (${northlight}, ${id}, ${people[member].personId})`;
  }
  projectIds.push(id);
  return { id, name };
}
