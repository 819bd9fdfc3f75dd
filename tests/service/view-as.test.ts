import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, codeOf, comparable } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { people } from "../support/personas.ts";

let organization: OwnOrganization;
beforeAll(async () => {
  organization = await makeOrganization();
});

function spineOf(role: keyof OwnOrganization["people"], as?: string): Promise<Answer> {
  return organization.people[role].ask(`/api/spine${as === undefined ? "" : `?as=${as}`}`);
}

/** The ids of a spine's projects. */
function projectsIn(answer: Answer): string[] {
  return (answer.json as { projects: { id: string }[] }).projects.map(({ id }) => id).sort();
}

describe("only admins and leads can use `as`", () => {
  test.each(["admin", "lead", "member", "client"] as const)(
    "a member who names the %s gets the same answer as without `as`",
    async (role) => {
      const answerWithoutAs = comparable(await spineOf("member"));
      expect(comparable(await spineOf("member", organization.people[role].id))).toEqual(
        answerWithoutAs,
      );
      const rpc = await organization.people.member.ask("/rest/v1/rpc/get_spine", {
        method: "POST",
        body: { as_person_id: organization.people[role].id },
      });
      expect(rpc.json).toEqual(JSON.parse(answerWithoutAs.text));
    },
  );

  test("a member who names an unknown person, or one of another organization, gets the same answer as without `as`", async () => {
    const answerWithoutAs = comparable(await spineOf("member"));
    expect(comparable(await spineOf("member", randomUUID()))).toEqual(answerWithoutAs);
    expect(comparable(await spineOf("member", people.other_admin.personId))).toEqual(
      answerWithoutAs,
    );
  });

  test("a client contact is refused, with or without `as`", async () => {
    const answerWithoutAs = comparable(await spineOf("client"));
    expect(answerWithoutAs.status).toBe(403);
    expect(comparable(await spineOf("client", organization.people.admin.id))).toEqual(
      answerWithoutAs,
    );
  });
});

describe("`as` narrows and never widens", () => {
  test("a lead as the member sees the member's projects, and the answer names both", async () => {
    const answer = await spineOf("lead", organization.people.member.id);
    expect(projectsIn(answer)).toEqual([organization.alphaId]);
    const { viewer, as } = answer.json as { viewer: { id: string }; as: { id: string } | null };
    expect([viewer.id, as?.id]).toEqual([
      organization.people.lead.id,
      organization.people.member.id,
    ]);
  });

  test("a lead as an admin sees exactly what a lead sees", async () => {
    const answerWithoutAs = (await spineOf("lead")).json as object;
    const asAdmin = (await spineOf("lead", organization.people.admin.id)).json as {
      as: { id: string };
    };
    expect(asAdmin.as.id).toBe(organization.people.admin.id);
    expect({ ...asAdmin, as: null }).toEqual(answerWithoutAs);
  });

  test("a lead who names themselves gets the same answer as without `as`", async () => {
    const answerWithoutAs = comparable(await spineOf("lead"));
    expect(comparable(await spineOf("lead", organization.people.lead.id))).toEqual(answerWithoutAs);
  });

  test("a lead as a client contact sees no project", async () => {
    expect(projectsIn(await spineOf("lead", organization.people.client.id))).toEqual([]);
  });

  test("a lead who names an unknown person, or one of another organization, gets the same 404", async () => {
    const [foreignAnswer, unknownAnswer] = [
      comparable(await spineOf("lead", people.other_admin.personId)),
      comparable(await spineOf("lead", randomUUID())),
    ];
    expect(foreignAnswer.status).toBe(404);
    expect(foreignAnswer).toEqual(unknownAnswer);
  });

  test("a value that is not an id is an unknown person to a lead", async () => {
    for (const as of ["admin", "1", "%27", ""]) {
      const answer = await spineOf("lead", as);
      expect([as, answer.status, codeOf(answer)]).toEqual([as, 404, "person_not_found"]);
    }
  });

  test("no other route accepts `as`", async () => {
    for (const route of ["whoami", "portfolio", "portfolio-import"]) {
      const answer = await organization.people.lead.ask(
        `/api/${route}?as=${organization.people.member.id}`,
      );
      expect([route, answer.status, codeOf(answer)]).toEqual([route, 400, "malformed_request"]);
    }
  });
});
