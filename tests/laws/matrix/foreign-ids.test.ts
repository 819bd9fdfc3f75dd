import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { owner } from "../../support/database.ts";
import { type Answer, askAs, callRoute, callRpc, comparable } from "../../support/http.ts";
import { demoId, type PersonaName, people } from "../../support/personas.ts";
import { reads } from "./access-matrix/index.ts";
import { fillEmptyTables } from "./demo-rows.ts";
import { type Relation, readRelations, within } from "./relations.ts";

/** Personas with a valid session who do not belong to the second organization. */
const insiders = ["admin", "lead", "member", "member2", "client", "outsider"] as const;
const otherAdmin = people.other_admin;

let relations: Map<string, Relation>;
beforeAll(async () => {
  const disconnectVendors = await fillEmptyTables();
  relations = await readRelations();
  return disconnectVendors;
});

/** The catalog of kinds belongs to no organization. */
const tables = reads.map(({ name }) => name).filter((name) => name !== "approval_kinds");

describe("an id of another organization gets byte for byte the same answer as an unknown id", () => {
  test.each(tables)("/rest/v1/%s", async (table) => {
    const relation = relations.get(table) as Relation;
    const [column = "id"] = relation.key;
    const [foreignRow] = await owner`
      select ${owner(column)} as id from ${owner(`public.${table}`)}
      where ${within(relation, [otherAdmin.organizationId])} limit 1`;
    const checks = insiders.map((persona) =>
      expectAlike(String(foreignRow?.["id"]), (id) =>
        askAs(persona, `/rest/v1/${table}?select=${column}&${column}=eq.${id}`, {
          headers: { prefer: "count=exact" },
        }),
      ),
    );
    await Promise.all(checks);
  });

  describe("the person of `as`, in /api/spine and get_spine", () => {
    test.concurrent.each(insiders)("as %s", async (persona) => {
      await expectAlike(otherAdmin.personId, (id) => callRoute(persona, `spine?as=${id}`));
      await expectAlike(otherAdmin.personId, (id) =>
        callRpc(persona, "get_spine", { as_person_id: id }),
      );
    });
  });

  describe("the project to search, in /api/search and search_passages", () => {
    test.concurrent.each(insiders)("as %s", async (persona) => {
      const [source] = await owner`
      select id, project_id from public.sources
      where organization_id = ${otherAdmin.organizationId} and project_id is not null limit 1`;
      for (const [name, foreignId] of [
        ["project_id", source?.["project_id"]],
        ["source_id", source?.["id"]],
      ] as const) {
        const ask = (id: string) => ({ query: "the budget", [name]: id });
        await expectAlike(foreignId, (id) => callRoute(persona, "search", { body: ask(id) }));
        await expectAlike(foreignId, (id) => callRpc(persona, "search_passages", ask(id)));
      }
    });
  });

  describe("the client of an invited person", () => {
    test.concurrent.each(insiders)("as %s", async (persona) => {
      await expectAlike(demoId(2, 2, 1), (id) => invite(persona, id));
      const [row] = await owner`
      select count(*)::int as count from public.people where email = 'foreign@demo.test'`;
      expect(row?.["count"]).toBe(0);
    });
  });

  describe("the person to change, in /api/people", () => {
    test.concurrent.each(insiders)("as %s", async (persona) => {
      const membership = { to: "membership", project_id: demoId(4, 1, 2), is_member: true };
      for (const change of [{ to: "offboarded" }, { to: "role", role: "admin" }, membership]) {
        for (const action of [{ action: "preview" }, { action: "change", version: 1 }]) {
          await expectAlike(otherAdmin.personId, (person_id) =>
            callRoute(persona, "people", { body: { ...action, person_id, change } }),
          );
        }
      }
    });
  });

  describe("the viewer and the project, in the lookups of Ask", () => {
    test.concurrent.each(insiders)("as %s", async (persona) => {
      const days = { changed_from: "2026-01-01", changed_to: "2026-12-31" };
      for (const [name, input] of [
        ["list_tasks", {}],
        ["get_hours", {}],
        ["list_people", {}],
        ["list_documents", {}],
        ["list_projects", {}],
        ["list_project_summaries", {}],
        ["list_changes", days],
      ] as const) {
        await expectAlike(otherAdmin.personId, (id) =>
          callRpc(persona, name, { ...input, as_person_id: id }),
        );
        await expectAlike(demoId(4, 2, 1), (id) =>
          callRpc(persona, name, { ...input, project_id: id }),
        );
      }
      const noCitations = { citations: [] };
      await expectAlike(otherAdmin.personId, (id) =>
        callRpc(persona, "settle_citations", { ...noCitations, as_person_id: id }),
      );
      await expectAlike(otherAdmin.personId, (id) =>
        callRpc(persona, "begin_chat", { as_person_id: id }),
      );
    });
  });

  describe("the conversation, a colleague's included", () => {
    test.concurrent.each(insiders)("as %s", async (persona) => {
      const conversations = () => owner`
      select md5(string_agg(message::text, ',' order by message.id)) as messages,
        (select md5(string_agg(session::text, ',' order by session.id)) from public.chat_sessions as session) as sessions
      from public.chat_messages as message`;
      const before = await conversations();
      // The first conversation of another organization's admin, and of a colleague whom an admin and a lead see too.
      for (const [organization, person] of [
        [2, 1],
        [1, persona === "member" ? 4 : 3],
      ] as const) {
        const chatSessionId = demoId(113, organization, person * 10 + 1);
        const messageId = demoId(113, organization, person * 10 + 3);
        const messages = await owner`
        select from public.chat_messages where id = ${messageId} and chat_session_id = ${chatSessionId}`;
        expect(messages).toHaveLength(1);
        for (const is_archived of [true, false]) {
          await expectAlike(chatSessionId, (chat_session_id) =>
            callRpc(persona, "archive_chat_session", { chat_session_id, is_archived }),
          );
        }
        await expectAlike(chatSessionId, (chat_session_id) =>
          callRpc(persona, "write_chat_summary", {
            chat_session_id,
            summarized_up_to: 2,
            content: "Forged",
          }),
        );
        await expectAlike(messageId, (message_id) =>
          callRpc(persona, "finish_chat_turn", { message_id, content: "Forged", model: "forged" }),
        );
        await expectAlike(messageId, (message_id) =>
          callRpc(persona, "fail_chat_turn", { message_id, content: "Forged" }),
        );
      }
      expect(await conversations()).toEqual(before);
    });
  });

  test("a member gets the same answer for a project of colleagues as for an unknown one", async () => {
    for (const table of ["projects", "project_summaries"]) {
      await expectAlike(demoId(4, 1, 2), (id) =>
        askAs("member", `/rest/v1/${table}?id=eq.${id}`, { headers: { prefer: "count=exact" } }),
      );
    }
    await expectAlike(demoId(4, 1, 2), (id) =>
      askAs("member", `/rest/v1/tasks?project_id=eq.${id}`, { headers: { prefer: "count=exact" } }),
    );
  });
});

function invite(persona: PersonaName, clientId: string): Promise<Answer> {
  return callRpc(persona, "invite_person", {
    email: "foreign@demo.test",
    name: "Foreign",
    role: "client",
    client_id: clientId,
  });
}

/** Compares status, body and headers, apart from the id itself and values that differ between any two requests. */
async function expectAlike(
  foreignId: string | null,
  askFor: (id: string) => Promise<Answer>,
): Promise<void> {
  expect(foreignId).toMatch(/^[0-9a-f-]{36}$/);
  const id = String(foreignId);
  const random = randomUUID();
  const foreignAnswer = comparable(await askFor(id), id);
  expect(foreignAnswer).toEqual(comparable(await askFor(random), random));
  expect(foreignAnswer.status).not.toBe(500);
}
