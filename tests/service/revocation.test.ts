import { beforeEach, describe, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { codeOf } from "../support/http.ts";
import {
  makeOrganization,
  type OwnOrganization,
  type OwnPerson,
} from "../support/own-organization.ts";

let own: OwnOrganization;
beforeEach(async () => {
  own = await makeOrganization();
});

/** Every path by which a person could still see a project. */
async function projectsSeenBy(person: OwnPerson): Promise<Record<string, string[] | string>> {
  const ids = (value: unknown) => (value as { id: string }[]).map(({ id }) => id).sort();
  const [whoami, portfolio, spine, rest, summaries, tasks, rpc] = await Promise.all([
    person.ask("/api/whoami"),
    person.ask("/api/portfolio"),
    person.ask("/api/spine"),
    person.ask("/rest/v1/projects?select=id"),
    person.ask("/rest/v1/project_summaries?select=id"),
    person.ask("/rest/v1/tasks?select=id:project_id"),
    person.ask("/rest/v1/rpc/get_portfolio", { method: "POST", body: {} }),
  ]);
  const partOf = (answer: typeof whoami, pick: (json: never) => unknown) =>
    answer.status === 200 ? ids(pick(answer.json as never)) : `${answer.status} ${codeOf(answer)}`;
  return {
    whoami: partOf(whoami, (json: { project_ids: string[] }) =>
      json.project_ids.map((id) => ({ id })),
    ),
    portfolio: partOf(portfolio, (json: { projects: unknown }) => json.projects),
    spine: partOf(spine, (json: { projects: unknown }) => json.projects),
    rest: partOf(rest, (json) => json),
    summaries: partOf(summaries, (json) => json),
    tasks: partOf(tasks, (json) => json),
    rpc: partOf(rpc, (json: { projects: unknown }) => json.projects),
  };
}

function everywhere(value: string[]): Record<string, string[]> {
  const paths = ["whoami", "portfolio", "spine", "rest", "summaries", "tasks", "rpc"];
  return Object.fromEntries(paths.map((path) => [path, value]));
}

const refusal = {
  whoami: "403 no_membership",
  portfolio: "403 no_membership",
  spine: "403 no_membership",
  rest: [],
  summaries: [],
  tasks: [],
  rpc: "400 OPDEN",
};

describe("the next request with the same token reflects", () => {
  test("a membership that was removed, and then restored", async () => {
    const { member } = own.people;
    expect(await projectsSeenBy(member)).toEqual(everywhere([own.alphaId]));
    await owner`delete from public.project_members where person_id = ${member.id}`;
    expect(await projectsSeenBy(member)).toEqual(everywhere([]));
    await owner`insert into public.project_members ${owner({ organization_id: own.id, project_id: own.betaId, person_id: member.id })}`;
    expect(await projectsSeenBy(member)).toEqual(everywhere([own.betaId]));
  });

  test("a lead who was demoted to member, and then promoted again", async () => {
    const { lead } = own.people;
    const both = [own.alphaId, own.betaId].sort();
    const importing = () => lead.ask("/api/portfolio-import");
    expect(await projectsSeenBy(lead)).toMatchObject({ ...everywhere(both), tasks: both });
    expect((await importing()).status).toBe(200);
    await owner`update public.people set role = 'member' where id = ${lead.id}`;
    expect(await projectsSeenBy(lead)).toEqual(everywhere([]));
    expect(codeOf(await importing())).toBe("role_not_allowed");
    await owner`update public.people set role = 'lead' where id = ${lead.id}`;
    expect((await projectsSeenBy(lead))["rest"]).toEqual(both);
  });

  test("a member who became a client contact and sees no row of a base table", async () => {
    const { member } = own.people;
    await owner`
      update public.people set role = 'client', is_employee = false, client_id = ${own.clientId}
      where id = ${member.id}`;
    const projects = await projectsSeenBy(member);
    expect(projects).toMatchObject({
      whoami: [],
      spine: "403 role_not_allowed",
      rest: [],
      summaries: [],
      tasks: [],
    });
  });

  test("a person who was offboarded", async () => {
    const { member } = own.people;
    await owner`update public.people set archived_at = now(), user_id = null where id = ${member.id}`;
    expect(await projectsSeenBy(member)).toEqual(refusal);
  });

  test("a user who was deleted", async () => {
    const { member } = own.people;
    await owner`delete from auth.users where id = ${member.userId}`;
    // Their sessions were deleted with them.
    expect(await projectsSeenBy(member)).toEqual({
      ...refusal,
      whoami: "401 not_signed_in",
      portfolio: "401 not_signed_in",
      spine: "401 not_signed_in",
      rpc: "400 OPAUT",
    });
    const [row] = await owner`select user_id from public.people where id = ${member.id}`;
    expect(row?.["user_id"]).toBeNull();
  });
});
