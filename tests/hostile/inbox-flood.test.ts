/** One member proposes as much as they can. Everyone else's inbox stays small, fast and complete. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Approval, Card } from "../../supabase/functions/_domain/approvals/contract.ts";
import { mapAtOnce } from "../support/at-once.ts";
import { addPassage } from "../support/chat-library.ts";
import { owner } from "../support/database.ts";
import { type Answer, codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { limitsReported } from "../support/reported-limits.ts";

let own: OwnOrganization;
let sourceId: string;
const PAGE_BYTES = 1_300_000;
const QUOTING_CARDS = 4;
const LONG_CARDS = 9;
const passage = "The budget is agreed. ".repeat(150);

/** The stack of the suites admits more: here the default limits of the service apply. */
beforeAll(async () => {
  own = await makeOrganization();
  sourceId = await addPassage(own.id, own.alphaId, { title: "Brief", content: passage });
  await limitsReported();
  await owner`update private.rate_limit_settings set max_calls = null where route = 'propose'`;
  await owner`update private.quotas set operator_limit = null where name = 'open_cards_per_person'`;
});
afterAll(async () => {
  await owner`update private.rate_limit_settings set max_calls = 10000 where route = 'propose'`;
  await owner`update private.quotas set operator_limit = 100000 where name = 'open_cards_per_person'`;
});

const propose = (payload: object, citations: object[] = [], kind = "scope_flag") =>
  own.people.member.ask("/rest/v1/rpc/propose_approval", {
    body: { kind, project_id: own.alphaId, payload, citations },
  });
const flag = (description: string) => ({ title: "Growing", severity: "low", description });
const forget = () => owner`delete from private.rate_limits where organization_id = ${own.id}`;
/** The Data API answers 400 for each refusal of ours; its code and hint say which one it is. */
const refusalOf = (answer: Answer) => [codeOf(answer), (answer.json as { hint?: string }).hint];
const quotes = (count: number, quote: string) =>
  Array.from({ length: count }, () => ({ role: "evidence", source_id: sourceId, quote }));

test("two hundred long quotes are refused", async () => {
  const answer = await propose(flag("All agreed"), quotes(200, passage.slice(0, 3_000)));
  expect(refusalOf(answer)).toEqual(["OPBIG", "payload_too_large"]);
});

test("a payload of 440 kB is refused", async () => {
  const sections = Array.from({ length: 50 }, (_, n) => ({
    heading: `Part ${n}`,
    body: "Terms. ".repeat(1_250),
  }));
  const answer = await propose({ title: "Terms", sections }, [], "scope_summary");
  expect(refusalOf(answer)).toEqual(["OPBIG", "payload_too_large"]);
});

test("thirty proposals a minute are admitted, and no more", async () => {
  await forget();
  const answers = await Promise.all(Array.from({ length: 40 }, () => propose(flag("More"))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
  const refusal = answers.find(({ status }) => status !== 200);
  expect(refusalOf(refusal as Answer)).toEqual(["OPLIM", "rate_limited"]);
});

test("the largest possible cards leave the inbox readable for everyone", async () => {
  await forget();
  const sections = Array.from({ length: 22 }, (_, n) => ({
    heading: `Part ${n}`,
    body: "m".repeat(8_000),
  }));
  const quoting = () => propose(flag("m".repeat(8_000)), quotes(50, passage.slice(0, 3_000)));
  const long = () => propose({ title: "Terms", sections }, [], "scope_summary");
  // Together they exceed a page.
  const proposals = [
    ...Array.from({ length: QUOTING_CARDS }, () => quoting),
    ...Array.from({ length: LONG_CARDS }, () => long),
  ];
  for (const { status } of await mapAtOnce(proposals, (send) => send())) expect(status).toBe(200);

  const checks = [own.people.lead, own.people.member].map(async (person) => {
    for (const route of ["inbox", "approvals"]) {
      const ids = new Set<string>();
      for (let cursor: string | null = ""; cursor !== null; ) {
        const after = cursor && `&cursor=${encodeURIComponent(cursor)}`;
        const answer = await person.ask(`/api/${route}?limit=100${after}`);
        expect(answer.status).toBe(200);
        expect(answer.text.length).toBeLessThan(PAGE_BYTES);
        const page = answer.json as {
          cards?: Card[];
          approvals?: Approval[];
          next_cursor: string | null;
        };
        expect(page.cards?.some((card) => card.evidence) ?? false).toBe(false);
        for (const { id } of page.cards?.map(({ approval }) => approval) ?? page.approvals ?? []) {
          expect(ids.has(id)).toBe(false);
          ids.add(id);
        }
        cursor = page.next_cursor;
      }
      expect(ids.size).toBe(30 + QUOTING_CARDS + LONG_CARDS);
    }
  });
  await Promise.all(checks);
});

test("an opened card shows its evidence, and the decision checks the current facts", async () => {
  await forget();
  const { id } = (await propose(flag("Quoted"), quotes(1, "The budget is agreed.")))
    .json as Approval;
  const opening = await own.people.lead.ask(`/api/inbox?approval_id=${id}`);
  const [card] = (opening.json as { cards: Card[] }).cards;
  expect(card?.evidence).toMatchObject([{ state: "verified", quote: "The budget is agreed." }]);

  await owner`update public.sources set version = 2 where id = ${sourceId}`;
  const list = await own.people.lead.ask("/api/inbox?limit=100&kind=scope_flag");
  expect(list.status).toBe(200);
  const answer = await own.people.lead.ask("/api/approvals", {
    body: { action: "approve", id, version: 1 },
  });
  expect([answer.status, codeOf(answer)]).toEqual([409, "draft_not_ready"]);
  await owner`update public.sources set version = 1 where id = ${sourceId}`;
  const again = await own.people.lead.ask("/api/approvals", {
    body: { action: "approve", id, version: 1 },
  });
  expect([again.status, codeOf(again)]).toEqual([200, undefined]);
});

test("pending cards are limited per person", async () => {
  await owner`update private.quotas set operator_limit = 10 where name = 'open_cards_per_person'`;
  try {
    await forget();
    const answer = await propose(flag("One more"));
    expect(refusalOf(answer)).toEqual(["OPSTA", "too_many_open_cards"]);
    const lead = await own.people.lead.ask("/rest/v1/rpc/propose_approval", {
      body: { kind: "scope_flag", project_id: own.alphaId, payload: flag("A lead's") },
    });
    expect(lead.status).toBe(200);
  } finally {
    await owner`update private.quotas set operator_limit = null where name = 'open_cards_per_person'`;
  }
});

test("stored text is limited by the quotas of the person and of the organization", async () => {
  const ask = (name: "member" | "lead") =>
    own.people[name].ask("/rest/v1/rpc/post_status_update", {
      body: { project_id: own.alphaId, health: "on_track", summary: "m".repeat(4_000) },
    });
  const [usage] = await owner`
    select coalesce(sum(bytes), 0)::integer as bytes from private.storage_usage
    where organization_id = ${own.id} and kind = 'text'`;
  const limit = (name: string, bytes: number | null) =>
    owner`update private.quotas set operator_limit = ${bytes} where name = ${name}`;
  try {
    await limit("text_bytes_per_organization", usage?.["bytes"] + 6_000);
    expect((await ask("lead")).status).toBe(200);
    for (const name of ["lead", "member"] as const) {
      expect(refusalOf(await ask(name))).toEqual(["OPBIG", "storage_quota_exceeded"]);
    }
    await limit("text_bytes_per_organization", null);
    await limit("text_bytes_per_person", 6_000);
    expect(codeOf(await ask("lead"))).toBe("OPBIG");
    await limit("text_bytes_per_person", null);
    expect((await ask("member")).status).toBe(200);
  } finally {
    await limit("text_bytes_per_organization", null);
    await limit("text_bytes_per_person", null);
  }
});
