/**
 * An organization of a test's own, so that what it changes is nobody else's: a client with an account,
 * the projects ALPHA (the member's) and BETA, each with a task, hours, a status update and a
 * classification.
 */
import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { owner } from "./database.ts";
import { type Answer, type Ask, ask } from "./http.ts";
import { signIn } from "./personas.ts";

const roles = ["admin", "lead", "member", "client"] as const;
type Role = (typeof roles)[number];

export interface OwnPerson {
  id: string;
  userId: string;
  email: string;
  /** Key and token of their first sign-in. */
  headers: Record<string, string>;
  /** Asks with those headers. */
  ask(path: string, what?: Ask): Promise<Answer>;
}

export interface OwnOrganization {
  id: string;
  clientId: string;
  accountId: string;
  alphaId: string;
  betaId: string;
  people: Record<Role, OwnPerson>;
}

/** Makes the organization and signs its people in. */
export async function makeOrganization(): Promise<OwnOrganization> {
  const id = randomUUID();
  const domain = `${id.slice(0, 8)}.test`;
  const [clientId, accountId, alphaId, betaId] = [1, 2, 3, 4].map(() => randomUUID()) as [
    string,
    string,
    string,
    string,
  ];
  await owner`insert into public.organizations ${owner({ id, name: `Own ${domain}`, email_domain: domain })}`;
  await owner`insert into public.clients ${owner({ id: clientId, organization_id: id, name: "Harbour" })}`;
  await owner`insert into public.accounts ${owner({
    id: accountId,
    organization_id: id,
    client_id: clientId,
    name: "Harbour shop",
  })}`;

  const people = {} as Record<Role, OwnPerson>;
  for (const role of roles) {
    const email = `${role}@${domain}`;
    const userId = await makeUser(email);
    const personId = randomUUID();
    await owner`insert into public.people ${owner({
      id: personId,
      organization_id: id,
      user_id: userId,
      email,
      name: role,
      role,
      is_employee: role !== "client",
      client_id: role === "client" ? clientId : null,
    })}`;
    people[role] = { id: personId, userId, email, ...(await signedIn(email)) };
  }

  for (const [projectId, code] of [
    [alphaId, "ALPHA"],
    [betaId, "BETA"],
  ] as const) {
    const own = { organization_id: id, project_id: projectId };
    const taskId = randomUUID();
    await owner`insert into public.projects ${owner({
      id: projectId,
      organization_id: id,
      account_id: accountId,
      code,
      name: code.toLowerCase(),
      status: "active",
      lead_id: people.lead.id,
    })}`;
    await owner`insert into public.tasks ${owner({ ...own, id: taskId, external_key: "T-1", title: `${code} task`, estimate_hours: 8 })}`;
    await owner`insert into public.time_entries ${owner({ ...own, task_id: taskId, person_id: people.lead.id, spent_on: "2026-03-02", hours: 2.5 })}`;
    await owner`insert into public.status_updates ${owner({ ...own, author_id: people.lead.id, health: "on_track", summary: "Fine." })}`;
    await owner`insert into public.portfolio_classifications ${owner({ ...own, version: 1, tier: "core", risk: "low", classified_by: people.lead.id })}`;
  }
  await owner`insert into public.operating_profiles ${owner({ organization_id: id, account_id: accountId, cadence: "weekly" })}`;
  await owner`insert into public.project_members ${owner({ organization_id: id, project_id: alphaId, person_id: people.member.id })}`;
  return { id, clientId, accountId, alphaId, betaId, people };
}

/** A user like those of the seeds, with the same password. Answers its id. */
export async function makeUser(email: string): Promise<string> {
  const id = randomUUID();
  const columns = await owner<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = 'auth.users'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
  const list = owner(columns.map(({ name }) => name));
  await owner`
    insert into auth.users (${list})
    select ${list} from jsonb_populate_record(null::auth.users, (
      select to_jsonb(users) || jsonb_build_object('id', ${id}::text, 'email', ${email}::text)
      from auth.users where email = 'outsider@demo.test'))`;
  return id;
}

/** Signs in once and answers how to ask with that token. */
export async function signedIn(email: string): Promise<Pick<OwnPerson, "headers" | "ask">> {
  const headers = {
    apikey: inject("stack").publishable_key,
    authorization: `Bearer ${await signIn(email)}`,
  };
  return {
    headers,
    ask: (path, what = {}) => ask(path, { ...what, headers: { ...headers, ...what.headers } }),
  };
}
