/** A draft that answers an email: its recipients are compared with the thread's. */
import { expect, it } from "vitest";
import type { OpenedEmail } from "../../../supabase/functions/_domain/inbound-emails/contract.ts";
import { rpc } from "../answers.ts";
import { expectAccessible, openConsole } from "../console.ts";
import { type Card, card, inboxWith } from "../fixtures/cards.ts";
import { idOf } from "../fixtures/people.ts";
import { cardOf } from "./open-card.ts";

const emailId = idOf(21, 1);

type Evidence = NonNullable<Card["evidence"]>[number];

function draft(evidence: Partial<Evidence>[]): Card {
  const draftCard = card(1, "", {
    kind: "email_draft",
    kind_title: "Email draft",
    group: "record",
    title: "Draft an email “Re: Tents”",
    payload: {
      to: ["Ada@ports.example", "eve@elsewhere.example"],
      cc: ["ben@agency.example"],
      subject: "Re: Tents",
      body: "They arrive on Friday.",
    },
  });
  draftCard.evidence = evidence.map((fields, index) => ({
    number: index + 1,
    role: "evidence",
    source_id: emailId,
    source_kind: "email",
    title: "Tents",
    project_id: null,
    chunk_id: null,
    quote: "When do the tents arrive?",
    passage: "When do the tents arrive?",
    location: null,
    occurred_at: null,
    state: "verified",
    ...fields,
  }));
  return draftCard;
}

const email: OpenedEmail = {
  id: emailId,
  subject: "Tents",
  from: { name: "Ada", address: "ada@ports.example" },
  to: [{ name: null, address: "office@agency.example" }],
  cc: [
    { name: "Ben", address: "Ben@agency.example" },
    { name: "Cy", address: "cy@ports.example" },
  ],
  received_at: "2026-11-20T09:00:00+00:00",
  project: null,
  text: "When do the tents arrive?",
  problems: [],
  // Dee is in an earlier email of the thread.
  thread_addresses: [
    "ada@ports.example",
    "ben@agency.example",
    "cy@ports.example",
    "dee@ports.example",
    "office@agency.example",
  ],
  attachments: [],
};

it("a draft shows who is new to the thread, who is left out, and the quote it answers", async () => {
  const draftCard = draft([
    {},
    { number: 2, role: "influence", source_id: idOf(21, 2), quote: null },
  ]);
  const { answers } = inboxWith([draftCard]);
  const requests: unknown[] = [];
  const page = await openConsole(`/inbox/${draftCard.approval.id}`, {
    answers: [
      ...answers,
      rpc("get_email", ({ source_id }: Record<string, unknown>) => {
        requests.push(source_id);
        return email;
      }),
    ],
  });
  const region = cardOf(page).getByRole("region", { name: "Recipients compared with the thread" });
  await region.waitFor();
  expect(await region.locator("dd").allTextContents()).toEqual([
    "eve@elsewhere.example",
    "cy@ports.example, dee@ports.example, office@agency.example",
  ]);
  // An email that only influenced the draft is not the one it answers.
  expect(requests).toEqual([emailId]);
  await cardOf(page).locator("mark").getByText("When do the tents arrive?").waitFor();
  await expectAccessible(page, "an email draft");
});

it("a draft shows no comparison if its reader may see no email of the thread", async () => {
  const draftCard = draft([{ title: null, source_kind: null, state: "out_of_scope" }]);
  const page = await openConsole(`/inbox/${draftCard.approval.id}`, inboxWith([draftCard]));
  await cardOf(page)
    .getByText("This draft cites no email to compare its recipients with.")
    .waitFor();
});
