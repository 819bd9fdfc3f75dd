/**
 * Judges a history of many sessions: each card's events are a legal path, every answer fits the card as it
 * was at some moment of the call, and every effect has one cause.
 */
import { isDeepStrictEqual } from "node:util";
import type postgres from "postgres";
import {
  type DecisionCall,
  type Lead2,
  type Log,
  lead2After,
  possible,
  SLACK_MS,
  type StepCall,
} from "./at-once.ts";
import { type CardHistory, type Event, readHistories } from "./card-history.ts";
import {
  type Card,
  deciderRefusal,
  isReady,
  type Name,
  type Person,
  refusalOf,
  type Status,
  type Step,
} from "./rules.ts";
import { payloadOf } from "./world.ts";

/** The one refusal that a step may meet besides `lease_lost`. */
const mayRefuse: Partial<Record<Step, string>> = {
  mark: "OPDEN decider_not_allowed",
  finish: "OPSTA vendor_not_called",
  park: "OPSTA vendor_not_called",
};

/** The statuses that an event may follow, and the status after it. */
const legal: Record<string, { from: (Status | null)[]; to?: Status }> = {
  proposed: { from: [null], to: "pending" },
  edited: { from: ["pending", "approved", "failed"], to: "pending" },
  approved: { from: ["pending"], to: "approved" },
  rejected: { from: ["pending"], to: "rejected" },
  lapsed: { from: ["approved", "failed"], to: "pending" },
  reviewed: { from: ["approved"] },
  execution_requested: { from: ["approved", "failed", "unknown"] },
  execution_started: { from: ["approved", "failed", "executing"], to: "executing" },
  vendor_called: { from: ["executing"] },
  vendor_confirmed: { from: ["executing", "unknown"] },
  executed: { from: ["executing", "unknown"], to: "executed" },
  // A card fails from `approved` or `failed` when its job dies before the execution begins.
  failed: { from: ["executing", "unknown", "approved", "failed"], to: "failed" },
  unknown: { from: ["executing"], to: "unknown" },
};

/** Throws an Error that names the first fact without an explanation; returns the numbers of answers and events. */
export async function explain(
  log: Log,
  owner: postgres.Sql,
): Promise<{ answers: number; events: number }> {
  const rows = await readHistories(log, owner);
  let events = 0;
  for (const row of rows) {
    new History(log, row).explain();
    events += row.events.length;
  }
  const refusals = log.decisions.filter(({ answer }) => answer.startsWith("OP"));
  const successfulRequests = new Set(
    log.decisions.filter((call) => !refusals.includes(call)).map((call) => call.requestId),
  );
  const jobs = await owner`
    select request_id from private.jobs
    where request_id = any (${refusals.map(({ requestId }) => requestId).filter((id) => !successfulRequests.has(id))})`;
  assertThat(jobs.length === 0, "A refused call left a job", jobs);
  return { answers: log.decisions.length + log.steps.length, events };
}

class History {
  private readonly log: Log;
  private readonly row: CardHistory;
  /** The card after each event. */
  private readonly states: Card[] = [];
  private readonly decisions: DecisionCall[];
  private readonly steps: StepCall[];

  constructor(log: Log, row: CardHistory) {
    this.log = log;
    this.row = row;
    this.decisions = log.decisions.filter((call) => call.cardId === row.id);
    this.steps = log.steps.filter((call) => call.job.cardId === row.id);
  }

  explain(): void {
    this.walk();
    this.compareVersions();
    for (const call of this.decisions) this.explainAnswer(call);
    this.matchSteps();
    const { events, effects, status, kind } = { ...this.row, kind: this.last().kind };
    const executionCount = events.filter(({ type }) => type === "executed").length;
    this.claim(
      executionCount === (status === "executed" ? 1 : 0),
      "The executions do not match the status",
    );
    this.claim(
      effects === (kind === "scope_flag" ? 0 : executionCount),
      "The effects do not match the executions",
    );
    this.claim(!this.row.is_job_missing, "Waits for a job that no longer exists");
  }

  private last = () => this.states.at(-1) as Card;

  /**
   * Follows the events in order. The status before each event must allow it. Unless a job caused the event, its actor must
   * have made an accepted decision in the same request as the event.
   */
  private walk(): void {
    const subject = this.log.cards.find(({ id }) => id === this.row.id) as Log["cards"][number];
    let card: Card | undefined;
    let isRequested = false;
    for (const event of this.row.events) {
      const rule = legal[event.type];
      this.claim(rule?.from.includes(card?.status ?? null) === true, `Illegal: ${event.type}`);
      card = { ...(card ?? first(subject)), status: rule?.to ?? (card as Card).status };
      if (event.type === "edited") {
        card = { ...card, version: card.version + 1, lastEditedBy: event.actor };
        if (event.actor) card.authors = [...card.authors, event.actor];
      }
      if (["approved", "rejected"].includes(event.type)) card.decidedBy = event.actor;
      if (["edited", "lapsed"].includes(event.type)) {
        card.decidedBy = null;
        isRequested = false;
      }
      if (event.type === "execution_requested") isRequested = true;
      if (event.type === "execution_started")
        this.claim(isRequested, "No one requested this execution");
      this.claim(
        event.status === card.status && event.version === card.version,
        `${event.type} has the wrong status or version`,
      );
      this.states.push(card);
      if (event.job_id === null && event.type !== "proposed") {
        this.claim(
          this.decisions.some(
            ({ requestId, answer, by }) =>
              requestId === event.request_id && !answer.startsWith("OP") && by === event.actor,
          ),
          `${event.type} without an answered decision`,
        );
      }
    }
    const { status, version, decided_by } = this.row;
    const end = this.last();
    this.claim(
      isDeepStrictEqual([end.status, end.version, end.decidedBy], [status, version, decided_by]),
      "The card differs from the end of its history",
    );
  }

  /** The versions after the proposed one are exactly the successful edits. */
  private compareVersions(): void {
    const edits = this.row.events.filter(({ type }) => type === "edited");
    const expected = edits.map(({ request_id }) => {
      const edit = this.decisions.find(({ requestId }) => requestId === request_id);
      const text = edit?.decision.do === "edit" ? edit.decision.text : 0;
      return {
        payload: payloadOf(this.last().kind, edit?.decision.card ?? 0, text),
        by: edit?.by,
      };
    });
    this.claim(
      isDeepStrictEqual(this.row.versions.slice(1), expected) &&
        this.row.versions.length === this.row.version,
      "The versions differ from the edits",
    );
    const successfulEdits = this.decisions.filter(
      ({ decision, answer }) => decision.do === "edit" && !answer.startsWith("OP"),
    );
    this.claim(successfulEdits.length === edits.length, "An edit was lost");
  }

  private explainAnswer(call: DecisionCall): void {
    const eventIndexes = this.row.events.flatMap((event, index) =>
      event.request_id === call.requestId && event.job_id === null && event.type !== "proposed"
        ? [index]
        : [],
    );
    if (eventIndexes.length > 0) {
      const before = this.states[(eventIndexes[0] as number) - 1] as Card;
      const after = this.states[eventIndexes.at(-1) as number] as Card;
      const types = eventIndexes.map((index) => this.row.events[index]?.type);
      this.claim(
        this.outcomes(call, before).includes(undefined),
        `${inWords(call)} was not allowed`,
      );
      this.claim(
        call.answer === `${after.status} v${after.version}`,
        `${inWords(call)} got a wrong answer`,
      );
      this.claim(
        isDeepStrictEqual(types, changes(call.decision.do, before)),
        `${inWords(call)} did ${types}`,
      );
      return;
    }
    const isExplained = this.states.some((card, index) => {
      if (!this.isSeen(index, call)) return false;
      const outcomes = this.outcomes(call, card);
      if (call.answer.startsWith("OP")) return outcomes.includes(call.answer);
      const expectedEvents = changes(call.decision.do, card);
      // An earlier call requested the execution.
      const isNothingToDo =
        expectedEvents.length === 0 ||
        (expectedEvents.length === 1 && expectedEvents[0] === "execution_requested");
      return (
        outcomes.includes(undefined) &&
        isNothingToDo &&
        call.answer === `${card.status} v${card.version}`
      );
    });
    this.claim(isExplained, `${inWords(call)} cannot be explained`);
  }

  /** The outcomes that the call may have had for a card in this state, whichever concurrent changes it saw. */
  private outcomes({ by, decision, start, end }: DecisionCall, card: Card): (string | undefined)[] {
    const span = { start, end };
    const restrictions = possible(
      this.log,
      false,
      (command, wasRestricted) => wasRestricted || command.do === "restrict",
      span,
    );
    return this.possiblePeople(by, span).flatMap((person) =>
      restrictions.map((isSourceRestricted) =>
        refusalOf(decision, card, by, person, {
          forbidsSelfApproval: this.log.forbidsSelfApproval,
          isSourceRestricted,
        }),
      ),
    );
  }

  private possiblePeople(name: Name, span: { start: number; end: number }): Person[] {
    if (name !== "lead2") return [people[name]];
    return possible<Lead2>(this.log, people.lead2, lead2After, span);
  }

  /** Whether the card was in the state after this event at some moment of the call. */
  private isSeen(index: number, { start, end }: { start: number; end: number }): boolean {
    const event = this.row.events[index] as Event;
    const next = this.row.events[index + 1];
    return event.at <= end + SLACK_MS && (!next || this.endOf(next) >= start - SLACK_MS);
  }

  /** The time by which the call that wrote an event had certainly committed. */
  private endOf(event: Event): number {
    const ends = event.job_id
      ? this.steps.filter(({ job }) => job.id === event.job_id).map(({ end }) => end)
      : this.decisions.filter((call) => call.requestId === event.request_id).map(({ end }) => end);
    return Math.max(event.at + 1000, ...ends);
  }

  /** Matches the answers to workers with the events of each attempt. */
  private matchSteps(): void {
    const causes: Record<string, (step: StepCall) => boolean> = {
      execution_started: ({ step, answer }) =>
        (step === "lease" && answer.startsWith("leased")) ||
        (step === "carry_out" && answer !== "gone"),
      vendor_called: ({ step }) => step === "mark",
      vendor_confirmed: ({ step }) => step === "finish" || step === "found",
      executed: ({ step, answer }) =>
        step === "finish" || step === "found" || (step === "carry_out" && answer === "executed"),
      reviewed: ({ step, answer }) => step === "review" && answer === "approved",
    };
    const acceptedSteps = this.steps.filter(({ answer }) => !answer.startsWith("OP"));
    for (const { step, answer } of this.steps) {
      const refusals = ["OPSTA lease_lost", mayRefuse[step]];
      this.claim(!answer.startsWith("OP") || refusals.includes(answer), `${step}: ${answer}`);
    }
    for (const [type, isCause] of Object.entries(causes)) {
      const reports = acceptedSteps.filter(isCause).map(({ job }) => `${job.id} ${job.attempt}`);
      const attempts = this.row.events
        .filter((event) => event.type === type)
        .map((event) => `${event.job_id} ${event.attempt}`);
      this.claim(
        isDeepStrictEqual(reports.toSorted(), attempts.toSorted()),
        `${type}: the answers to workers were ${reports}`,
      );
    }
    for (const [index, event] of this.row.events.entries()) {
      const before = this.states[index - 1];
      if (event.type === "execution_started" && before && before.status !== "executing") {
        this.explainStart(event, before);
      }
    }
  }

  /** Requires that, at the start, the decider still had the right and the source of the evidence was not restricted. */
  private explainStart(event: Event, card: Card): void {
    const call = this.steps.find(
      ({ job, step }) =>
        job.id === event.job_id &&
        job.attempt === event.attempt &&
        (step === "lease" || step === "carry_out"),
    ) as StepCall;
    const forbidsSelfApproval = this.log.forbidsSelfApproval;
    const restrictions = possible(
      this.log,
      false,
      (command, wasRestricted) => wasRestricted || command.do === "restrict",
      call,
    );
    const by = card.decidedBy as Name;
    this.claim(
      this.possiblePeople(by, call).some((person) =>
        restrictions.some(
          (isSourceRestricted) =>
            !deciderRefusal(card, by, person, { forbidsSelfApproval, isSourceRestricted }) &&
            isReady(card, { forbidsSelfApproval, isSourceRestricted }),
        ),
      ),
      "Started although its decision was no longer valid",
    );
  }

  private claim(isTrue: boolean, message: string): void {
    assertThat(isTrue, message, {
      row: this.row,
      decisions: this.decisions,
      steps: this.steps,
      ownerChanges: this.log.ownerChanges,
    });
  }
}

const people: Record<Name, Person> = {
  admin: { role: "admin", isPromptOwner: true },
  lead: { role: "lead", isPromptOwner: false },
  lead2: { role: "lead", isPromptOwner: true },
  member: { role: "member", isPromptOwner: false },
};

const first = ({ kind, cites, proposedBy }: Log["cards"][number]): Card => ({
  kind,
  cites,
  proposedBy,
  status: "pending",
  version: 1,
  text: 0,
  lastEditedBy: null,
  authors: [proposedBy],
  decidedBy: null,
  job: null,
  attempt: null,
  isCalled: false,
  events: [],
});

/** The events of a decision on a card without an open request for its execution. */
function changes(action: DecisionCall["decision"]["do"], { status }: Card): string[] {
  const isPending = status === "pending";
  const canRequestExecution = ["pending", "approved", "failed", "unknown"].includes(status);
  if (action === "edit") return ["edited"];
  if (action === "reject") return isPending ? ["rejected"] : [];
  return [
    ...(isPending && action !== "execute" ? ["approved"] : []),
    ...(canRequestExecution && action !== "approve" ? ["execution_requested"] : []),
  ];
}

const inWords = ({ by, decision, answer }: DecisionCall) =>
  `${by} ${JSON.stringify(decision)}: ${answer}`;

function assertThat(isTrue: boolean, message: string, details: unknown): void {
  if (!isTrue) throw new Error(`${message}\n${JSON.stringify(details, null, 1)}`);
}
