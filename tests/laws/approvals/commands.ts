/** Random commands of a history, and the machine's answers to them. */
import fc from "fast-check";
import type { Machine } from "./machine.ts";
import {
  type Decision,
  type Job,
  type Kind,
  type Name,
  Refusal,
  type Role,
  type Step,
  stepsFor,
} from "./rules.ts";
import { kinds, names } from "./world.ts";

export type PersonsCommand =
  | (Decision & { by: Name })
  | { do: "batch"; by: Name; cards: number[]; versions: (number | undefined)[] }
  | { do: "propose"; by: Name; kind: Kind };
/** `pick` chooses among the steps that fit the current job; a script takes a job through all of them. */
export type WorkersCommand =
  | { do: "take" }
  | { do: "step"; pick: number }
  | { do: "work"; script: keyof typeof scripts };
export type OwnersCommand =
  | { do: "pass time" | "wear out" | "restrict" }
  | { do: "give role"; role: Role }
  | { do: "give prompt"; isOwner: boolean };

/** The steps of the job of an external card, from its lease on; `stepsOf` has those of other jobs. */
export const scripts = {
  done: ["lease", "mark", "finish"],
  refused: ["lease", "mark", "fail"],
  busy: ["lease", "mark", "retry"],
  silent: ["lease", "mark", "park"],
  crashed: ["lease"],
  crashed_after_call: ["lease", "mark"],
  dead: ["lease", "mark", "die"],
} as const satisfies Record<string, Step[]>;

const card = fc.nat({ max: 3 });
const version = fc.option(fc.constantFrom(1, 1, 1, 2, 2, 3), { nil: undefined, freq: 6 });
// People who may decide are drawn more often than others.
const by = fc.constantFrom<Name>("admin", "admin", "lead", "lead", "lead2", "lead2", ...names);

const decision: fc.Arbitrary<Decision> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("edit" as const),
      card,
      text: fc.nat({ max: 4 }),
      version,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom("approve", "approve_and_execute", "approve_and_execute", "reject"),
      card,
      version,
    }) as fc.Arbitrary<Decision>,
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("execute" as const), card }) },
);

export const personsCommand: fc.Arbitrary<PersonsCommand> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.tuple(decision, by).map(([choice, person]) => ({ ...choice, by: person })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("batch" as const),
      by,
      cards: fc.uniqueArray(card, { minLength: 1, maxLength: 3 }),
      versions: fc.array(version, { minLength: 3, maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("propose" as const),
      by: fc.constantFrom(...names),
      kind: fc.constantFrom(...kinds),
    }),
  },
);

export const workersCommand: fc.Arbitrary<WorkersCommand> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("work" as const),
      script: fc.constantFrom(...(Object.keys(scripts) as (keyof typeof scripts)[])),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("take" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("step" as const), pick: fc.nat({ max: 20 }) }),
  },
);

export const ownersCommand: fc.Arbitrary<OwnersCommand> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("pass time" as const, "pass time" as const, "wear out" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restrict" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("give role" as const),
      role: fc.constantFrom<Role>("lead", "member"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("give prompt" as const), isOwner: fc.boolean() }),
  },
);

/** The steps of a worker who has taken a job of this kind. */
export function stepsOf(kind: string, script: keyof typeof scripts): readonly Step[] {
  if (kind === "task_act") return scripts[script];
  if (kind === "task_reconcile") {
    const outcomes: Partial<Record<keyof typeof scripts, Step>> = {
      done: "found",
      refused: "absent",
      dead: "die",
    };
    const outcome = outcomes[script];
    return outcome ? ["lease_reconciliation", outcome] : ["lease_reconciliation"];
  }
  if (script.startsWith("crashed")) return [];
  if (script === "dead") return ["die"];
  return kind === "approval_act" ? ["carry_out"] : ["review"];
}

export function pickStep(kind: string, pick: number): Step {
  const steps = stepsFor[kind] as readonly Step[];
  return steps[pick % steps.length] as Step;
}

/** The machine's answer to a person: the card after the decision, or the refusal. */
export function decideInMachine(machine: Machine, decision: Decision, person: Name): string {
  return answerOf(() => {
    const { status, version: newVersion } = machine.decide(decision, person);
    return `${status} v${newVersion}`;
  });
}

export function stepInMachine(machine: Machine, step: Step, job: Job, attempt: number): string {
  return answerOf(() => machine.step(step, job, attempt));
}

function answerOf(act: () => string): string {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

export function ownersCommandInMachine(machine: Machine, command: OwnersCommand): void {
  const { lead2 } = machine.people;
  if (command.do === "pass time") machine.passTime();
  if (command.do === "wear out") machine.wearOut();
  if (command.do === "restrict") machine.isSourceRestricted = true;
  if (command.do === "give role") lead2.role = command.role;
  if (command.do === "give prompt") lead2.isPromptOwner = command.isOwner;
  if (lead2.role === "member") lead2.isPromptOwner = false;
}
