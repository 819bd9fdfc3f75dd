/**
 * A test's own organization, which no other test uses: a client with an account, the projects ALPHA (the member's)
 * and BETA, each with a task, hours, a status update and a classification.
 */
import { randomUUID } from "node:crypto";
import type { ISql } from "postgres";
import { inject } from "vitest";
import { owner } from "./database.ts";
import { type Answer, type Ask, ask } from "./http.ts";
import { signTokens, type User } from "./signed-token.ts";

const roles = ["admin", "lead", "member", "client"] as const;
type Role = (typeof roles)[number];

export interface OwnPerson {
  id: string;
  userId: string;
  email: string;
  /** The headers of this user: the key and the token. */
  headers: Record<string, string>;
  /** Sends a request with those headers. */
  ask(path: string, options?: Ask): Promise<Answer>;
}

export interface OwnOrganization {
  id: string;
  clientId: string;
  accountId: string;
  alphaId: string;
  betaId: string;
  people: Record<Role, OwnPerson>;
}

/** Creates the organization in one transaction and signs its people in. */
export async function makeOrganization(): Promise<OwnOrganization> {
  const id = randomUUID();
  const domain = `${id.slice(0, 8)}.test`;
  const [clientId, accountId, alphaId, betaId] = [1, 2, 3, 4].map(() => randomUUID()) as [
    string,
    string,
    string,
    string,
  ];
  const staff = roles.map((role) => ({
    id: randomUUID(),
    user: { id: randomUUID(), email: `${role}@${domain}` },
    role,
  }));
  const personId = (role: Role) => staff.find((person) => person.role === role)?.id as string;
  const projects = [
    { id: alphaId, code: "ALPHA" },
    { id: betaId, code: "BETA" },
  ].map((project) => ({ ...project, taskId: randomUUID() }));
  const organizationFields = { organization_id: id };
  const lead = personId("lead");
  const ofEach = (row: (project: (typeof projects)[number]) => object) =>
    owner(
      projects.map((project) => ({
        ...organizationFields,
        project_id: project.id,
        ...row(project),
      })),
    );
  const columns = await userColumns();

  await owner.begin((sql) => [
    sql`insert into public.organizations ${sql({ id, name: `Own ${domain}`, email_domain: domain })}`,
    sql`insert into public.clients ${sql({ ...organizationFields, id: clientId, name: "Harbour" })}`,
    sql`insert into public.accounts ${sql({ ...organizationFields, id: accountId, client_id: clientId, name: "Harbour shop" })}`,
    insertUsers(
      sql,
      columns,
      staff.map(({ user }) => user),
    ),
    sql`insert into public.people ${sql(
      staff.map((person) => ({
        ...organizationFields,
        id: person.id,
        user_id: person.user.id,
        email: person.user.email,
        name: person.role,
        role: person.role,
        is_employee: person.role !== "client",
        client_id: person.role === "client" ? clientId : null,
      })),
    )}`,
    sql`insert into public.projects ${sql(
      projects.map((project) => ({
        ...organizationFields,
        id: project.id,
        account_id: accountId,
        code: project.code,
        name: project.code.toLowerCase(),
        status: "active",
        lead_id: lead,
      })),
    )}`,
    sql`insert into public.tasks ${ofEach(({ code, taskId }) => ({
      id: taskId,
      external_key: "T-1",
      title: `${code} task`,
      estimate_hours: 8,
    }))}`,
    sql`insert into public.time_entries ${ofEach(({ taskId }) => ({
      task_id: taskId,
      person_id: lead,
      spent_on: "2026-03-02",
      hours: 2.5,
    }))}`,
    sql`insert into public.status_updates ${ofEach(() => ({
      author_id: lead,
      health: "on_track",
      summary: "Fine.",
    }))}`,
    sql`insert into public.portfolio_classifications ${ofEach(() => ({
      version: 1,
      tier: "core",
      risk: "low",
      classified_by: lead,
    }))}`,
    sql`insert into public.operating_profiles ${sql({ ...organizationFields, account_id: accountId, cadence: "weekly" })}`,
    sql`insert into public.project_members ${sql({ ...organizationFields, project_id: alphaId, person_id: personId("member") })}`,
  ]);

  const tokens = await signTokens(staff.map(({ user }) => user));
  const people = Object.fromEntries(
    staff.map((person, index) => [
      person.role,
      {
        id: person.id,
        userId: person.user.id,
        email: person.user.email,
        ...clientWith(tokens[index] as string),
      },
    ]),
  ) as Record<Role, OwnPerson>;
  return { id, clientId, accountId, alphaId, betaId, people };
}

/** A user like those of the seeds, with the same password. Returns its id. */
export async function makeUser(email: string): Promise<string> {
  const id = randomUUID();
  await insertUsers(owner, await userColumns(), [{ id, email }]);
  return id;
}

/** Returns a way to ask as this user, with a signed token instead of a sign-in. */
export async function signedIn(email: string): Promise<Pick<OwnPerson, "headers" | "ask">> {
  const [user] = await owner<User[]>`select id, email from auth.users where email = ${email}`;
  if (user === undefined) throw new Error(`There is no user ${email}`);
  const [token] = await signTokens([user]);
  return clientWith(token as string);
}

function clientWith(token: string): Pick<OwnPerson, "headers" | "ask"> {
  const headers = {
    apikey: inject("stack").publishable_key,
    authorization: `Bearer ${token}`,
  };
  return {
    headers,
    ask: (path, options = {}) =>
      ask(path, { ...options, headers: { ...headers, ...options.headers } }),
  };
}

let knownColumns: Promise<string[]> | undefined;

/** The columns of Auth's users that can be written. */
function userColumns(): Promise<string[]> {
  knownColumns ??= owner<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = 'auth.users'::regclass and attnum > 0 and not attisdropped
      and attgenerated = ''`.then((rows) => rows.map(({ name }) => name));
  return knownColumns;
}

function insertUsers(sql: ISql, columns: string[], users: User[]) {
  return sql`
    insert into auth.users (${sql(columns)})
    select ${sql(columns)}
    from jsonb_array_elements(${sql.json(users as never)}) as input (own),
      lateral (select to_jsonb(users) as "like" from auth.users where email = 'outsider@demo.test') as one,
      lateral jsonb_populate_record(null::auth.users, one."like" || input.own)`;
}
