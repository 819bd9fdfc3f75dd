import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NOW, type Office, openOffice } from "./office.ts";
import { hours } from "./records.ts";

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.stop());

describe("HubSpot", () => {
  const company = (name: string) =>
    office.truth.companies.create({ properties: { name }, companyId: null });
  const search = (fields: object = {}) =>
    office.ask("hubspot", "/crm/v3/objects/companies/search", {
      json: {
        filterGroups: [],
        sorts: ["hs_lastmodifieddate"],
        properties: ["name", "hs_merged_object_ids"],
        limit: 200,
        after: "0",
        ...fields,
      },
    });
  const idsOf = (results: { id: string }[]) => results.map(({ id }) => id);
  const get = (path: string) => office.ask("hubspot", `/crm/v3/objects/${path}`);

  test("a search has pages, and its lower bound is inclusive", async () => {
    const [a, b, c] = ["A", "B", "C"].map((name) => company(name));
    const since = (updatedAt = 0) => ({
      filterGroups: [
        {
          filters: [
            { propertyName: "hs_lastmodifieddate", operator: "GTE", value: String(updatedAt) },
          ],
        },
      ],
    });
    const firstPage = (await search({ ...since(b?.updatedAt), limit: 1 })).body;
    expect([idsOf(firstPage.results), firstPage.total]).toEqual([[b?.id], 2]);
    const secondPage = (
      await search({ ...since(b?.updatedAt), limit: 1, after: firstPage.paging.next.after })
    ).body;
    expect([idsOf(secondPage.results), secondPage.paging]).toEqual([[c?.id], undefined]);
    expect(idsOf((await search(since(a?.updatedAt))).body.results)).toHaveLength(3);
  });

  test("a search ends after 10,000 results", async () => {
    expect((await search({ after: "9800" })).status).toBe(200);
    expect((await search({ after: "9801" })).body.category).toBe("VALIDATION_ERROR");
  });

  test("records with the same timestamp can be listed in the order of their ids, beyond 10,000 too", async () => {
    office.truth.clock.step = 0;
    const ids = [1, 2, 3].map((name) => company(String(name)).id);
    const { results } = (
      await search({
        filterGroups: [
          {
            filters: [
              { propertyName: "hs_lastmodifieddate", operator: "EQ", value: String(NOW) },
              { propertyName: "hs_object_id", operator: "GT", value: ids[0] },
            ],
          },
        ],
        sorts: ["hs_object_id"],
      })
    ).body;
    expect(idsOf(results)).toEqual(ids.slice(1));
  });

  test("a deleted company is archived, and not found by a search", async () => {
    const { id } = company("A");
    office.truth.companies.delete(id);
    expect((await search()).body.results).toEqual([]);
    expect((await get(`companies/${id}`)).body.category).toBe("OBJECT_NOT_FOUND");
    const archive = await get("companies?archived=true");
    expect(archive.body.results).toEqual([expect.objectContaining({ id, archived: true })]);
  });

  test("the id of a merged company returns the survivor, which lists that id", async () => {
    const [merged, survivor] = [company("A"), company("B")];
    office.truth.companies.merge(merged.id, survivor.id);
    const results = (await search()).body.results;
    expect(results).toEqual([expect.objectContaining({ id: survivor.id })]);
    expect(results[0].properties.hs_merged_object_ids).toBe(merged.id);
    expect((await get(`companies/${merged.id}`)).body.id).toBe(survivor.id);
  });

  test("a deal names its company, even after a merge", async () => {
    const [merged, survivor] = [company("A"), company("B")];
    office.truth.deals.create({ properties: { dealname: "Next phase" }, companyId: merged.id });
    office.truth.companies.merge(merged.id, survivor.id);
    const { body } = await get("deals?associations=companies");
    expect(body.results[0].associations.companies.results).toEqual([
      { id: survivor.id, type: "deal_to_company" },
    ]);
  });

  test.each([
    [
      "a search without its required fields",
      { after: undefined },
      "must have required property 'after'",
    ],
    ["an unknown field", { where: [] }, "must NOT have additional properties"],
    [
      "a filter that does not exist",
      { filterGroups: [{ filters: [{ propertyName: "name", operator: "LIKE" }] }] },
      "must be equal to one of the allowed values",
    ],
  ])("%s is refused and recorded", async (_, fields, problem) => {
    expect((await search(fields)).status).toBe(400);
    expect(office.violations[0]?.problem).toContain(problem);
  });

  test("a refusal by the rate limit states the seconds to wait", async () => {
    office.faults.add({ kind: "rate_limited", retryAfterSeconds: 10 });
    const { headers, body } = await search();
    expect([headers.get("retry-after"), body.category]).toEqual(["10", "RATE_LIMITS"]);
  });
});

describe("Harvest", () => {
  const list = (query = "") => office.ask("harvest", `/time_entries?${query}`);
  const idsOf = (entries: { id: number }[]) => entries.map(({ id }) => String(id));

  test("each page links to the next", async () => {
    for (const day of ["07", "08", "09"])
      office.truth.timeEntries.create(hours({ spentOn: `2026-03-${day}` }));
    const firstPage = (await list("per_page=2")).body;
    expect([firstPage.total_pages, firstPage.next_page]).toEqual([2, 2]);
    const secondPage = (await office.ask("harvest", firstPage.links.next)).body;
    expect(
      secondPage.time_entries.map(({ spent_date }: { spent_date: string }) => spent_date),
    ).toEqual(["2026-03-07"]);
    expect(secondPage.links.next).toBeNull();
  });

  test("updated_since includes its own second, in which several entries may change", async () => {
    office.truth.clock.step = 300;
    const ids = [1, 2, 3].map(() => office.truth.timeEntries.create(hours()).id);
    const entries = (await list("updated_since=2026-03-10T09:30:00Z")).body.time_entries;
    expect(idsOf(entries).sort()).toEqual(ids);
    expect(new Set(entries.map((entry: { updated_at: string }) => entry.updated_at)).size).toBe(1);
  });

  test("a deleted entry is no longer listed, and an entry can be added on an old day", async () => {
    const { id } = office.truth.timeEntries.create(hours());
    office.truth.timeEntries.delete(id);
    const late = office.truth.timeEntries.create(hours({ spentOn: "2026-02-01" }));
    const entries = (await list("from=2026-02-01&to=2026-03-31")).body.time_entries;
    expect(idsOf(entries)).toEqual([late.id]);
    expect((await office.ask("harvest", `/time_entries/${id}`)).status).toBe(404);
  });

  test("projects are listed page by page with a cursor", async () => {
    const firstPage = (await office.ask("harvest", "/projects?per_page=5")).body;
    const secondPage = (await office.ask("harvest", firstPage.links.next)).body;
    expect([firstPage.projects.length, secondPage.projects.length]).toEqual([5, 3]);
  });

  test("a request without a contact in its User-Agent is refused and recorded", async () => {
    const { status } = await office.ask("harvest", "/time_entries", {
      headers: { "user-agent": "node" },
    });
    expect(status).toBe(400);
    expect(office.violations[0]?.problem).toContain("User-Agent");
  });

  test("a wrong parameter is 422, and a refusal by the rate limit states the seconds to wait", async () => {
    expect((await list("since=2026-03-01")).status).toBe(422);
    expect(office.violations).toHaveLength(1);
    office.faults.add({ kind: "rate_limited", retryAfterSeconds: 15 });
    expect((await list()).headers.get("retry-after")).toBe("15");
  });
});
