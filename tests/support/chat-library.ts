/** People and texts for conversations. Each project's content has a word that occurs in no other project. */
import { randomUUID } from "node:crypto";
import { owner } from "./database.ts";
import { makeUser, type OwnPerson, signedIn } from "./own-organization.ts";

export interface Passage {
  title: string;
  content: string;
  kind?: "document" | "meeting" | "email" | "note";
  isRestricted?: boolean;
}

/** A source of one passage; returns its id. Without a project it is for leads. */
export async function addPassage(
  organization_id: string,
  project_id: string | null,
  { title, content, kind = "note", isRestricted = false }: Passage,
): Promise<string> {
  const id = randomUUID();
  await owner`insert into public.sources ${owner({
    id,
    organization_id,
    kind,
    project_id,
    title,
    is_restricted: isRestricted,
    published_version: 1,
  })}`;
  await owner`insert into public.passages ${owner({
    organization_id,
    source_id: id,
    source_version: 1,
    position: 1,
    content,
    scope_id: isRestricted || project_id === null ? organization_id : project_id,
  })}`;
  return id;
}

/** One more member, of these projects alone. */
export async function addMember(
  organization_id: string,
  name: string,
  projectIds: string[],
): Promise<OwnPerson> {
  const id = randomUUID();
  const email = `${name}-${id.slice(0, 8)}@second.test`;
  const userId = await makeUser(email);
  await owner`insert into public.people ${owner({
    id,
    organization_id,
    user_id: userId,
    email,
    name,
    role: "member",
    is_employee: true,
  })}`;
  for (const project_id of projectIds) {
    await owner`insert into public.project_members ${owner({ organization_id, project_id, person_id: id })}`;
  }
  return { id, userId, email, ...(await signedIn(email)) };
}

/** Puts the word into every text of a project, next to "launch", which all projects have. */
export async function markProject(
  organization_id: string,
  id: string,
  word: string,
): Promise<void> {
  await owner`update public.projects set summary = ${`The launch of ${word}`} where id = ${id}`;
  await owner`update public.tasks set title = ${`Prepare the launch ${word}`} where project_id = ${id}`;
  await owner`update public.status_updates set summary = ${`The launch waits for ${word}`} where project_id = ${id}`;
  await addPassage(organization_id, id, {
    title: `Launch ${word}`,
    content: `The launch is on Friday, says ${word}.`,
  });
  await addPassage(organization_id, id, {
    kind: "meeting",
    title: `Call ${word}`,
    content: `We spoke of the launch with ${word}.`,
  });
}
