import { beforeEach, describe, expect, test } from "vitest";
import { portfolioImport } from "../../supabase/functions/_domain/portfolio/import-contract.ts";
import { importFieldNames } from "../../supabase/functions/_domain/portfolio/import-mapping.ts";
import { owner } from "../support/database.ts";
import { codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";

let own: OwnOrganization;
beforeEach(async () => {
  own = await makeOrganization();
});

const mapping = { fields: { project_code: { column: "Code" } } };
type Role = keyof OwnOrganization["people"];

const send = (role: Role, body: object) => own.people[role].ask("/api/portfolio-import", { body });

async function listMappings(role: Role = "admin") {
  const { json } = await own.people[role].ask("/api/portfolio-import");
  return portfolioImport.get.response.parse(json).mappings;
}

describe("a saved mapping", () => {
  test("is available to admins and leads until one of them deletes it", async () => {
    const answer = await send("lead", { mode: "saveMapping", name: " Time sheet ", mapping });
    expect([answer.status, answer.json]).toMatchObject([
      200,
      {
        mode: "saveMapping",
        mapping: { name: "Time sheet", mapping, created_by: own.people.lead.id },
      },
    ]);
    const [listedMapping] = await listMappings();
    expect({ mode: "saveMapping", mapping: listedMapping }).toEqual(answer.json);

    const deletion = await send("admin", { mode: "deleteMapping", mapping_id: listedMapping?.id });
    expect([deletion.status, deletion.json]).toEqual([
      200,
      { mode: "deleteMapping", mapping_id: listedMapping?.id },
    ]);
    expect(await listMappings("lead")).toEqual([]);
    const again = await send("admin", { mode: "deleteMapping", mapping_id: listedMapping?.id });
    expect([again.status, codeOf(again)]).toEqual([404, "import_mapping_not_found"]);
  });

  test("replaces the one with the same name, in any case", async () => {
    await send("lead", { mode: "saveMapping", name: "Weekly", mapping });
    const other = { fields: { project_name: { value: "All" } }, date_format: "DD.MM.YYYY" };
    await send("admin", { mode: "saveMapping", name: "WEEKLY", mapping: other });
    expect(await listMappings()).toMatchObject([{ name: "WEEKLY", mapping: other }]);
  });

  test("can be saved while another change, such as an import, is in progress", async () => {
    const answer = await owner.begin(async (transaction) => {
      await transaction`
        insert into public.clients ${owner({ organization_id: own.id, name: "Garden" })}`;
      return send("lead", { mode: "saveMapping", name: "Weekly", mapping });
    });
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  });

  test("may contain every field, in every form of a mapping", async () => {
    const fields = Object.fromEntries(
      importFieldNames.map((name, index) => [
        name,
        [{ column: name }, { value: "x" }, { column: name, values: { a: "", b: "done" } }][
          index % 3
        ],
      ]),
    );
    const answer = await send("lead", { mode: "saveMapping", name: "All", mapping: { fields } });
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    expect(await listMappings()).toMatchObject([{ mapping: { fields } }]);
  });

  test("cannot be seen or deleted by other people", async () => {
    await send("lead", { mode: "saveMapping", name: "Weekly", mapping });
    const [listedMapping] = await listMappings();
    const other = await makeOrganization();
    const answer = await other.people.admin.ask("/api/portfolio-import", {
      body: { mode: "deleteMapping", mapping_id: listedMapping?.id },
    });
    expect([answer.status, codeOf(answer)]).toEqual([404, "import_mapping_not_found"]);
    for (const person of [other.people.admin, own.people.member, own.people.client]) {
      expect((await person.ask("/rest/v1/import_mappings?select=id")).json).toEqual([]);
    }
    expect(await listMappings()).toHaveLength(1);
  });
});

describe("a mapping is refused", () => {
  test.each(["member", "client"] as const)("to a %s, by route and by function", async (role) => {
    for (const body of [
      { mode: "saveMapping", name: "Mine", mapping },
      { mode: "deleteMapping", mapping_id: own.id },
    ]) {
      const answer = await send(role, body);
      expect([answer.status, codeOf(answer)]).toEqual([403, "role_not_allowed"]);
    }
    const rpc = await own.people[role].ask("/rest/v1/rpc/save_import_mapping", {
      method: "POST",
      body: { name: "Mine", mapping },
    });
    expect(codeOf(rpc)).toBe("OPDEN");
    expect(await listMappings()).toEqual([]);
  });

  test.each([
    ["no name", { name: " ", mapping }],
    ["a long name", { name: "n".repeat(101), mapping }],
    ["no mapping", { name: "Mine" }],
    ["a mapping without a project", { name: "Mine", mapping: { fields: {} } }],
    ["a file beside the mapping", { name: "Mine", mapping, content_base64: "QQ==" }],
  ])("with %s", async (_what, body) => {
    const answer = await send("lead", { mode: "saveMapping", ...body });
    expect([answer.status, codeOf(answer)]).toEqual([400, "malformed_request"]);
    expect(await listMappings()).toEqual([]);
  });
});
