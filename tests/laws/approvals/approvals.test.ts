/**
 * The queue of approvals against a separate state machine: random histories of proposing, editing, deciding,
 * executing and failing. First one command at a time, with every answer and every row predicted; then two to eight
 * sessions at once, whose answers and rows must be explained by some order of the commands.
 */
import fc from "fast-check";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FEW_ROWS, type ScratchServer, startScratchServer } from "../../../scripts/db/scratch.ts";
import { replayable, replayedPath, roundsOf, testSeed } from "../../support/depth.ts";
import { runAtOnce, type Script } from "./at-once.ts";
import { ownersCommand, personsCommand, workersCommand } from "./commands.ts";
import { explain } from "./explain.ts";
import { type Command, OneByOne, someKinds } from "./one-by-one.ts";
import { INSTALL, Session } from "./world.ts";

const ONE_BY_ONE = roundsOf({ default: 50, nightly: 250 });
const AT_ONCE = roundsOf({ default: 80, nightly: 500 });
const WORKERS = 2;

let server: ScratchServer;

beforeAll(async () => {
  server = await startScratchServer(FEW_ROWS);
});
afterAll(() => server?.stop());

const cardKinds = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 4 }).map(someKinds);

test(`${ONE_BY_ONE} histories one by one: every answer and every row is as predicted`, {
  timeout: 60_000 + 800 * ONE_BY_ONE,
}, async () => {
  const command: fc.Arbitrary<Command> = fc.oneof(
    { weight: 5, arbitrary: personsCommand },
    {
      weight: 4,
      arbitrary: fc
        .tuple(workersCommand, fc.nat({ max: 1 }))
        .map(([command, worker]) => ({ ...command, worker })),
    },
    { weight: 1, arbitrary: ownersCommand },
  );
  const histories = fc.record({
    forbidsSelfApproval: fc.boolean(),
    kinds: cardKinds,
    commands: fc.array(command, { minLength: 4, maxLength: 24, size: "max" }),
  });
  let answers = 0;
  await inDatabases(ONE_BY_ONE, histories, async (history, { owner, sessions }) => {
    const run = new OneByOne(owner, sessions[0] as Session, history.forbidsSelfApproval);
    await run.run(history);
    answers += run.answers;
  });
  console.log(`one by one: ${ONE_BY_ONE} histories, ${answers} answers`);
  if (!replayedPath) expect(answers).toBeGreaterThan(ONE_BY_ONE * 6);
});

test(`${AT_ONCE} histories of two to eight sessions: every answer and every row is explained`, {
  timeout: 60_000 + 800 * AT_ONCE,
}, async () => {
  const holdMs = fc.constantFrom(0, 0, 2, 8);
  const asMany = { minLength: 1, maxLength: 6 };
  const script: fc.Arbitrary<Script> = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        is: fc.constant("person" as const),
        holdMs,
        commands: fc.array(personsCommand, asMany),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant("worker" as const),
        holdMs,
        commands: fc.array(workersCommand, asMany),
      }),
    },
  );
  const ownersScript: fc.Arbitrary<Script> = fc.record({
    is: fc.constant("owner" as const),
    holdMs: fc.constant(0),
    commands: fc.array(ownersCommand, { minLength: 0, maxLength: 4 }),
  });
  const histories = fc.record({
    forbidsSelfApproval: fc.boolean(),
    kinds: cardKinds,
    scripts: fc
      .tuple(fc.array(script, { minLength: 2, maxLength: 7 }), ownersScript)
      .map(([scripts, owners]) => [...scripts, owners]),
  });
  const counts = { answers: 0, events: 0 };
  await inDatabases(AT_ONCE, histories, async (history, { owner, sessions }) => {
    const { answers, events } = await explain(await runAtOnce(history, owner, sessions), owner);
    counts.answers += answers;
    counts.events += events;
  });
  console.log(`at once: ${AT_ONCE} histories, ${counts.answers} answers, ${counts.events} events`);
  if (!replayedPath) expect(counts.events).toBeGreaterThan(AT_ONCE * 4);
});

interface Connections {
  owner: postgres.Sql;
  sessions: Session[];
}

/** Checks a property on several databases at once; a failure states how to repeat it. */
async function inDatabases<History>(
  runs: number,
  histories: fc.Arbitrary<History>,
  check: (history: History, connections: Connections) => Promise<void>,
): Promise<void> {
  const workers = replayedPath ? [0] : [...Array(WORKERS).keys()];
  const results = await Promise.all(
    workers.map(async (worker) => {
      const { url } = await server.create("migrated");
      const owner = postgres(url, { max: 1, onnotice: () => {} });
      const sessions = Array.from({ length: 8 }, () => new Session(url));
      try {
        await owner.unsafe(INSTALL);
        return await fc.check(
          fc.asyncProperty(histories, (history) => check(history, { owner, sessions })),
          {
            numRuns: Math.ceil(runs / WORKERS),
            ...replayable(testSeed() + worker),
          },
        );
      } finally {
        await Promise.all([owner.end(), ...sessions.map((session) => session.end())]);
      }
    }),
  );
  const failure = results.find((result) => result.failed);
  if (failure) {
    throw new Error(
      `Replay with TEST_SEED=${failure.seed} TEST_PATH=${failure.counterexamplePath}\n${fc.stringify(failure.counterexample)}\n${failure.errorInstance}`,
      { cause: failure.errorInstance },
    );
  }
}
