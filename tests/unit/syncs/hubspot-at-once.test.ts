/** The failures are numbered as in supabase/tests/syncs/twenty_five_failures. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { hubSpot } from "../../../supabase/functions/_integrations/crm/hubspot.ts";

const AT = Date.parse("2026-03-10T09:30:00Z");
const MAX_RESULTS = 10_000;
const ids = Array.from({ length: 10_050 }, (_, index) => String(100_000 + index));

interface Search {
  filterGroups: [{ filters: { propertyName: string; operator: string; value: string }[] }];
  limit: number;
  after: string;
}

/** A search like HubSpot's: at most 10,000 results, in pages by offset. */
function search({ filterGroups, limit, after }: Search) {
  const [{ filters }] = filterGroups;
  const from = filters.find(({ operator }) => operator === "GTE")?.value;
  const afterId = filters.find(({ operator }) => operator === "GT")?.value;
  const at = filters.find(({ operator }) => operator === "EQ")?.value;
  const isMatch = Number(from ?? at) <= AT && (at === undefined || Number(at) === AT);
  const matches = isMatch ? ids.filter((id) => Number(id) > Number(afterId ?? 0)) : [];
  const offset = Number(after);
  if (offset + limit > MAX_RESULTS) throw new Error("The search returns at most 10,000 results");
  const results = matches.slice(offset, offset + limit).map((id) => ({
    id,
    properties: { name: `Company ${id}`, hs_lastmodifieddate: String(new Date(AT).toISOString()) },
    updatedAt: new Date(AT).toISOString(),
  }));
  const isLast = offset + limit >= matches.length;
  return {
    total: matches.length,
    results,
    ...(!isLast && { paging: { next: { after: String(offset + limit) } } }),
  };
}

test("failure 14: 10,050 companies with one timestamp are all read, and the listing ends", async () => {
  const server = createServer(async (request, response) => {
    const body = search((await json(request)) as Search);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    const [companies] = hubSpot(() => new Date(AT + 60_000));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const at = new Date(AT).toISOString();
    let cursor = JSON.stringify({
      listed_at: at,
      began_at: at,
      is_running: false,
      newest: null,
      position: { phase: "search", from: AT - 1000 },
    });
    const seenIds = new Set<string>();
    let pages = 0;
    for (let hasMore = true; hasMore; pages += 1) {
      expect(pages).toBeLessThan(60);
      const page = await companies?.list({
        cursor,
        settings: {},
        secret: "pat-1",
        baseUrl,
        signal: new AbortController().signal,
      });
      for (const { externalId } of page?.records ?? []) seenIds.add(externalId);
      cursor = page?.cursor ?? "";
      hasMore = page?.hasMore ?? false;
    }
    expect([...seenIds].sort()).toEqual(ids);
  } finally {
    server.close();
  }
});
