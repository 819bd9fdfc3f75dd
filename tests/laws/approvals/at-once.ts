/** A history of several sessions at once: every answer with its caller and time, for `explain.ts` to judge. */
import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import {
  type OwnersCommand,
  type PersonsCommand,
  pickStep,
  stepsOf,
  type WorkersCommand,
} from "./commands.ts";
import { ownersCommand } from "./one-by-one.ts";
import { type Decision, jobKinds, type Kind, type Name, type Role, type Step } from "./rules.ts";
import { type Answer, cites, type LeasedJob, names, type Session } from "./world.ts";

/** The commands of a session, one after the other; each transaction stays open for a while. */
export type Script = { holdMs: number } & (
  | { is: "person"; commands: PersonsCommand[] }
  | { is: "worker"; commands: WorkersCommand[] }
  | { is: "owner"; commands: OwnersCommand[] }
);

export interface History {
  forbidsSelfApproval: boolean;
  kinds: Kind[];
  scripts: Script[];
}

interface TimeSpan {
  /** Milliseconds of the computer's clock, which the database uses too. */
  start: number;
  end: number;
}
/** A decision about one card; a batch adds one for each of its cards. */
export interface DecisionCall extends TimeSpan {
  requestId: string;
  by: Name;
  decision: Decision;
  cardId: string;
  answer: Answer;
}
export interface StepCall extends TimeSpan {
  step: Step;
  job: LeasedJob;
  answer: Answer;
}
export interface OwnerChange extends TimeSpan {
  command: OwnersCommand;
}

export interface Log {
  organization: string;
  forbidsSelfApproval: boolean;
  cards: { id: string; kind: Kind; cites: boolean; proposedBy: Name }[];
  decisions: DecisionCall[];
  steps: StepCall[];
  ownerChanges: OwnerChange[];
}

export async function runAtOnce(
  history: History,
  owner: postgres.Sql,
  sessions: Session[],
): Promise<Log> {
  const log: Log = {
    organization: randomUUID(),
    forbidsSelfApproval: history.forbidsSelfApproval,
    cards: [],
    decisions: [],
    steps: [],
    ownerChanges: [],
  };
  await owner`delete from private.jobs`;
  await owner`select model.make_world(${log.organization}, ${history.forbidsSelfApproval})`;
  for (const [index, kind] of history.kinds.entries()) {
    await propose(log, sessions[0] as Session, kind, names[index % names.length] ?? "lead", true);
  }
  const results = await Promise.allSettled(
    history.scripts.map((script, index) => play(log, script, sessions[index] as Session, owner)),
  );
  const failure = results.find((result) => result.status === "rejected");
  if (failure) throw failure.reason;
  return log;
}

async function play(
  log: Log,
  script: Script,
  session: Session,
  owner: postgres.Sql,
): Promise<void> {
  if (script.is === "owner") {
    for (const command of script.commands) {
      const { start, end } = await measureTime(() =>
        ownersCommand(owner, log.organization, command),
      );
      log.ownerChanges.push({ command, start, end });
    }
  } else if (script.is === "worker") {
    let leasedJob: LeasedJob | null = null;
    for (const command of script.commands) {
      if (command.do !== "step")
        leasedJob = await session.take(jobKinds, { requestId: randomUUID() });
      if (!leasedJob) continue;
      const steps =
        command.do === "work"
          ? stepsOf(leasedJob.kind, command.script)
          : command.do === "step"
            ? [pickStep(leasedJob.kind, command.pick)]
            : [];
      for (const step of steps) {
        const job = leasedJob;
        const { value, start, end } = await measureTime(() =>
          session.step(step, job, { requestId: randomUUID(), holdMs: script.holdMs }),
        );
        log.steps.push({ step, job, answer: value, start, end });
      }
    }
  } else {
    for (const command of script.commands) await act(log, command, session, script.holdMs);
  }
}

async function act(log: Log, command: PersonsCommand, session: Session, holdMs: number) {
  if (command.do === "propose") {
    await propose(log, session, command.kind, command.by, false);
    return;
  }
  const requestId = randomUUID();
  const timing = { requestId, holdMs };
  if (command.do === "batch") {
    const indexes = [...new Set(command.cards.map((card) => card % log.cards.length))];
    const cards = indexes.map((card, index) => ({ card, version: command.versions[index] }));
    const ids = indexes.map((card) => log.cards[card]?.id as string);
    const { value, start, end } = await measureTime(() =>
      session.batch(
        log.organization,
        command.by,
        ids,
        Object.fromEntries(
          cards.flatMap(({ card, version }) =>
            version ? [[log.cards[card]?.id as string, version]] : [],
          ),
        ),
        timing,
      ),
    );
    for (const [index, approval] of cards.entries()) {
      log.decisions.push({
        requestId,
        by: command.by,
        decision: { do: "approve", ...approval },
        cardId: ids[index] as string,
        answer: (Array.isArray(value) ? value[index] : value) as Answer,
        start,
        end,
      });
    }
    return;
  }
  const { by, ...choice } = command;
  const card = choice.card % log.cards.length;
  const decision: Decision = { ...choice, card };
  const subject = log.cards[card] as Log["cards"][number];
  // A unique text, so that no edit could pass for another one.
  if (decision.do === "edit") decision.text = Number.parseInt(requestId.slice(0, 7), 16) + 10;
  const { value, start, end } = await measureTime(() =>
    session.decide(log.organization, by, decision, subject, timing),
  );
  log.decisions.push({ requestId, by, decision, cardId: subject.id, answer: value, start, end });
}

async function propose(log: Log, session: Session, kind: Kind, by: Name, isFirst: boolean) {
  const withEvidence = isFirst && cites(kind);
  const answer = await session.propose(log.organization, by, kind, log.cards.length, withEvidence, {
    requestId: randomUUID(),
  });
  if ("refusal" in answer) throw new Error(`${by} proposes ${kind}: ${answer.refusal}`);
  log.cards.push({ id: answer.id, kind, cites: withEvidence, proposedBy: by });
}

async function measureTime<T>(ask: () => Promise<T>): Promise<TimeSpan & { value: T }> {
  const start = Date.now();
  const value = await ask();
  return { value, start, end: Date.now() };
}

/** The values that lead2, or the source, may have had at any time from `start` to `end`. */
export function possible<T>(
  log: Log,
  first: T,
  read: (command: OwnersCommand, before: T) => T,
  { start, end }: TimeSpan,
): T[] {
  const states: { value: T; from: number; until: number }[] = [
    { value: first, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY },
  ];
  for (const change of log.ownerChanges) {
    const before = states.at(-1) as (typeof states)[number];
    before.until = change.end;
    states.push({
      value: read(change.command, before.value),
      from: change.start,
      until: Number.POSITIVE_INFINITY,
    });
  }
  return states
    .filter(({ from, until }) => from <= end + SLACK_MS && until >= start - SLACK_MS)
    .map(({ value }) => value);
}

/** The largest difference between two readings of one clock, in whole milliseconds. */
export const SLACK_MS = 3;

export type Lead2 = { role: Role; isPromptOwner: boolean };
export function lead2After(command: OwnersCommand, before: Lead2): Lead2 {
  const role = command.do === "give role" ? command.role : before.role;
  const isPromptOwner = command.do === "give prompt" ? command.isOwner : before.isPromptOwner;
  return { role, isPromptOwner: isPromptOwner && role !== "member" };
}
