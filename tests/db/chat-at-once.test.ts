/** Two concurrent questions of one person, and a source that becomes restricted while an answer ends. */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningDatabase, startScratchDatabase } from "../../scripts/db/scratch.ts";

const ROUNDS = 20;
const QUESTIONS = 8;
const [house, member, user, client, account, project] = Array.from({ length: 6 }, () =>
  randomUUID(),
) as [string, string, string, string, string, string];

let server: RunningDatabase;
let owner: postgres.Sql;
let callers: postgres.Sql;

beforeAll(async () => {
  server = await startScratchDatabase("migrated");
  const { url } = server;
  owner = postgres(url, { max: 2, onnotice: () => {} });
  callers = postgres(url, { max: QUESTIONS, onnotice: () => {} });
  await owner.unsafe(`
    insert into auth.users (id, email) values ('${user}', 'member@at-once.test');
    insert into public.organizations (id, name, email_domain) values ('${house}', 'House', 'at-once.test');
    insert into public.people (id, organization_id, user_id, name, role, is_employee)
    values ('${member}', '${house}', '${user}', 'Member', 'member', true);
    insert into public.clients (id, organization_id, name) values ('${client}', '${house}', 'Client');
    insert into public.accounts (id, organization_id, client_id, name) values ('${account}', '${house}', '${client}', 'Account');
    insert into public.projects (id, organization_id, account_id, name, status)
    values ('${project}', '${house}', '${account}', 'Project', 'active');
    insert into public.project_members (organization_id, project_id, person_id) values ('${house}', '${project}', '${member}');
    select public.set_rate_limit('chat-stream', 1000);`);
});
afterAll(async () => {
  await callers?.end();
  await owner?.end();
  await server?.stop();
});

/** One statement as the member, in a separate transaction, like in the Data API. */
function asMember<T extends postgres.Row>(
  run: (sql: postgres.TransactionSql) => postgres.PendingQuery<T[]>,
): Promise<T[]> {
  const claims = JSON.stringify({ sub: user, role: "authenticated" });
  return callers.begin(async (sql) => {
    await sql`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${claims}, true)`;
    return await run(sql);
  }) as Promise<T[]>;
}
const begin = (session: string, question: string) =>
  asMember<{ id: string }>(
    (sql) => sql`select public.begin_chat_turn(${session}, ${question}) ->> 'message_id' as id`,
  ).then(([row]) => row?.id as string);
const finish = (message: string, citations: postgres.JSONValue = []) =>
  asMember(
    (sql) =>
      sql`select public.finish_chat_turn(${message}, 'Answer', 'words', ${sql.json(citations)})`,
  );

test("all concurrent questions in a new conversation are stored, and one is answered", async () => {
  const session = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: QUESTIONS }, (_, n) => begin(session, `Question ${n}`)),
  );
  const sessions = await owner`select id from public.chat_sessions where session_id = ${session}`;
  expect(sessions).toHaveLength(1);
  const messages = await owner<{ number: number; role: string; status: string }[]>`
    select number, role, status from public.chat_messages
    where chat_session_id = ${sessions[0]?.["id"]} order by number`;
  expect(messages.map(({ number, role }) => [number, role])).toEqual(
    Array.from({ length: 2 * QUESTIONS }, (_, n) => [n + 1, n % 2 === 0 ? "user" : "assistant"]),
  );
  expect(messages.filter(({ status }) => status === "answering")).toHaveLength(1);
  expect(messages.at(-1)?.status).toBe("answering");
  const ends = await Promise.allSettled(answers.map((message) => finish(message)));
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const end of ends) {
    if (end.status === "rejected") expect(end.reason.code).toBe("OPSTA");
  }
});

test("a source that is restricted while answers cite it restricts all of them, without a deadlock", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [source, passage, session] = [randomUUID(), randomUUID(), randomUUID()];
    await owner`
      insert into public.sources (id, organization_id, kind, project_id, title, published_version)
      values (${source}, ${house}, 'note', ${project}, 'Note', 1)`;
    await owner`
      insert into public.passages (id, organization_id, source_id, source_version, position, content, scope_id)
      values (${passage}, ${house}, ${source}, 1, 0, 'The budget is agreed', ${project})`;
    const citations = [{ n: 1, kind: "chunk", id: passage, quote: "The budget" }];
    // One answer already cites the source, so that restricting it also locks the running answer.
    await finish(await begin(session, "First"), citations);
    const runningTurn = await begin(session, "Second");
    const restrict = () =>
      owner`update public.sources set is_restricted = true where id = ${source}`;
    const bothAnswers =
      round % 2
        ? [finish(runningTurn, citations), restrict()]
        : [restrict(), finish(runningTurn, citations)];
    const ends = await Promise.allSettled(bothAnswers);
    expect(ends.map((end) => (end.status === "rejected" ? end.reason.code : "done"))).toEqual([
      "done",
      "done",
    ]);
    const messages = await asMember(
      (sql) => sql`
        select role from public.chat_messages
        where chat_session_id = (select id from public.chat_sessions where session_id = ${session})`,
    );
    expect(messages.map(({ role }) => role)).toEqual(["user", "user"]);
    expect(await asMember((sql) => sql`select title from public.chat_citations`)).toEqual([]);
  }
});
