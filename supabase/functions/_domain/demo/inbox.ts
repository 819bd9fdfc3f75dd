/** The undecided cards of the bundled demo dataset. They cannot be decided: there is no database to write to. */
import type { z } from "zod";
import { AppError } from "../app-error.ts";
import type { Card, inbox } from "../approvals/contract.ts";
import { payloadFields } from "../approvals/kinds.ts";
import type { QueryOf } from "../contract.ts";
import { demoDataset, demoPeople, idOf } from "./dataset.ts";

type DemoCard = z.input<typeof Card>;
type Approval = DemoCard["approval"];
type Person = { id: string; name: string };

/** As GET /inbox returns it, with its filters and pages. */
export function demoInbox(
  now: Date,
  {
    approval_id,
    kind,
    project_id,
    q,
    assigned_to_me,
    decidable,
    limit,
    cursor,
  }: QueryOf<typeof inbox.get>,
): z.input<typeof inbox.get.response> {
  const cards = demoCards(now);
  const counts = {
    pending: cards.length,
    approved: 0,
    executing: 0,
    failed: 0,
    unknown: 0,
    decidable: cards.filter(({ refusal }) => refusal === null).length,
  };
  if (approval_id !== undefined) {
    const card = cards.find(({ approval }) => approval.id === approval_id);
    if (!card) throw new AppError(404, "approval_not_found", "There is no such card");
    return { cards: [{ ...card, ...historyOf(card.approval) }], counts, next_cursor: null };
  }
  const before = cards.findIndex(({ approval }) => approval.id === cursor);
  if (cursor !== undefined && before === -1) {
    throw new AppError(400, "invalid_cursor", "Invalid page cursor");
  }
  const matches = cards
    .slice(before + 1)
    .filter(() => assigned_to_me !== "true")
    .filter(({ refusal }) => decidable !== "true" || refusal === null)
    .filter(({ approval }) => approval.title.toLowerCase().includes((q ?? "").toLowerCase()))
    .filter(({ approval }) => kind === undefined || approval.kind === kind)
    .filter(({ approval }) => project_id === undefined || approval.project?.id === project_id);
  const page = matches.slice(0, limit);
  return {
    cards: page,
    counts,
    next_cursor: matches.length > page.length ? (page.at(-1)?.approval.id ?? null) : null,
  };
}

/** Oldest first. */
function demoCards(now: Date): DemoCard[] {
  const { spine, passages } = demoDataset(now);
  const { tobin, lenka, sami } = demoPeople;
  const day = (offset: number) =>
    new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
  const due = day(5);
  // The last complete week, from its Monday on.
  const week = day(-7 - ((now.getUTCDay() + 6) % 7));
  return [
    card({
      number: 1,
      kind: "email_draft",
      project: 1,
      daysAgo: 4,
      title: "Save email draft “The form for refunds” to refunds@payments.example",
      payload: {
        to: ["refunds@payments.example"],
        subject: "The form for refunds",
        body: "Please send us the form that has to be signed before refunds can be switched on.",
      },
      passage: 3,
      quote: "The payment provider asks for a signed form before refunds can be switched on.",
    }),
    card({
      number: 2,
      kind: "task_create",
      project: 1,
      daysAgo: 2,
      title: `Create task “Test offline tickets with the crew”, due ${dayInTitle(due)}`,
      payload: {
        title: "Test offline tickets with the crew",
        description: "On two boats, with phones that are older than five years.",
        due_on: due,
        assignee_id: tobin.id,
        estimate_hours: 6,
      },
      people: [tobin],
      passage: 1,
      quote: "The crew tests it on two boats.",
    }),
    card({
      number: 3,
      kind: "weekly_update",
      project: 2,
      daysAgo: 1,
      by: sami,
      title: `Publish the update for the week of ${dayInTitle(week)}: “Live, but for delay notices”`,
      payload: {
        week_of: week,
        headline: "Live, but for delay notices",
        body: "All sailings and prices are live. Delay notices wait for the new feed of the harbour office.",
        next_steps: "Agree on the new feed on Thursday.",
      },
      passage: 4,
      quote: "The new feed is agreed on Thursday, and notices go live two days later.",
    }),
    card({
      number: 4,
      kind: "scope_flag",
      project: 3,
      daysAgo: 1,
      by: lenka,
      title: "Flag scope risk “A usability test before the checkout is decided” (medium)",
      payload: {
        title: "A usability test before the checkout is decided",
        description: "The client wants to see a test with six customers. It is not in the brief.",
        severity: "medium",
      },
      passage: 7,
      quote: "For the checkout they want to see a usability test with six customers",
    }),
  ];

  function card(sample: {
    number: number;
    kind: keyof typeof kinds;
    project: number;
    daysAgo: number;
    by?: Person;
    title: string;
    payload: Approval["payload"];
    people?: Person[];
    passage: number;
    quote: string;
  }): DemoCard {
    const { kind, payload, by = null, people = [] } = sample;
    const at = `${day(-sample.daysAgo)}T08:30:00Z`;
    const project = spine.projects.find(({ id }) => id === idOf(4, sample.project));
    const passage = passages.find(({ passageId }) => passageId === idOf(10, sample.passage));
    if (!project || !passage) throw new Error("The demo dataset lacks an object that a card names");
    return {
      approval: {
        id: idOf(11, sample.number),
        kind,
        ...kinds[kind],
        status: "pending",
        title: sample.title,
        payload,
        version: 1,
        project: { id: project.id, name: project.name },
        is_restricted: false,
        proposer: {
          type: by ? "person" : "agent",
          person: by ?? spine.viewer,
          agent_session_id: by ? null : idOf(12, sample.number),
        },
        assigned_to: null,
        last_edited_by: null,
        decided_by: null,
        decided_at: null,
        reason: null,
        review: null,
        execution: {
          state: "none",
          job_id: null,
          requested_by: null,
          requested_at: null,
          started_at: null,
          executed_at: null,
          error: null,
          result: null,
        },
        undo_of_id: null,
        is_undoable: false,
        created_at: at,
        updated_at: at,
      },
      diff: payloadFields[kind]
        .filter(({ name }) => name in payload)
        .map(({ name, label }) => ({
          field: name,
          label,
          before: null,
          after: people.find(({ id }) => id === payload[name])?.name ?? payload[name] ?? null,
        })),
      evidence: [
        {
          number: 1,
          role: "evidence",
          source_id: passage.sourceId,
          source_kind: passage.kind,
          title: passage.title,
          project_id: passage.projectId,
          chunk_id: passage.passageId,
          quote: sample.quote,
          passage: passage.content,
          location: passage.location as Record<string, string | number>,
          occurred_at: passage.occurredAt,
          state: "verified",
        },
      ],
      readiness: [],
      freshness: { proposed_at: at, target_changed: false, evidence_changed: false },
      allowed_actions: [],
      refusal: null,
    };
  }
}

/** As in the catalog of kinds. */
const kinds = {
  email_draft: { kind_title: "Save an email draft", group: "record", stakes: "low" },
  task_create: { kind_title: "Create a task", group: "external", stakes: "low" },
  weekly_update: { kind_title: "Publish a weekly update", group: "portal", stakes: "medium" },
  scope_flag: { kind_title: "Flag a scope risk", group: "record", stakes: "low" },
} as const;

function historyOf({ title, payload, proposer, created_at }: Approval) {
  const by = proposer.person;
  return {
    events: [
      {
        number: 1,
        type: "proposed" as const,
        status: "pending" as const,
        version: 1,
        by,
        occurred_at: created_at,
        decided_card: null,
        details: null,
      },
    ],
    versions: [{ version: 1, title, payload, by, created_at }],
  };
}

/** Fri, 4 Dec 2026, as titles of cards write a day. */
export function dayInTitle(day: string): string {
  const [weekday, dayOfMonth, month, year] = new Date(day).toUTCString().split(/,? /);
  return `${weekday}, ${Number(dayOfMonth)} ${month} ${year}`;
}
