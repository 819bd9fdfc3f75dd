/**
 * The queue of approvals as a plain state machine, written from the design and not from the SQL: the permitted
 * actions of each person on a card in each state, and their effects on the card and its jobs. It runs one command at
 * a time; the tests prove that concurrent calls to the database have the same results.
 */
import {
  type Card,
  type Circumstances,
  type Decision,
  deciderRefusal,
  executorOf,
  isReady,
  type Job,
  jobKinds,
  type Kind,
  type Name,
  type Person,
  Refusal,
  refusalOf,
  type Step,
} from "./rules.ts";

export class Machine implements Circumstances {
  people: Record<Name, Person>;
  forbidsSelfApproval: boolean;
  isSourceRestricted = false;
  cards: Card[] = [];
  jobs: Job[] = [];
  private clock = 0;
  private isOneInstant = false;

  constructor(people: Record<Name, Person>, forbidsSelfApproval: boolean) {
    this.people = people;
    this.forbidsSelfApproval = forbidsSelfApproval;
  }

  propose(kind: Kind, by: Name, text: number, cites: boolean): Card {
    const card: Card = {
      kind,
      status: "pending",
      version: 1,
      text,
      cites,
      proposedBy: by,
      lastEditedBy: null,
      authors: [by],
      decidedBy: null,
      job: null,
      attempt: null,
      isCalled: false,
      events: ["proposed"],
    };
    this.cards.push(card);
    return card;
  }

  /** Throws a Refusal, or changes the card. */
  decide(decision: Decision, by: Name): Card {
    const card = this.cards[decision.card] as Card;
    const refusal = refusalOf(decision, card, by, this.people[by], this);
    if (refusal) throw new Refusal(refusal);
    if (decision.do === "edit") this.edit(card, decision.text, by);
    if (decision.do === "reject" && card.status === "pending") {
      Object.assign(card, { status: "rejected", decidedBy: by });
      card.events.push("rejected");
    }
    if (decision.do === "approve" || decision.do === "approve_and_execute") {
      if (card.status === "pending") {
        Object.assign(card, { status: "approved", decidedBy: by });
        card.events.push("approved");
        if (decision.do === "approve") this.enqueue("approval_review", card, card.version, true);
      }
    }
    if (decision.do === "execute" || decision.do === "approve_and_execute") this.request(card);
    return card;
  }

  private edit(card: Card, text: number, by: Name): void {
    if (card.text === text) return;
    this.toPending(card);
    Object.assign(card, { version: card.version + 1, text, lastEditedBy: by });
    card.authors = [...card.authors, by];
    card.events.push("edited");
  }

  private toPending(card: Card): void {
    Object.assign(card, {
      status: "pending",
      decidedBy: null,
      job: null,
      attempt: null,
      isCalled: false,
    });
  }

  private request(card: Card): void {
    if (card.status === "executing" || card.status === "executed") return;
    if (card.job) {
      // A job whose vendor was just called waits for its pause before the lookup.
      if (card.job.state === "waiting" && !card.job.isDue && !card.isCalled) {
        Object.assign(card.job, { isDue: true, order: ++this.clock });
      }
      return;
    }
    const kind = card.status === "unknown" ? "task_reconcile" : executorOf(card);
    card.job = this.enqueue(kind, card, card.version, true);
    card.events.push("execution_requested");
  }

  private enqueue(kind: string, card: Card, version: number, isDue: boolean): Job {
    const existingJob = this.jobs.find(
      (job) =>
        job.kind === kind && job.card === card && job.version === version && job.state !== "dead",
    );
    if (existingJob) return existingJob;
    // A dead job is replaced by a new attempt at the same work.
    this.jobs = this.jobs.filter(
      (job) => !(job.kind === kind && job.card === card && job.version === version),
    );
    const job: Job = {
      kind,
      card,
      version,
      state: "waiting",
      attempt: 0,
      max: kind === "task_reconcile" ? 20 : 10,
      order: this.isOneInstant ? this.clock : ++this.clock,
      isDue,
      isLeaseOver: false,
    };
    this.jobs.push(job);
    return job;
  }

  remove(job: Job): void {
    this.jobs = this.jobs.filter((item) => item !== job);
  }

  /** Jobs that one statement enqueues are due at one instant, and any of them may come first. */
  atOneInstant(act: () => void): void {
    this.clock++;
    this.isOneInstant = true;
    act();
    this.isOneInstant = false;
  }

  /** The next job that a worker takes; null if there is none. */
  take(prefers: (job: Job) => boolean): Job | null {
    const next = this.nextDue(prefers) ?? (this.endOldestLease() ? this.nextDue(prefers) : null);
    if (!next) return null;
    Object.assign(next, {
      state: "leased",
      attempt: next.attempt + 1,
      isLeaseOver: false,
      order: ++this.clock,
    });
    return next;
  }

  private nextDue(prefers: (job: Job) => boolean): Job | null {
    for (const kind of jobKinds) {
      const dueJobs = this.jobs.filter(
        (job) => job.kind === kind && job.state === "waiting" && job.isDue,
      );
      const earliestOrder = Math.min(...dueJobs.map((job) => job.order));
      const first = dueJobs.filter((job) => job.order === earliestOrder);
      if (first[0]) return first.find(prefers) ?? first[0];
    }
    return null;
  }

  private endOldestLease(): boolean {
    const over = this.jobs
      .filter((job) => job.state === "leased" && job.isLeaseOver)
      .sort((a, b) => a.order - b.order)[0];
    if (!over) return false;
    this.putBack(over);
    return true;
  }

  /** Returns false if the job died. */
  private putBack(job: Job): boolean {
    if (job.attempt >= job.max) {
      this.die(job);
      return false;
    }
    Object.assign(job, { state: "waiting", isDue: true, order: ++this.clock });
    return true;
  }

  private die(job: Job): void {
    job.state = "dead";
    const { card } = job;
    if (card.job !== job) return;
    if (card.status === "unknown") card.job = null;
    else if (card.status === "executing") this.end(card, job, card.isCalled ? "unknown" : "failed");
    // The job dies before the execution begins.
    else if (this.deciderRefusalOf(card)) this.lapse(card, job);
    else this.end(card, job, "failed");
  }

  private lapse(card: Card, job: Job): void {
    this.toPending(card);
    card.events.push("lapsed");
    this.remove(job);
  }

  /** Ends all leases, and makes every waiting job due. */
  passTime(): void {
    for (const job of this.jobs) {
      if (job.state === "leased") job.isLeaseOver = true;
      else if (job.state === "waiting" && !job.isDue) {
        Object.assign(job, { isDue: true, order: job.order - 1e9 });
      }
    }
  }

  /** Makes the running or next attempt the last. */
  wearOut(): void {
    for (const job of this.jobs)
      if (job.state !== "dead") job.max = job.attempt + (job.state === "leased" ? 0 : 1);
  }

  step(step: Step, job: Job, attempt: number): string {
    const isHeld =
      this.jobs.includes(job) &&
      job.state === "leased" &&
      job.attempt === attempt &&
      !job.isLeaseOver;
    if (step === "die") {
      if (!isHeld) return "null";
      this.die(job);
      return "false";
    }
    if (!isHeld) throw new Refusal("OPSTA lease_lost");
    const { card } = job;
    switch (step) {
      case "lease":
        return this.begin(card, job) ? `leased ${card.isCalled}` : "gone";
      case "carry_out": {
        if (!this.begin(card, job)) return "gone";
        this.end(card, job, "executed");
        return "executed";
      }
      case "review":
        if (card.status === "approved") card.events.push("reviewed");
        this.remove(job);
        return card.status;
      case "lease_reconciliation":
        if (card.status === "unknown" && card.job === job) return `leased ${card.isCalled}`;
        this.remove(job);
        return "gone";
      case "found":
      case "absent":
        if (card.status !== "unknown" || card.job !== job) throw new Refusal("OPSTA lease_lost");
        if (step === "found") card.events.push("vendor_confirmed");
        this.end(card, job, step === "found" ? "executed" : "failed");
        return "";
      default:
        return this.report(step, card, job);
    }
  }

  private report(step: Step, card: Card, job: Job): string {
    if (card.status !== "executing" || card.job !== job || card.attempt !== job.attempt) {
      throw new Refusal("OPSTA lease_lost");
    }
    if (step === "mark") {
      if (this.deciderRefusalOf(card)) throw new Refusal("OPDEN decider_not_allowed");
      card.isCalled = true;
      card.events.push("vendor_called");
    }
    if (step === "finish") {
      if (!card.isCalled) throw new Refusal("OPSTA vendor_not_called");
      card.events.push("vendor_confirmed");
      this.end(card, job, "executed");
    }
    if (step === "fail") this.end(card, job, "failed");
    if (step === "park") {
      if (!card.isCalled) throw new Refusal("OPSTA vendor_not_called");
      this.end(card, job, "unknown");
    }
    if (step === "retry") {
      card.isCalled = false;
      this.putBack(job);
    }
    return "";
  }

  private deciderRefusalOf(card: Card): string | undefined {
    const by = card.decidedBy as Name;
    return deciderRefusal(card, by, this.people[by], this);
  }

  /** Begins the execution; returns false if this job may not execute the card. */
  private begin(card: Card, job: Job): boolean {
    if (card.job !== job || !["approved", "failed", "executing"].includes(card.status)) {
      this.remove(job);
      return false;
    }
    const isStillValid = !this.deciderRefusalOf(card) && isReady(card, this);
    if (card.status !== "executing" && !isStillValid) {
      this.lapse(card, job);
      return false;
    }
    if (card.status === "executing" && !isStillValid && !card.isCalled) {
      this.end(card, job, "failed");
      return false;
    }
    if (card.status !== "executing") Object.assign(card, { status: "executing", isCalled: false });
    card.attempt = job.attempt;
    card.events.push("execution_started");
    return true;
  }

  private end(card: Card, job: Job, status: "executed" | "failed" | "unknown"): void {
    Object.assign(card, { status, job: null });
    if (status === "failed") card.isCalled = false;
    this.remove(job);
    if (status === "unknown") card.job = this.enqueue("task_reconcile", card, card.version, false);
    card.events.push(status);
  }
}
