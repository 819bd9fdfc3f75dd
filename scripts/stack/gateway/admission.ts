/**
 * Limits how much of the service one subject uses at once. Each gate has a number of slots. A subject gets as many as
 * its share allows, as long as more slots are free than it already has, so that a few subjects never take all.
 * Requests without a slot wait. The subject with the fewest running requests goes first; among equals, the one whose
 * last turn was longest ago. While the gateway's process is busy, all subjects except leaders and the service share
 * two slots.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type EventLoop, IDLE_LOOP } from "./event-loop.ts";
import { gatewayErrors } from "./gateway-errors.ts";

/** Leaders are admins and leads, members are other people of an organization, and outsiders belong to none. */
export type Tier = "service" | "leader" | "member" | "outsider" | "anonymous";

/** The subject on whose behalf a request is counted: a user, the secret key, a device or a network address. */
export interface Subject {
  key: string;
  tier: Tier;
}

export interface Share {
  /** The maximum number of requests of one subject that run at once. */
  atOnce: number;
  /** The maximum number of requests of one subject that wait for a slot. Further requests are refused. */
  waiting: number;
}

export interface GateLoad {
  slots: number;
  shares: Record<Tier, Share>;
  running: number;
  waiting: number;
  refused: number;
  /** The highest number of requests that ran at once, in total and for one subject of each tier. */
  maxRunning: { all: number } & Record<Tier, number>;
}

export interface Gate {
  /**
   * Waits for a slot and returns the function that frees it. Throws a GatewayError of 429 when too many requests of
   * the subject wait already.
   */
  enter(subject: Subject, signal?: AbortSignal): Promise<() => void>;
  /** Throws the same GatewayError when `enter` would, so that the body of such a request is not read. */
  checkRoom(subject: Subject): Promise<void>;
  /** Runs `work` in a slot. */
  run<T>(subject: Subject, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  load(): GateLoad;
}

interface Waiting {
  admit(): void;
}

interface Use {
  tier: Tier;
  running: number;
  waiting: Waiting[];
}

// Refusals are delayed, because an immediate retry would cost more.
const REFUSAL_MS = 1000;
const MAX_LATE_REFUSALS = 500;

// As many requests as two processor cores can run at once.
const SLOTS_WHILE_BUSY = 2;

/** `reserved` is the number of slots for leaders, who decide cards, and for the service itself. */
export function createGate(
  slots: number,
  shares: Record<Tier, Share>,
  reserved = 0,
  loop: Pick<EventLoop, "isBusy"> = IDLE_LOOP,
  wait: (ms: number) => Promise<unknown> = sleep,
): Gate {
  // The subject whose last turn was longest ago is first.
  const uses = new Map<string, Use>();
  const maxRunning = { all: 0, service: 0, leader: 0, member: 0, outsider: 0, anonymous: 0 };
  let running = 0;
  let runningOthers = 0;
  let waiting = 0;
  let refusals = 0;
  let lateRefusals = 0;

  function hasSlot({ tier, running: own }: Use): boolean {
    if (own >= shares[tier].atOnce) return false;
    const free = slots - running;
    if (isFirst(tier)) return own < free;
    const forOthers = slots - reserved;
    const open = loop.isBusy() ? Math.min(forOthers, SLOTS_WHILE_BUSY) : forOthers;
    return own < Math.min(free, open - runningOthers);
  }

  function start(key: string, use: Use): () => void {
    const isOther = !isFirst(use.tier);
    uses.set(key, use);
    use.running++;
    running++;
    if (isOther) runningOthers++;
    maxRunning.all = Math.max(maxRunning.all, running);
    maxRunning[use.tier] = Math.max(maxRunning[use.tier], use.running);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      use.running--;
      running--;
      if (isOther) runningOthers--;
      uses.delete(key);
      if (use.running > 0 || use.waiting.length > 0) uses.set(key, use);
      admitNext();
    };
  }

  function forgetIdle(key: string, use: Use): void {
    if (use.running === 0 && use.waiting.length === 0) uses.delete(key);
  }

  function admitNext(): void {
    for (;;) {
      let next: Use | undefined;
      for (const use of uses.values()) {
        if (use.waiting.length > 0 && hasSlot(use) && use.running < (next?.running ?? Infinity)) {
          next = use;
        }
      }
      const first = next?.waiting.shift();
      if (first === undefined) return;
      waiting--;
      first.admit();
    }
  }

  async function refuse(): Promise<never> {
    refusals++;
    if (lateRefusals < MAX_LATE_REFUSALS) {
      lateRefusals++;
      await wait(REFUSAL_MS);
      lateRefusals--;
    }
    throw gatewayErrors.tooManyAtOnce();
  }

  async function enter({ key, tier }: Subject, signal?: AbortSignal): Promise<() => void> {
    const use = uses.get(key) ?? { tier, running: 0, waiting: [] };
    // The tier may change: an outsider becomes a member by accepting an invitation.
    use.tier = tier;
    if (use.waiting.length === 0 && hasSlot(use)) return start(key, use);
    if (use.waiting.length >= shares[tier].waiting) return refuse();
    uses.set(key, use);
    return new Promise((resolve, reject) => {
      const turn = {
        admit() {
          signal?.removeEventListener("abort", leave);
          resolve(start(key, use));
        },
      };
      function leave(): void {
        use.waiting.splice(use.waiting.indexOf(turn), 1);
        waiting--;
        forgetIdle(key, use);
        reject(gatewayErrors.clientLeft());
      }
      use.waiting.push(turn);
      waiting++;
      signal?.addEventListener("abort", leave, { once: true });
      if (signal?.aborted) leave();
    });
  }

  return {
    enter,
    async checkRoom({ key, tier }) {
      const waitingOfOwn = uses.get(key)?.waiting.length ?? 0;
      if (waitingOfOwn > 0 && waitingOfOwn >= shares[tier].waiting) await refuse();
    },
    async run(subject, signal, work) {
      const leave = await enter(subject, signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    load: () => ({
      slots,
      shares,
      running,
      waiting,
      refused: refusals,
      maxRunning: { ...maxRunning },
    }),
  };
}

/** Whether this tier has reserved slots, and processes to which the other processes yield. */
export function isFirst(tier: Tier): boolean {
  return tier === "leader" || tier === "service";
}

/** The gates of the stack, by resource. */
export interface Admission {
  /** Connections for reading and writing through the Data API and Storage. */
  data: Gate;
  /** Connections reserved for decisions. */
  decisions: Gate;
  /** Connections reserved for signing in. */
  auth: Gate;
  /** Requests inside the functions that answer people. */
  functions: Gate;
  /** Requests inside the functions that work in the background. */
  background: Gate;
  /** Files on their way to the disk. */
  uploads: Gate;
}

// Lite's connections: one for each slot, and three spare ones.
const DATA_SLOTS = 10;
const DECISION_SLOTS = 3;
const AUTH_SLOTS = 4;
export const CONNECTIONS = DATA_SLOTS + DECISION_SLOTS + AUTH_SLOTS + 3;

// Slots that only leaders and the service may use.
const DATA_RESERVED = 4;
const FUNCTION_SLOTS = 32;
const FUNCTIONS_RESERVED = 16;

export function createAdmission(loop: Pick<EventLoop, "isBusy"> = IDLE_LOOP): Admission {
  return {
    data: createGate(
      DATA_SLOTS,
      {
        service: { atOnce: 4, waiting: 1000 },
        leader: { atOnce: 3, waiting: 100 },
        member: { atOnce: 2, waiting: 100 },
        outsider: { atOnce: 1, waiting: 20 },
        anonymous: { atOnce: 2, waiting: 50 },
      },
      DATA_RESERVED,
      loop,
    ),
    decisions: createGate(DECISION_SLOTS, {
      service: { atOnce: 1, waiting: 100 },
      leader: { atOnce: 2, waiting: 100 },
      member: { atOnce: 1, waiting: 100 },
      outsider: { atOnce: 1, waiting: 10 },
      anonymous: { atOnce: 1, waiting: 10 },
    }),
    auth: createGate(AUTH_SLOTS, {
      service: { atOnce: 2, waiting: 50 },
      leader: { atOnce: 2, waiting: 50 },
      member: { atOnce: 2, waiting: 50 },
      outsider: { atOnce: 1, waiting: 20 },
      anonymous: { atOnce: 2, waiting: 50 },
    }),
    functions: createGate(
      FUNCTION_SLOTS,
      {
        service: { atOnce: 16, waiting: 1000 },
        leader: { atOnce: 8, waiting: 100 },
        member: { atOnce: 6, waiting: 100 },
        outsider: { atOnce: 2, waiting: 20 },
        anonymous: { atOnce: 6, waiting: 100 },
      },
      FUNCTIONS_RESERVED,
      loop,
    ),
    background: createGate(16, {
      service: { atOnce: 8, waiting: 100 },
      leader: { atOnce: 2, waiting: 20 },
      member: { atOnce: 2, waiting: 20 },
      outsider: { atOnce: 1, waiting: 10 },
      anonymous: { atOnce: 8, waiting: 100 },
    }),
    uploads: createGate(
      8,
      {
        service: { atOnce: 4, waiting: 100 },
        leader: { atOnce: 3, waiting: 50 },
        member: { atOnce: 3, waiting: 50 },
        outsider: { atOnce: 1, waiting: 5 },
        anonymous: { atOnce: 2, waiting: 10 },
      },
      2,
    ),
  };
}
