/** Many people decide one card at the same time: there is one decision, one job and one effect. */
import { beforeAll, expect, test } from "vitest";
import type { Approval } from "../../supabase/functions/_domain/approvals/contract.ts";
import { owner } from "../support/database.ts";
import { roundsOf } from "../support/depth.ts";
import { type Answer, codeOf } from "../support/http.ts";
import type { OwnOrganization } from "../support/own-organization.ts";
import {
  act,
  eventsOf,
  makeOrganizationWithPromptOwner,
  payloads,
  propose,
  storedCard,
  waitUntilSettled,
} from "./approval-acting.ts";

const AT_ONCE = roundsOf({ default: 50, nightly: 100 });
/** The winner differs between rounds. */
const ROUNDS = roundsOf({ default: 2, nightly: 5 });

let own: OwnOrganization;
beforeAll(async () => {
  own = await makeOrganizationWithPromptOwner();
});

const cardIn = (answer: Answer) => (answer.json as { approval: Approval }).approval;
const deciders = ["admin", "lead"] as const;
const deciderAt = (index: number) => deciders[index % 2] as (typeof deciders)[number];
const count = (words: string[], word: string) => words.filter((other) => other === word).length;

test(`${AT_ONCE} approvals with execution at once make one decision, one job and one effect, and every answer is consistent`, async () => {
  const { id } = await propose(own, "weekly_update");
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      act(own, deciderAt(index), { action: "approve_and_execute", id, version: 1 }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
  const decisions = new Set(
    answers
      .map(cardIn)
      .map(({ decided_by, decided_at, version }) =>
        JSON.stringify([decided_by, decided_at, version]),
      ),
  );
  expect(decisions.size).toBe(1);
  const jobs = new Set(
    answers.map((answer) => cardIn(answer).execution.job_id).filter((job) => job !== null),
  );
  // A response after the effect no longer names a job.
  expect(jobs.size).toBe(1);
  for (const answer of answers) {
    expect(["approved", "executing", "executed"]).toContain(cardIn(answer).status);
  }

  expect((await waitUntilSettled(id))["status"]).toBe("executed");
  const rows = await owner`select from public.weekly_updates where approval_id = ${id}`;
  expect(rows).toHaveLength(1);
  const events = await eventsOf(id);
  for (const type of ["approved", "execution_requested", "execution_started", "executed"]) {
    expect([type, count(events, type)]).toEqual([type, 1]);
  }
});

test(`50 approvals and rejections at once make one decision, which everyone learns, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await propose(own, "scope_flag");
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        act(
          own,
          deciderAt(Math.floor(index / 2)),
          index % 2 === round % 2
            ? { action: "approve", id, version: 1 }
            : { action: "reject", id, reason: `No ${index}`, version: 1 },
        ),
      ),
    );
    const card = await storedCard(id);
    const winners = answers.filter(({ status }) => status === 200);
    const losers = answers.filter(({ status }) => status !== 200);
    expect([winners.length, losers.length]).toEqual([25, 25]);
    for (const answer of winners) {
      expect(cardIn(answer)).toMatchObject({ status: card["status"], reason: card["reason"] });
      expect(new Date(cardIn(answer).decided_at as string)).toEqual(card["decided_at"]);
    }
    for (const answer of losers) {
      expect([answer.status, codeOf(answer)]).toEqual([409, "approval_already_decided"]);
      expect(answer.json).toMatchObject({
        details: { status: card["status"], by: { id: card["decided_by"] } },
      });
    }
    expect((await eventsOf(id)).filter((type) => ["approved", "rejected"].includes(type))).toEqual([
      card["status"],
    ]);
  }
});

test("one of 30 edits of the same version is stored, and each refusal contains it", async () => {
  const { id } = await propose(own, "task_create");
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      act(own, deciderAt(index), {
        action: "edit",
        id,
        payload: { title: `Edit ${index}` },
        version: 1,
      }),
    ),
  );
  const successes = answers.filter(({ status }) => status === 200);
  expect(successes).toHaveLength(1);
  const { payload } = cardIn(successes[0] as Answer);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect([answer.status, codeOf(answer)]).toEqual([409, "version_conflict"]);
    expect(answer.json).toMatchObject({ details: { version: 2, current: { payload } } });
  }
  const versions = await owner`
    select version, payload from public.approval_versions where approval_id = ${id} order by version`;
  expect(versions).toEqual([
    { version: 1, payload: payloads.task_create },
    { version: 2, payload },
  ]);
});

test("no one approves a version they have not seen while the card is edited, 10 times", async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await propose(own, "task_create");
    const payload = { title: `Edited ${round}` };
    const [edit, ...approvals] = await Promise.all([
      act(own, "admin", { action: "edit", id, payload, version: 1 }),
      ...deciders.map((by) => act(own, by, { action: "approve", id, version: 1 })),
      ...deciders.map((by) => act(own, by, { action: "approve_and_execute", id, version: 1 })),
    ]);
    const card = await storedCard(id);
    if (edit.status === 200) {
      // Even if a person approved before, the edit sent the card back.
      expect(card).toMatchObject({ status: "pending", version: 2, payload, decided_by: null });
    } else {
      // The real worker was faster: the card is being executed as approved.
      expect([edit.status, codeOf(edit)]).toEqual([409, "approval_in_execution"]);
      expect(card).toMatchObject({ version: 1, payload: payloads.task_create });
    }
    for (const answer of approvals) {
      expect(answer.status === 200 ? cardIn(answer).version : codeOf(answer)).toSatisfy(
        (word: unknown) => word === 1 || word === "version_conflict",
      );
    }
  }
});

test("three batches over the same cards in different orders decide each card once, without a deadlock", async () => {
  const cards = await Promise.all(Array.from({ length: 10 }, () => propose(own, "scope_flag")));
  const ids = cards.map(({ id }) => id);
  const answers = await Promise.all([
    act(own, "admin", { action: "batch_approve", ids }),
    act(own, "lead", { action: "batch_approve", ids: [...ids].reverse() }),
    act(own, "lead", { action: "batch_approve", ids: [...ids, ...ids] }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const results = answers.map(
    ({ json }) => (json as { results: { id: string; ok: boolean }[] }).results,
  );
  expect(results[0]?.map(({ id }) => id)).toEqual(ids);
  expect(results[1]?.map(({ id }) => id)).toEqual([...ids].reverse());
  expect(results.flat().every(({ ok }) => ok)).toBe(true);
  for (const id of ids) expect(count(await eventsOf(id), "approved")).toBe(1);
});
