/**
 * A card quotes a contract. The members of its project may not read the contract, but they read the task that it
 * creates.
 */
import { beforeAll, expect, test } from "vitest";
import type { Approval, Card } from "../../supabase/functions/_domain/approvals/contract.ts";
import {
  makeOrganizationWithPromptOwner,
  perform,
  storedCard,
} from "../service/approval-acting.ts";
import { addPassage } from "../support/chat-library.ts";
import { owner } from "../support/database.ts";
import type { OwnOrganization } from "../support/own-organization.ts";

const QUOTE = "The penalty is 40,000 euro a week.";
let own: OwnOrganization;
let contractId: string;
beforeAll(async () => {
  own = await makeOrganizationWithPromptOwner();
  contractId = await addPassage(own.id, own.alphaId, {
    title: "Frame contract",
    content: `Delivery is due in May. ${QUOTE} The end.`,
    isRestricted: true,
  });
});

/** The card as the lead reads it before the decision. */
async function proposeWithQuote(): Promise<Card> {
  const proposal = await own.people.lead.ask("/rest/v1/rpc/propose_approval", {
    body: {
      kind: "task_create",
      project_id: own.alphaId,
      payload: {
        title: "Deliver in May",
        description: `They insist: the penalty is  40,000 euro a week.\nCall them.`,
      },
      citations: [{ role: "evidence", source_id: contractId, quote: QUOTE }],
    },
  });
  const { id } = proposal.json as Approval;
  const inbox = await own.people.lead.ask(`/api/inbox?approval_id=${id}`);
  return (inbox.json as { cards: Card[] }).cards[0] as Card;
}

/** The task as a member reads it, when the card is executed. */
async function readByMember({ approval }: Card): Promise<string> {
  await expect.poll(async () => (await storedCard(approval.id))["status"]).toBe("executed");
  const key = encodeURIComponent(`approval:${approval.id}`);
  const answer = await own.people.member.ask(
    `/rest/v1/tasks?external_key=eq.${key}&select=description`,
  );
  return (answer.json as { description: string }[])[0]?.description ?? "";
}

const decide = ({ approval }: Card, more: object = {}) =>
  perform(own, "lead", {
    action: "approve_and_execute",
    id: approval.id,
    version: approval.version,
    ...more,
  });

test("the card states before the decision which text members will read, and which is left out", async () => {
  const card = await proposeWithQuote();
  expect(card.approval.is_restricted).toBe(true);
  expect(card.effect?.is_read_by_members).toBe(true);
  expect(card.effect?.payload_without_quotes?.["description"]).toBe("They insist: […]\nCall them.");
});

test("a decision without a choice leaves the quote out", async () => {
  const card = await proposeWithQuote();
  await decide(card);
  expect(await readByMember(card)).toBe("They insist: […]\nCall them.");
});

test("a decision about several cards at once leaves the quote out too", async () => {
  const card = await proposeWithQuote();
  await own.people.lead.ask("/api/approvals", {
    body: { action: "batch_approve", ids: [card.approval.id], versions: { [card.approval.id]: 1 } },
  });
  await perform(own, "lead", { action: "execute", id: card.approval.id });
  expect(await readByMember(card)).not.toContain("penalty");
});

test("a decider who keeps the quote leaves the task unchanged", async () => {
  const card = await proposeWithQuote();
  await decide(card, { with_quotes: true });
  expect(await readByMember(card)).toContain("the penalty is  40,000 euro a week");
});

test("an unrestricted card is executed unchanged, without a choice", async () => {
  const proposal = await own.people.member.ask("/rest/v1/rpc/propose_approval", {
    body: {
      kind: "task_create",
      project_id: own.alphaId,
      payload: { title: "Frame contract", description: QUOTE },
    },
  });
  const { id } = proposal.json as Approval;
  const inbox = await own.people.lead.ask(`/api/inbox?approval_id=${id}`);
  const card = (inbox.json as { cards: Card[] }).cards[0] as Card;
  expect(card.effect).toEqual({ is_read_by_members: false, payload_without_quotes: null });
  await decide(card);
  expect(await readByMember(card)).toBe(QUOTE);
  expect(await owner`select effect_payload from public.approvals where id = ${id}`).toEqual([
    { effect_payload: null },
  ]);
});
