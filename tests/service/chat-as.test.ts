/**
 * `as` has no effect for members: on the answer, the model's input, stored rows and the audit log. A lead's `as`
 * limits the scope to that person's within the lead's own, and allows no proposal.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { askOnce, turn } from "../support/chat-in-process.ts";
import { addMember, addPassage, markProject } from "../support/chat-library.ts";
import { owner } from "../support/database.ts";
import { isNightly } from "../support/depth.ts";
import type { ModelRequestBody, Script } from "../support/mock-model.ts";
import {
  makeOrganization,
  type OwnOrganization,
  type OwnPerson,
} from "../support/own-organization.ts";
import { type WatchedChat, watchChat } from "../support/watched-chat.ts";

const QUESTION = "What about the launch?";
const words = {
  alpha: "zalphaquail",
  beta: "zbetaquail",
  gamma: "zrestrictquail",
  foreign: "zforeignquail",
};
/** One of a lead's own tools is named by hand, whether it is offered or not. */
const LOOKUPS: [string, object][] = [
  ["search", { query: "launch" }],
  ["list_tasks", {}],
  ["get_hours", { group_by: "person" }],
  ["list_people", {}],
  ["list_documents", {}],
  ["get_health", {}],
  ["list_skills", {}],
];
/** The id of the last call, which proposes a card. */
const PROPOSAL = `call_${LOOKUPS.length + 2}`;

let own: OwnOrganization;
let other: OwnOrganization;
let second: OwnPerson;
let chat: WatchedChat;

beforeAll(async () => {
  other = await makeOrganization();
  own = await makeOrganization();
  second = await addMember(own.id, "second", [own.betaId]);
  await markProject(own.id, own.alphaId, words.alpha);
  await markProject(own.id, own.betaId, words.beta);
  await markProject(other.id, other.alphaId, words.foreign);
  await addPassage(own.id, own.alphaId, {
    title: "Launch terms",
    content: `The launch is paid by ${words.gamma}.`,
    isRestricted: true,
  });
  chat = await watchChat(lookUpAndRepeat);
}, 180_000);
afterAll(() => chat?.stop());
beforeEach(() => {
  chat.model.requests.length = 0;
  chat.logs.length = 0;
});

const lookUpAndRepeat: Script = ({ messages, tools }) => {
  if (tools && messages.at(-1)?.role !== "tool") {
    const projects = [own.alphaId, own.betaId].map(
      (project_id) => ["get_project", { project_id }] as const,
    );
    const proposal = [
      "propose_task",
      { project_id: own.alphaId, title: "Not as somebody else" },
    ] as const;
    return {
      toolCalls: [...LOOKUPS, ...projects, proposal].map(([name, input], index) => ({
        id: `call_${index}`,
        name,
        arguments: JSON.stringify(input),
      })),
    };
  }
  return {
    content: messages
      .filter(({ role }) => role !== "system")
      .map(({ content }) => content)
      .join("\n"),
  };
};

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const wordsIn = (text: string) =>
  Object.entries(words).flatMap(([name, word]) => (text.includes(word) ? [name] : []));

/** Without the mark of each turn, and with new ids by the order in which they come. */
function comparable(text: string, known: ReadonlySet<string>): string {
  const fresh = new Map<string, string>();
  return text
    .replace(/(<\/?data )[0-9a-f]{8}>/g, "$1mark>")
    .replace(/(<data> and <\/data>|<data )[0-9a-f]{8}/g, "$1mark")
    .replace(UUID, (id) => {
      if (known.has(id)) return id;
      if (!fresh.has(id)) fresh.set(id, `new id ${fresh.size + 1}`);
      return fresh.get(id) as string;
    });
}

const routes = { chat: askOnce, "chat-stream": turn };

/** Everything that one question leaves, on either route. */
async function everythingLeftBy(person: OwnPerson, route: keyof typeof routes, as?: string) {
  await owner`delete from private.rate_limits where person_id = ${person.id}`;
  chat.model.requests.length = 0;
  chat.logs.length = 0;
  const knownIds = new Set([own, other].flatMap((one) => [one.id, one.alphaId, one.betaId]));
  for (const { id } of await owner`
    select id::text from public.tasks union select id::text from public.people union select id::text from public.sources
    union select id::text from public.passages union select id::text from public.status_updates
    union select id::text from public.accounts union select id::text from public.clients`)
    knownIds.add(id);
  const [clock] = await owner`select clock_timestamp()::text as now`;
  const { status, body } = await routes[route](person, { question: QUESTION, ...(as && { as }) });
  const audit = await owner`
    select action, object_type, object_id::text, actor_person_id::text, acted_as_person_id::text
    from public.audit_events where organization_id = ${own.id} and occurred_at > ${clock?.["now"]}::timestamptz
    order by action, object_type`;
  const sessions = await owner`
    select as_person_id::text from public.chat_sessions
    where organization_id = ${own.id} and created_at > ${clock?.["now"]}::timestamptz`;
  return {
    status,
    // The steps of one round may end in any order.
    answer: comparable(body, knownIds).split("\n\n").sort(),
    requests: chat.model.requests.map((saw) => comparable(saw.text, knownIds)),
    audit: audit.map((row) => comparable(JSON.stringify(row), knownIds)),
    sessions: sessions.map((row) => row["as_person_id"]),
    logs: chat.logs.map((line) => comparable(line, knownIds)),
  };
}

describe.each(["chat", "chat-stream"] as const)("%s", (route) => {
  // Both routes resolve the viewer in one place, so `npm test` names every person only on the console's route.
  const isWhole = isNightly || route === "chat-stream";

  test("a member who names a lead, an admin, another member, a stranger or an unknown person gets the same answer", async () => {
    const { member, lead, admin, client } = own.people;
    const plain = await everythingLeftBy(member, route);
    expect([plain.status, wordsIn(plain.answer.join()), wordsIn(plain.requests.join())]).toEqual([
      200,
      ["alpha"],
      ["alpha"],
    ]);
    const more = [admin.id, client.id, second.id, member.id, other.people.admin.id];
    for (const id of [lead.id, ...(isWhole ? more : []), randomUUID()]) {
      expect(await everythingLeftBy(member, route, id)).toEqual(plain);
    }
  });

  test("a value that is not an id is an unknown person to a lead, and ignored from a member", async () => {
    const memberTraces = await everythingLeftBy(own.people.member, route);
    const more = ["lead", "constructor", "' or true --"];
    for (const as of [...(isWhole ? more : []), `${own.people.lead.id} `]) {
      const { status, requests, sessions } = await everythingLeftBy(own.people.lead, route, as);
      expect([as, status, requests, sessions]).toEqual([as, 404, [], []]);
      const content = await everythingLeftBy(own.people.member, route, as);
      expect([as, content.status, wordsIn(content.answer.join())]).toEqual([
        as,
        200,
        wordsIn(memberTraces.answer.join()),
      ]);
    }
  });

  test("a lead who asks as a member gets exactly the member's own view", async () => {
    for (const [person, sees] of [
      [own.people.member, "alpha"],
      [second, "beta"],
    ] as const) {
      const personTraces = await everythingLeftBy(person, route);
      const asThem = await everythingLeftBy(own.people.lead, route, person.id);
      expect([asThem.status, wordsIn(asThem.answer.join())]).toEqual([200, [sees]]);
      const messagesOf = ({ requests }: typeof personTraces) =>
        requests.map((text) =>
          (JSON.parse(text) as { messages: { tool_call_id?: string }[] }).messages.filter(
            // Only the proposal differs, as it should.
            ({ tool_call_id }) => tool_call_id !== PROPOSAL,
          ),
        );
      expect(messagesOf(asThem)).toEqual(messagesOf(personTraces));
      expect(asThem.audit.every((row) => row.includes(own.people.lead.id))).toBe(true);
      expect(
        asThem.audit.some((row) => row.includes("view_as.read") && row.includes(person.id)),
      ).toBe(true);
      const tools = chat.model.requests[0]?.body.tools ?? [];
      expect(
        tools
          .map(({ function: { name } }) => name)
          .filter((name) => name.startsWith("propose_") || name === "get_health"),
      ).toEqual([]);
    }
    const [proposed] = await owner`
      select count(*)::int as count from public.approvals
      where organization_id = ${own.id} and proposed_by = ${own.people.lead.id}`;
    expect(proposed?.["count"]).toBe(0);
  });

  test("a lead who asks as an admin gets the lead's own rows, and as a client contact none", async () => {
    const plain = await everythingLeftBy(own.people.lead, route);
    const asAdmin = await everythingLeftBy(own.people.lead, route, own.people.admin.id);
    expect(wordsIn(plain.requests.join())).toEqual(["alpha", "beta", "gamma"]);
    const [first, firstAsAdmin] = [plain, asAdmin].map(({ requests }) =>
      (JSON.parse(requests[0] as string) as ModelRequestBody).messages.map(({ content }) =>
        content?.replace(/Who asks: \w+, \w+ at/, "Who asks"),
      ),
    );
    expect(firstAsAdmin).toEqual(first);
    const asClient = await everythingLeftBy(own.people.lead, route, own.people.client.id);
    expect([asClient.status, wordsIn([...asClient.answer, ...asClient.requests].join())]).toEqual([
      200,
      [],
    ]);
  });

  test("a lead who names a stranger is refused like an unknown person, and the model gets nothing", async () => {
    const [foreign, nobody] = [
      await everythingLeftBy(own.people.lead, route, other.people.admin.id),
      await everythingLeftBy(own.people.lead, route, randomUUID()),
    ];
    expect([foreign.status, foreign.requests, foreign.sessions]).toEqual([404, [], []]);
    expect(foreign).toEqual(nobody);
  });
});
