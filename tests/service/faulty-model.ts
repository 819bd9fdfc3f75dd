/** Turns with a model that misbehaves, each followed by one with a model that works. */
import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { Fence } from "../../supabase/functions/_domain/chat/fence.ts";
import { configureChat, turn } from "../support/chat-in-process.ts";
import { owner } from "../support/database.ts";
import {
  type Fault,
  type MockModel,
  type ModelAnswer,
  modelKey,
  startMockModel,
} from "../support/mock-model.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";

export const always = (answer: ModelAnswer | Fault) => () => answer;
export const first = (answer: ModelAnswer | Fault) => (_: unknown, number: number) =>
  number === 1 ? answer : { content: "All is well." };
export const search = (query: string, id?: string) => ({
  name: "search",
  arguments: query,
  ...(id && { id }),
});

export async function messagesOf(session_id: string) {
  return owner<{ role: string; status: string; content: string; error_code: string | null }[]>`
    select messages.role, messages.status, messages.content, messages.error_code
    from public.chat_messages as messages
    join public.chat_sessions on chat_sessions.id = messages.chat_session_id
    where chat_sessions.session_id = ${session_id} and messages.role <> 'summary' order by messages.number`;
}

/** Registers the hooks of a test file. Its organization and model exist once they have run. */
export function withFaultyModel() {
  /** Work that the hosted runtime finishes after the answer: a summary also asks the model. */
  const afterAnswers: Promise<unknown>[] = [];
  let organization: OwnOrganization;
  let model: MockModel;
  beforeAll(async () => {
    organization = await makeOrganization();
    model = await startMockModel();
  });
  afterAll(() => model.close());
  beforeEach(async () => {
    await configureChat(model, { SERVICE_CHAT_SILENCE_SECONDS: "1" });
    model.requests.length = 0;
    await owner`delete from private.rate_limits where person_id = ${organization.people.member.id}`;
    vi.stubGlobal("EdgeRuntime", {
      waitUntil: (work: Promise<unknown>) => afterAnswers.push(work),
    });
    vi.spyOn(console, "error").mockImplementation(() => {});
  });
  afterEach(async () => {
    await Promise.all(afterAnswers.splice(0));
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  /** One turn under a script, then one with a model that works; both are read back. */
  async function twoTurns(script: MockModel["script"]) {
    const session_id = randomUUID();
    model.script = script;
    const faultyTurn = await turn(organization.people.member, { session_id });
    const requests = model.requests.slice();
    // No call to the model outlives the turn.
    const ends = await Promise.all(requests.map(({ ended }) => ended));
    model.script = always({ content: "I can't find that in anything you have access to." });
    const sound = await turn(organization.people.member, { session_id, question: "And now?" });
    expect(sound.last?.type).toBe("done");
    expect(model.requests).toHaveLength(requests.length + 1);
    // The next question carries the earlier question and answer if there is room, and no unfinished call.
    const sent = model.requests.at(-1)?.body.messages ?? [];
    expect([sent[0]?.role, sent.at(-1)?.content]).toEqual(["system", "And now?"]);
    const contents = sent.slice(1, -2).map(({ content }) => content);
    const plainText = new Fence().plain(faultyTurn.text);
    if (plainText.length > 20_000) expect(contents).toEqual([]);
    else expect(contents).toEqual(["How is it?", ...(plainText ? [plainText] : [])]);
    for (const { tool_calls } of sent) expect(tool_calls).toBeUndefined();
    const messages = await messagesOf(session_id);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(messages[3]).toMatchObject({ status: "done", content: sound.text });
    for (const { events, last } of [faultyTurn, sound]) {
      expect(events.filter(({ type }) => type === "done" || type === "error")).toEqual([last]);
    }
    // The log of a fault contains neither the key nor the model's input.
    const log = inspect(vi.mocked(console.error).mock.calls, { depth: 10 });
    expect(log).not.toContain(modelKey);
    expect(log).not.toContain("How is it?");
    return { ...faultyTurn, requests, ends, written: messages[1], sent };
  }

  return {
    twoTurns,
    get organization() {
      return organization;
    },
    get model() {
      return model;
    },
  };
}
