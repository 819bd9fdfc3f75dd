/**
 * Two people ask the same question at the same time in one process, and the model repeats all of its input and reads
 * everything it can: neither person gets a word of the other's scope. A person who is offboarded loses their scope at
 * once.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askOnce, turn } from "../support/chat-in-process.ts";
import { addMember, addPassage, markProject } from "../support/chat-library.ts";
import { owner } from "../support/database.ts";
import { roundsOf } from "../support/depth.ts";
import { failure, type Script } from "../support/mock-model.ts";
import {
  makeOrganization,
  type OwnOrganization,
  type OwnPerson,
} from "../support/own-organization.ts";
import { askerOf, type WatchedChat, watchChat } from "../support/watched-chat.ts";

/** The number of rounds; in each, two people ask at once. */
const ROUNDS = roundsOf({ default: 20, nightly: 500 });
const AT_ONCE = 4;
/** One round of this many goes through the stream, with memory and tools. */
const EVERY = AT_ONCE;
const QUESTION = "What about the launch?";
/** Words that occur in one project each, in rows for leads only, and in another organization. */
const words = {
  alpha: "zalphaquoll",
  beta: "zbetaquoll",
  restricted: "zrestrictquoll",
  unfiled: "zunfiledquoll",
  foreign: "zforeignquoll",
};
type Word = keyof typeof words;

let own: OwnOrganization;
let second: OwnPerson;
let chat: WatchedChat;
let isFailing = false;

beforeAll(async () => {
  const other = await makeOrganization();
  own = await makeOrganization();
  second = await addMember(own.id, "second", [own.betaId]);
  await markProject(own.id, own.alphaId, words.alpha);
  await markProject(own.id, own.betaId, words.beta);
  await markProject(other.id, other.alphaId, words.foreign);
  for (const [projectId, word] of [
    [own.alphaId, words.restricted],
    [own.betaId, words.restricted],
    [null, words.unfiled],
  ] as const) {
    const passage = { title: `Launch ${word}`, content: `The launch of ${word}.` };
    await addPassage(own.id, projectId, { ...passage, isRestricted: projectId !== null });
  }
  chat = await watchChat(repeat);
}, 180_000);
afterAll(() => chat?.stop());

/** Looks up everything, permitted or not, then repeats whatever it has seen. */
const repeat: Script = ({ messages, tools }, _, text) => {
  if (isFailing) return { status: 500, body: failure(text, text) };
  const ids = [own.alphaId, own.betaId];
  if (tools && messages.at(-1)?.role !== "tool") {
    const calls = [
      ["search", { query: "launch" }],
      ["list_tasks", {}],
      ["get_hours", { group_by: "project" }],
      ["list_people", {}],
      ["list_documents", {}],
      ...ids.flatMap((project_id) => [
        ["get_project", { project_id }],
        ["search", { query: "launch", project_id }],
      ]),
    ] as [string, object][];
    return {
      toolCalls: calls.map(([name, input]) => ({ name, arguments: JSON.stringify(input) })),
    };
  }
  return {
    content: messages
      .filter(({ role }) => role !== "system")
      .map(({ content }) => content)
      .join("\n"),
  };
};

const wordsIn = (text: string): Word[] =>
  (Object.keys(words) as Word[]).filter((name) => text.includes(words[name]));

test(
  `the same question ${ROUNDS * 2} times, from two people in turn: each sees only their own scope, everywhere`,
  async () => {
    const viewers = [
      { person: own.people.member, name: "member", sees: ["alpha"] },
      { person: second, name: "second", sees: ["beta"] },
    ];
    /** Both conversations have the same id; each has a few turns. */
    let session_id = randomUUID();
    const round = async (n: number) => {
      const isStream = n % EVERY === 0;
      if (isStream && n % (EVERY * 4) === 0) session_id = randomUUID();
      const answers = await Promise.all(
        viewers.map(({ person }) =>
          isStream
            ? turn(person, { question: QUESTION, session_id })
            : askOnce(person, { question: QUESTION }),
        ),
      );
      for (const [index, { status, body }] of answers.entries()) {
        expect([n, status, wordsIn(body)]).toEqual([n, 200, viewers[index]?.sees]);
        if (isStream) expect(body.match(/"type":"(done|error)"/g)).toEqual(['"type":"done"']);
      }
    };
    for (let n = 0; n < ROUNDS; n += AT_ONCE) {
      // Streams of one conversation end each other, so only one of those runs at a time.
      await Promise.all(Array.from({ length: AT_ONCE }, (_, more) => round(n + more)));
    }

    let questions = 0;
    for (const { person, name, sees } of viewers) {
      const requests = chat.model.requests.filter((saw) => askerOf(saw) === name);
      // Each question reaches the model once without a tool's answer; a summary is not a question.
      questions += requests.filter(
        ({ body: { messages } }) => messages.at(-1)?.content === QUESTION,
      ).length;
      expect(requests.filter(({ text }) => String(wordsIn(text)) !== String(sees))).toEqual([]);
      const [conversation] = await owner`
      select count(*) filter (where role <> 'summary')::int as messages, count(*) filter (where role = 'summary')::int as summaries,
        string_agg(content || tool_steps::text || coalesce(context::text, ''), ' ') as text
      from public.chat_messages where person_id = ${person.id}`;
      expect(conversation?.["messages"]).toBe((ROUNDS / EVERY) * 2);
      expect(conversation?.["summaries"]).toBeGreaterThan(0);
      expect(wordsIn(conversation?.["text"])).toEqual(sees);
      const [citations] = await owner`
      select count(*)::int as count, string_agg(title || quote, ' ') as text
      from public.chat_citations where person_id = ${person.id}`;
      expect(citations?.["count"]).toBeGreaterThan(ROUNDS / EVERY);
      expect(wordsIn(citations?.["text"])).toEqual(sees);
    }
    expect(questions).toBe(ROUNDS * 2);
    expect(chat.model.requests.every((saw) => ["member", "second"].includes(askerOf(saw)))).toBe(
      true,
    );
    expect(wordsIn(chat.logs.join("\n"))).toEqual([]);
  },
  120_000 + 5_000 * ROUNDS,
);

test("a model failure prints and returns nothing of the model's input", async () => {
  isFailing = true;
  const before = chat.model.requests.length;
  const answers = [
    await askOnce(own.people.lead, { question: QUESTION }),
    await turn(own.people.lead, { question: QUESTION }),
  ];
  isFailing = false;
  // Each is asked twice, since it fails before its first word.
  expect(chat.model.requests.slice(before).map(({ text }) => wordsIn(text).length)).toEqual([
    3, 3, 3, 3,
  ]);
  expect(answers.map(({ status }) => status)).toEqual([503, 200]);
  expect(answers[1]?.body).toContain('"type":"error"');
  expect(answers.flatMap(({ body }) => wordsIn(body))).toEqual([]);
  expect(chat.logs.join("\n")).toContain("chat-stream");
  expect(wordsIn(chat.logs.join("\n"))).toEqual([]);
});

/** The person's conversations that the Data API still returns. */
async function conversationsOf(person: OwnPerson) {
  const readText = async (path: string) => (await person.ask(`/rest/v1/${path}`)).text;
  const [messages, citations] = [
    await readText("chat_messages?select=role,content,tool_steps&order=number"),
    await readText("chat_citations?select=*"),
  ];
  return {
    messages,
    citations,
    roles: (JSON.parse(messages) as { role: string }[]).map(({ role }) => role),
  };
}

test("a person who leaves a project no longer gets any of its rows in the same conversation", async () => {
  const person = await addMember(own.id, "leaver", [own.alphaId, own.betaId]);
  const session_id = randomUUID();
  const first = await turn(person, { question: QUESTION, session_id });
  expect(wordsIn(first.body)).toEqual(["alpha", "beta"]);
  const asLeaver = { question: QUESTION, session_id, as: person.id };
  expect(wordsIn((await turn(own.people.lead, asLeaver)).body)).toEqual(["alpha", "beta"]);
  expect(wordsIn((await conversationsOf(person)).citations)).toEqual(["alpha", "beta"]);

  await owner`delete from public.project_members where person_id = ${person.id} and project_id = ${own.alphaId}`;
  const before = chat.model.requests.length;
  expect((await conversationsOf(person)).roles).toEqual(["user"]);
  expect(wordsIn((await conversationsOf(person)).citations)).toEqual(["beta"]);
  for (const answer of [
    await turn(person, { question: QUESTION, session_id }),
    await turn(own.people.lead, asLeaver),
    await askOnce(person, { question: QUESTION }),
  ]) {
    expect([answer.status, wordsIn(answer.body)]).toEqual([200, ["beta"]]);
  }
  const requests = chat.model.requests.slice(before);
  expect(requests).toHaveLength(5);
  expect(requests.map(({ text }) => wordsIn(text))).toEqual(requests.map(() => ["beta"]));
  const remaining = await conversationsOf(person);
  expect(remaining.roles).toEqual(["user", "user", "assistant"]);
  expect(wordsIn(remaining.messages)).toEqual(["beta"]);

  // The answer is withheld, not lost: a person who may see it again gets it again.
  await owner`insert into public.project_members ${owner({ organization_id: own.id, project_id: own.alphaId, person_id: person.id })}`;
  expect(wordsIn((await conversationsOf(person)).messages)).toEqual(["alpha", "beta"]);
});

test("a source that is restricted is forgotten by the conversations that cite it", async () => {
  const person = await addMember(own.id, "reader", [own.betaId]);
  const session_id = randomUUID();
  const secret = "zlatequoll";
  const id = await addPassage(own.id, own.betaId, {
    title: "Launch party",
    content: `The launch party is at ${secret}.`,
  });
  expect(
    (await turn(person, { question: "Where is the launch party?", session_id })).body,
  ).toContain(secret);
  expect((await conversationsOf(person)).messages).toContain(secret);

  await owner`update public.passages set scope_id = ${own.id} where source_id = ${id}`.catch(
    () => {},
  );
  await owner`update public.sources set is_restricted = true where id = ${id}`;
  const after = await conversationsOf(person);
  expect(after.messages + after.citations).not.toContain(secret);
  const before = chat.model.requests.length;
  expect(
    (await turn(person, { question: "Where is the launch party?", session_id })).body,
  ).not.toContain(secret);
  expect(
    chat.model.requests
      .slice(before)
      .map(({ text }) => text)
      .join(),
  ).not.toContain(secret);
});

test("no connection is opened to a host other than the stack and the model", () => {
  expect([...chat.connections.keys()].filter((where) => !chat.allowed.has(where))).toEqual([]);
  expect(chat.connections.size).toBeGreaterThan(0);
});
