import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { type Answer, codeOf } from "../support/http.ts";
import {
  makeOrganization,
  type OwnOrganization,
  type OwnPerson,
} from "../support/own-organization.ts";

interface Version {
  version_row_id: string;
  number: number;
  base: string;
  origin: string;
  restores: { number: number } | null;
  is_live: boolean;
}
interface Prompt {
  live: Version | null;
  staged: Version | null;
  text: string | null;
  is_prompt_owner: boolean;
}

let own: OwnOrganization;
beforeEach(async () => {
  own = await makeOrganization();
  await owner`update public.people set is_prompt_owner = true where id = ${own.people.admin.id}`;
});

const ask = (person: OwnPerson, body: object): Promise<Answer> =>
  person.ask("/api/service-prompt", { body });

async function act(person: OwnPerson, body: object): Promise<Prompt> {
  const answer = await ask(person, body);
  expect([answer.status, codeOf(answer)]).toEqual([200, undefined]);
  return answer.json as Prompt;
}

const set = (base: string, more: object = {}) =>
  act(own.people.admin, { action: "set_base_prompt", base, ...more });

async function versionsOf(person: OwnPerson, more: object = {}): Promise<Version[]> {
  const answer = await ask(person, { action: "prompt_versions", ...more });
  return (answer.json as { versions: Version[] }).versions;
}

test("staging, promoting and rolling back each create a version, and the assistant gets the live one", async () => {
  const { admin, lead } = own.people;
  expect(await act(lead, { action: "get_prompt" })).toMatchObject({
    live: null,
    staged: null,
    text: null,
    is_prompt_owner: false,
  });
  const staged = await act(lead, { action: "stage_prompt", base: "First" });
  expect(staged).toMatchObject({ live: null, text: null, staged: { base: "First", number: 1 } });

  const first = await set("First");
  expect(first).toMatchObject({ staged: null, text: "First", live: { number: 2, origin: "set" } });
  const second = await set("Second", { expected_version_row_id: first.live?.version_row_id });
  expect(second.text).toBe("Second");

  const back = await act(admin, {
    action: "rollback_prompt",
    version_row_id: first.live?.version_row_id,
    expected_version_row_id: second.live?.version_row_id,
  });
  expect(back).toMatchObject({
    text: "First",
    live: { number: 4, origin: "rollback", restores: { number: 2 } },
  });
  const versions = (await versionsOf(lead)).map(({ number, is_live }) => [number, is_live]);
  expect(versions).toEqual([
    [4, true],
    [3, false],
    [2, false],
    [1, false],
  ]);
  const events = await owner`
    select action, actor_person_id from public.audit_events
    where organization_id = ${own.id} and object_type = 'prompt_version' order by occurred_at`;
  expect(events.map((event) => [event["action"], event["actor_person_id"]])).toEqual([
    ["prompt.staged", lead.id],
    ["prompt.set", admin.id],
    ["prompt.set", admin.id],
    ["prompt.rolled_back", admin.id],
  ]);
});

describe("a rollback brings back every byte", () => {
  test.each([
    ["line ends and trailing blanks", "  one\r\ntwo \t\n\rthree\n\n "],
    ["letters in two forms", "\u00e9 e\u0301 \u212b \ufb01"],
    ["emoji, joined and not", "🌱 👩‍👩‍👧 🏳️‍🌈\u200d\ufe0f"],
    ["text that looks like markup or a placeholder", "<b>{{name}}</b> $1 %s \\n ' \" --"],
    ["100,000 letters", `${"é".repeat(99_999)}\n`],
    ["100,000 emoji", "🌱".repeat(100_000)],
  ])("%s", async (_, base) => {
    const first = await set(base);
    expect(first.text === base).toBe(true);
    await set("Something else");
    const back = await act(own.people.admin, {
      action: "rollback_prompt",
      version_row_id: first.live?.version_row_id,
    });
    expect(back.text === base).toBe(true);
    const rows = await owner<{ bytes: Buffer }[]>`
      select convert_to(base, 'UTF8') as bytes from public.prompt_versions
      where organization_id = ${own.id} and number in (1, 3) order by number`;
    expect(rows.map(({ bytes }) => bytes.equals(Buffer.from(base)))).toEqual([true, true]);
  });
});

test("a decision on another version is refused, and names the live one", async () => {
  const { admin, lead } = own.people;
  const first = await set("First");
  const second = await set("Second");
  const stale = { expected_version_row_id: first.live?.version_row_id };
  for (const [person, body] of [
    [admin, { action: "set_base_prompt", base: "Third" }],
    [lead, { action: "stage_prompt", base: "Third" }],
    [admin, { action: "rollback_prompt", version_row_id: first.live?.version_row_id }],
  ] as const) {
    const answer = await ask(person, { ...body, ...stale });
    expect([answer.status, codeOf(answer)]).toEqual([409, "version_conflict"]);
    expect(answer.json).toMatchObject({
      details: {
        live_version_row_id: second.live?.version_row_id,
        live: { number: 2, created_by: { id: admin.id } },
      },
    });
  }
  expect((await versionsOf(admin)).length).toBe(2);
});

test("one of twenty decisions at once on the same version goes live, and nineteen learn of it", async () => {
  const first = await set("First");
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      ask(own.people.admin, {
        action: "set_base_prompt",
        base: `Text ${index}`,
        expected_version_row_id: first.live?.version_row_id,
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  const winner = answers.find(({ status }) => status === 200)?.json as Prompt;
  const now = await act(own.people.lead, { action: "get_prompt" });
  expect([now.live?.number, now.text]).toEqual([2, winner.text]);
});

test("twenty changes at once that name no version each get a number, and the last one is live", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      ask(index % 2 ? own.people.admin : own.people.lead, {
        action: index % 2 ? "set_base_prompt" : "stage_prompt",
        base: `Text ${index}`,
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const versions = await versionsOf(own.people.lead);
  expect(versions.map(({ number }) => number)).toEqual(
    Array.from({ length: 20 }, (_, i) => 20 - i),
  );
  expect(versions.find(({ is_live }) => is_live)?.number).toBe(
    Math.max(...versions.filter(({ origin }) => origin === "set").map(({ number }) => number)),
  );
});

test("pages of versions join without a gap", async () => {
  for (const number of [1, 2, 3, 4, 5]) await set(`Text ${number}`);
  const numbers: number[] = [];
  let before: number | null | undefined;
  do {
    const answer = await ask(own.people.lead, {
      action: "prompt_versions",
      limit: 2,
      before: before ?? undefined,
    });
    const page = answer.json as { versions: Version[]; next_before: number | null };
    numbers.push(...page.versions.map(({ number }) => number));
    before = page.next_before;
  } while (before);
  expect(numbers).toEqual([5, 4, 3, 2, 1]);
});

test("an unknown version and one of another organization look the same", async () => {
  await set("First");
  const other = await makeOrganization();
  await owner`update public.people set is_prompt_owner = true where id = ${other.people.admin.id}`;
  const foreignPrompt = await act(other.people.admin, {
    action: "set_base_prompt",
    base: "Theirs",
  });
  const [foreign, unknown] = await Promise.all(
    [foreignPrompt.live?.version_row_id, randomUUID()].map((version_row_id) =>
      ask(own.people.admin, { action: "rollback_prompt", version_row_id }),
    ),
  );
  expect([foreign?.status, codeOf(foreign as Answer)]).toEqual([404, "prompt_version_not_found"]);
  expect(foreign?.json).toEqual(unknown?.json);
});
