/**
 * An attacker has the secret key and wants a card to claim an execution elsewhere, although nothing happened
 * there, with a link to a page of the attacker.
 */
import { beforeAll, expect, test } from "vitest";
import {
  eventsOf,
  makeOrganizationWithPromptOwner,
  perform,
  propose,
  storedCard,
} from "../service/approval-acting.ts";
import { owner } from "../support/database.ts";
import { askAs } from "../support/http.ts";
import type { OwnOrganization } from "../support/own-organization.ts";

let own: OwnOrganization;
beforeAll(async () => {
  own = await makeOrganizationWithPromptOwner();
});

interface Lease {
  job_id: string;
  attempt: number;
}

/** A card that a lead wants executed, with its job taken before any worker of the service could take it. */
async function takenCard(): Promise<{ id: string; lease: Lease }> {
  const { id } = await propose(own, "task_create", { project: own.alphaId });
  const claims = JSON.stringify({ sub: own.people.lead.userId, role: "authenticated" });
  const takenJobs = await owner.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${claims}, true)`;
    await tx`set local role authenticated`;
    await tx`select public.approve_and_execute_approval(${id}, 1)`;
    await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`;
    await tx`set local role service_role`;
    return tx<{ id: string; attempt: number; payload: { approval_id: string } }[]>`
      select id, attempt, payload from public.take_jobs(array['task_act'], 'forger', 100, 3600000)`;
  });
  const job = takenJobs.find(({ payload }) => payload.approval_id === id);
  expect(job).toBeDefined();
  return { id, lease: { job_id: job?.id as string, attempt: job?.attempt as number } };
}

/** The code of the refusal of a step, or "ok". */
async function step(name: string, lease: Lease, more: object = {}): Promise<string> {
  const answer = await askAs("secret_key", `/rest/v1/rpc/${name}`, { body: { ...lease, ...more } });
  return (answer.json as { hint?: string } | undefined)?.hint ?? "ok";
}

const forgedEffect = (result: object = {}) => ({
  result: {
    provider: "clickup",
    external_id: "86x",
    url: "https://app.clickup.com/t/86x",
    ...result,
  },
});

test("a call that was not announced, or that no lookup confirmed, executes no card", async () => {
  const { id, lease } = await takenCard();
  expect(await step("lease_execution", lease)).toBe("ok");
  expect(await step("finish_execution", lease, forgedEffect())).toBe("not_confirmed");
  expect(await step("confirm_execution", lease, { marker: id, ...forgedEffect() })).toBe(
    "vendor_not_called",
  );
  expect(await step("mark_vendor_call", lease)).toBe("ok");
  expect(await step("finish_execution", lease, forgedEffect())).toBe("not_confirmed");
  expect(await step("confirm_execution", lease, { marker: own.id, ...forgedEffect() })).toBe(
    "wrong_marker",
  );
  expect(await storedCard(id)).toMatchObject({ status: "executing", result: null });
});

test("a result is refused unless its link leads to the provider's host and the provider executes this kind", async () => {
  const { id, lease } = await takenCard();
  await step("lease_execution", lease);
  await step("mark_vendor_call", lease);
  for (const result of [
    { url: "https://clickup.com.evil.example/t/86x" },
    { url: "https://evil.example/app.clickup.com" },
    { url: "https://app.clickup.com@evil.example/t" },
    { url: "http://app.clickup.com/t/86x" },
    { url: "//evil.example" },
    { provider: "local", url: "//evil.example" },
    { provider: "google_calendar", url: "https://www.google.com/calendar/event" },
  ]) {
    expect([
      result,
      await step("confirm_execution", lease, { marker: id, ...forgedEffect(result) }),
    ]).toEqual([result, "invalid_result"]);
  }
  expect((await storedCard(id))["status"]).toBe("executing");
});

test("a confirmed result matches its card; another result is refused", async () => {
  const { id, lease } = await takenCard();
  await step("lease_execution", lease);
  await step("mark_vendor_call", lease);
  await step("confirm_execution", lease, { marker: id, ...forgedEffect() });
  expect(await step("finish_execution", lease, forgedEffect({ external_id: "87y" }))).toBe(
    "not_confirmed",
  );
});

test("a task in our own tables counts if it exists, and the service's own path is open", async () => {
  const { id, lease } = await takenCard();
  await step("lease_execution", lease);
  await step("mark_vendor_call", lease);
  const here = forgedEffect({ provider: "local", external_id: own.alphaId, url: "/projects/x" });
  expect(await step("confirm_execution", lease, { marker: id, ...here })).toBe("effect_not_found");

  const answer = await askAs("secret_key", "/rest/v1/rpc/carry_out_locally", {
    body: { ...lease },
  });
  expect(answer.status).toBe(200);
  const result = { result: answer.json };
  expect(await step("confirm_execution", lease, { marker: id, ...result })).toBe("ok");
  expect(await step("finish_execution", lease, result)).toBe("ok");
  expect(await storedCard(id)).toMatchObject({ status: "executed", result: answer.json });
  expect((await eventsOf(id)).slice(-3)).toEqual(["vendor_called", "vendor_confirmed", "executed"]);
});

test("the service's own worker still executes a card", async () => {
  const card = await propose(own, "task_create", { project: own.alphaId });
  await perform(own, "lead", { action: "approve_and_execute", id: card.id, version: 1 });
  await expect.poll(async () => (await storedCard(card.id))["status"]).toBe("executed");
});
