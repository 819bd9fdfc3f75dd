/** A history with one command at a time: the machine predicts every answer and every row. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type postgres from "postgres";
import {
  decideInMachine,
  type OwnersCommand,
  ownersCommandInMachine,
  type PersonsCommand,
  pickStep,
  stepInMachine,
  stepsOf,
  type WorkersCommand,
} from "./commands.ts";
import { Machine } from "./machine.ts";
import { type Decision, type Job, jobKinds, type Kind, type Step } from "./rules.ts";
import {
  byTheOwner,
  cites,
  kinds,
  type LeasedJob,
  names,
  rowsOf,
  rowsOfMachine,
  type Session,
} from "./world.ts";

export type Command = PersonsCommand | OwnersCommand | (WorkersCommand & { worker: number });

export interface History {
  forbidsSelfApproval: boolean;
  kinds: Kind[];
  commands: Command[];
}

interface Lease {
  leasedJob: LeasedJob;
  job: Job;
}

export class OneByOne {
  readonly organization = randomUUID();
  readonly ids: string[] = [];
  readonly machine: Machine;
  answers = 0;
  private readonly leases: (Lease | undefined)[] = [];
  private readonly owner: postgres.Sql;
  private readonly session: Session;

  constructor(owner: postgres.Sql, session: Session, forbidsSelfApproval: boolean) {
    this.owner = owner;
    this.session = session;
    this.machine = new Machine(
      {
        admin: { role: "admin", isPromptOwner: true },
        lead: { role: "lead", isPromptOwner: false },
        lead2: { role: "lead", isPromptOwner: true },
        member: { role: "member", isPromptOwner: false },
      },
      forbidsSelfApproval,
    );
  }

  async run(history: History): Promise<void> {
    await this.owner`delete from private.jobs`;
    await this.owner`select model.make_world(${this.organization}, ${history.forbidsSelfApproval})`;
    for (const [index, kind] of history.kinds.entries()) {
      await this.propose(kind, names[index % names.length] ?? "lead", cites(kind));
    }
    for (const command of history.commands) {
      await this.take(command);
      const expected = rowsOfMachine(this.machine, this.ids);
      const actual = await rowsOf(this.owner, this.organization, this.ids);
      if (!isDeepStrictEqual(actual, expected)) {
        throw new Error(
          `After ${JSON.stringify(command)}\nrows     ${JSON.stringify(actual)}\nexpected ${JSON.stringify(expected)}`,
        );
      }
    }
  }

  private async propose(kind: Kind, by: (typeof names)[number], withEvidence: boolean) {
    const answer = await this.session.propose(
      this.organization,
      by,
      kind,
      this.ids.length,
      withEvidence,
      { requestId: randomUUID() },
    );
    if ("refusal" in answer) throw new Error(answer.refusal);
    this.ids.push(answer.id);
    this.machine.propose(kind, by, 0, withEvidence);
  }

  private async take(command: Command): Promise<void> {
    switch (command.do) {
      case "propose":
        await this.propose(command.kind, command.by, false);
        return;
      case "batch":
        return this.batch(command);
      case "take":
        await this.takeJob(command.worker);
        return;
      case "work": {
        const lease = await this.takeJob(command.worker);
        for (const step of lease ? stepsOf(lease.leasedJob.kind, command.script) : []) {
          await this.step(lease as Lease, step);
        }
        return;
      }
      case "step": {
        const lease = this.leases[command.worker];
        if (lease) await this.step(lease, pickStep(lease.leasedJob.kind, command.pick));
        return;
      }
      case "pass time":
      case "wear out":
      case "restrict":
      case "give role":
      case "give prompt":
        await ownersCommand(this.owner, this.organization, command);
        ownersCommandInMachine(this.machine, command);
        return;
      default:
        return this.decide(command);
    }
  }

  private async decide({ by, ...choice }: Decision & { by: (typeof names)[number] }) {
    const decision = { ...choice, card: choice.card % this.ids.length };
    const card = this.cardOf(decision.card);
    const expected = decideInMachine(this.machine, decision, by);
    const answer = await this.session.decide(this.organization, by, decision, card, {
      requestId: randomUUID(),
    });
    this.agree(`${by} ${JSON.stringify(decision)}`, answer, expected);
  }

  private async batch({ by, cards, versions }: PersonsCommand & { do: "batch" }) {
    const indexes = [...new Set(cards.map((card) => card % this.ids.length))];
    const seenCards = indexes.map((card, index) => ({ card, version: versions[index] }));
    // Decides in the order of the ids, as the function does; the answers keep the requested order.
    const expected = new Map<number, string>();
    this.machine.atOneInstant(() => {
      for (const approval of seenCards.toSorted((a, b) =>
        this.cardOf(a.card).id < this.cardOf(b.card).id ? -1 : 1,
      )) {
        expected.set(
          approval.card,
          decideInMachine(this.machine, { do: "approve", ...approval }, by),
        );
      }
    });
    const answer = await this.session.batch(
      this.organization,
      by,
      indexes.map((card) => this.cardOf(card).id),
      Object.fromEntries(
        seenCards.flatMap(({ card, version }) =>
          version ? [[this.cardOf(card).id, version]] : [],
        ),
      ),
      { requestId: randomUUID() },
    );
    const isLead = this.machine.people[by].role !== "member";
    this.agree(
      `${by} approves ${indexes}`,
      answer,
      isLead ? indexes.map((card) => expected.get(card)) : "OPDEN role_not_allowed",
    );
  }

  private async takeJob(worker: number): Promise<Lease | undefined> {
    const leasedJob = await this.session.take(jobKinds, { requestId: randomUUID() });
    const job = this.machine.take((candidate) => this.idOf(candidate) === leasedJob?.cardId);
    this.agree(
      "take",
      leasedJob && { kind: leasedJob.kind, card: leasedJob.cardId, attempt: leasedJob.attempt },
      job && { kind: job.kind, card: this.idOf(job), attempt: job.attempt },
    );
    this.leases[worker] = leasedJob && job ? { leasedJob, job } : undefined;
    return this.leases[worker];
  }

  private async step({ leasedJob, job }: Lease, step: Step): Promise<void> {
    const expected = stepInMachine(this.machine, step, job, leasedJob.attempt);
    this.agree(
      `${step} ${leasedJob.kind}`,
      await this.session.step(step, leasedJob, { requestId: randomUUID() }),
      expected,
    );
  }

  private idOf(job: Job): string | undefined {
    return this.ids[this.machine.cards.indexOf(job.card)];
  }

  private cardOf(index: number): { id: string; kind: Kind } {
    return { id: this.ids[index] as string, kind: this.machine.cards[index]?.kind as Kind };
  }

  private agree(call: string, answer: unknown, expected: unknown): void {
    this.answers++;
    if (!isDeepStrictEqual(answer, expected)) {
      throw new Error(
        `${call}: answered ${JSON.stringify(answer)}, expected ${JSON.stringify(expected)}`,
      );
    }
  }
}

export async function ownersCommand(
  owner: postgres.Sql,
  organization: string,
  command: OwnersCommand,
): Promise<void> {
  if (command.do === "pass time") await byTheOwner.passTime(owner);
  if (command.do === "wear out") await byTheOwner.wearOut(owner);
  if (command.do === "restrict") await byTheOwner.restrict(owner, organization);
  if (command.do === "give role") await byTheOwner.giveRole(owner, organization, command.role);
  if (command.do === "give prompt")
    await byTheOwner.givePrompt(owner, organization, command.isOwner);
}

export const someKinds = (numbers: number[]): Kind[] =>
  numbers.map((index) => kinds[index % kinds.length] as Kind);
