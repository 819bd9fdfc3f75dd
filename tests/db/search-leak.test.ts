/**
 * Search reveals nothing about rows that a caller may not see, neither by its answers nor by its work. A member of
 * one project has 50 passages among 10,000 of others; a word in thousands of those others looks to the member like
 * a word that does not occur at all.
 */
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DatasetViewer, datasetViewers, loadDataset } from "../../bench/dataset.ts";
import { type RunningDatabase, startScratchDatabase } from "../../scripts/db/scratch.ts";
import { databaseSeed } from "../support/depth.ts";

const FOREIGN = "canarysong";
/** A word of the same length that does not occur in any text. */
const ABSENT = "zqyxwvkjhz";

let server: RunningDatabase;
let sql: postgres.Sql;
const notices: string[] = [];
let member: DatasetViewer;
let admin: DatasetViewer;
let client: DatasetViewer;

beforeAll(async () => {
  server = await startScratchDatabase("migrated");
  const { url } = server;
  sql = postgres(url, { max: 1, onnotice: ({ message }) => notices.push(message ?? "") });
  await loadDataset(sql, { projects: [100], tasks: 10 });
  const viewers = await datasetViewers(sql);
  const viewerCalled = (label: string) => {
    const viewer = viewers.find((candidate) => candidate.label === label);
    if (!viewer) throw new Error(`The dataset has no ${label}.`);
    return viewer;
  };
  [member, admin, client] = [
    viewerCalled("member 1%"),
    viewerCalled("admin"),
    viewerCalled("client"),
  ];
  await fill();
});
afterAll(async () => {
  await sql?.end();
  await server?.stop();
});

/**
 * One source of 50 passages for the member, and 100 sources of 100 passages for everyone else. The 300 different words
 * differ in frequency.
 */
async function fill(): Promise<void> {
  const ownProject = member.projectIds[0] ?? "";
  await sql`select setseed(${databaseSeed()})`;
  await sql`
    insert into public.sources (id, organization_id, kind, project_id, title, published_version)
    select md5('leak' || n)::uuid, ${admin.organizationId}, 'note',
      case when n = 0 then ${ownProject}::uuid else (${admin.projectIds}::uuid[])[1 + n % 99] end, 'Notes ' || n, 1
    from generate_series(0, 100) as n
    where n = 0 or (${admin.projectIds}::uuid[])[1 + n % 99] <> ${ownProject}`;
  await sql`
    insert into public.passages (organization_id, source_id, source_version, position, content, scope_id)
    select sources.organization_id, sources.id, 1, position,
      (select string_agg('word' || floor(300 * random() ^ 2)::integer, ' ') from generate_series(1, 12 + position % 5))
        || case when sources.project_id <> ${ownProject} and position % 4 = 0 then ${` ${FOREIGN}`} else '' end,
      sources.scope_id
    from public.sources, generate_series(0, 99) as position
    where sources.title like 'Notes %' and (sources.project_id <> ${ownProject} or position < 50)`;
  await sql.unsafe("vacuum analyze public.sources, public.passages");
}

async function as<T>(viewer: DatasetViewer, work: () => Promise<T>, before = ""): Promise<T> {
  const claims = JSON.stringify({ sub: viewer.userId, role: "authenticated" });
  await sql`begin`;
  try {
    if (before) await sql.unsafe(before);
    await sql`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
    return await work();
  } finally {
    await sql`rollback`;
  }
}

interface Answer {
  results: { chunk_id: string }[];
  mode: string;
}

async function search(query: string, asPersonId: string | null = null): Promise<Answer> {
  const [row] =
    await sql`select public.search_passages(${query}, as_person_id => ${asPersonId}) as answer`;
  return row?.["answer"];
}

test("other scopes contain something to hide", async () => {
  const [counts] = await sql`
    select count(*) filter (where content like ${`%${FOREIGN}%`})::integer as secret, count(*)::integer as passages
    from public.passages`;
  expect(counts?.["secret"]).toBeGreaterThan(2000);
  expect(counts?.["passages"]).toBeGreaterThan(9_000);
  expect((await as(admin, () => search(FOREIGN))).results).toHaveLength(10);
});

describe("a word that only other scopes contain", () => {
  test.each([FOREIGN, "canarysnog", "canarysongs", `${FOREIGN} ${FOREIGN}`, `"${FOREIGN}"`])(
    "%s gets the same answer as an unknown word",
    async (word) => {
      const emptyResult = { results: [], mode: "lexical", partial: false };
      expect(await as(member, () => search(word))).toEqual(emptyResult);
      expect(await as(admin, () => search(word, member.personId))).toEqual(emptyResult);
    },
  );

  test("does not change the matches of the other words", async () => {
    const resultOfOne = await as(member, () => search("word7 word120 word250"));
    expect(resultOfOne.results.length).toBeGreaterThan(0);
    for (const word of [FOREIGN, ABSENT, `-${FOREIGN}`]) {
      expect(await as(member, () => search(`word7 word120 word250 ${word}`))).toEqual(resultOfOne);
    }
  });

  test("is refused to a client contact before the search", async () => {
    await expect(as(client, () => search(FOREIGN))).rejects.toMatchObject({ code: "OPDEN" });
  });

  test("uses the same plans and touches the same pages", async () => {
    const looks = async (query: string) => as(member, async () => work(() => search(query)));
    // The session's plans settle after five runs.
    for (let round = 0; round < 7; round++) {
      await looks(`word7 ${round % 2 ? FOREIGN : ABSENT}`);
      await looks(round % 2 ? FOREIGN : ABSENT);
    }
    for (const frame of ["", "word7 ", "word7 -"]) {
      const [foreignLooks, absentLooks] = [
        await looks(frame + FOREIGN),
        await looks(frame + ABSENT),
      ];
      expect(foreignLooks.length).toBeGreaterThan(5);
      expect(foreignLooks.some(({ plan }) => plan.includes("passages"))).toBe(true);
      expect(foreignLooks).toEqual(absentLooks);
    }
    // Proves that the comparison detects a difference.
    expect(await looks("word7")).not.toEqual(await looks(ABSENT));
  });
});

interface Work {
  plan: string;
  pages: number;
}

/** Every statement of a search: the shape of its plan with the rows of each node, and the pages it touched. */
async function work(run: () => Promise<unknown>): Promise<Work[]> {
  await sql.unsafe("reset role");
  await sql.unsafe("load 'auto_explain'");
  for (const [setting, value] of Object.entries({
    log_min_duration: "0",
    log_analyze: "on",
    log_buffers: "on",
    log_timing: "off",
    log_format: "json",
    log_nested_statements: "on",
  })) {
    await sql`select set_config(${`auto_explain.${setting}`}, ${value}, true)`;
  }
  await sql.unsafe("set local role authenticated");
  await sql.unsafe("set local client_min_messages = log");
  notices.length = 0;
  await run();
  const messages = [...notices];
  await sql.unsafe("set local client_min_messages = warning");
  return messages
    .filter((message) => message.includes("plan:"))
    .map((message) => {
      const { Plan: plan } = JSON.parse(message.slice(message.indexOf("{"))) as { Plan: Node };
      return {
        plan: shapeOf(plan),
        pages: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
      };
    });
}

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Function Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Node[];
}

function shapeOf(node: Node): string {
  const name = node["Index Name"] ?? node["Relation Name"] ?? node["Function Name"] ?? "";
  const innerShape = (node.Plans ?? []).map(shapeOf).join(" ");
  return `${node["Node Type"]} ${name} ${node["Actual Rows"]}x${node["Actual Loops"]} (${innerShape})`;
}

describe("the answer to a member", () => {
  test.each([
    "word3 word40",
    "word1 word77 word140 word222",
    "wrod130 word5",
    '"word2"',
    "Notes word9",
  ])("%s is the same as if other scopes were empty", async (query) => {
    const resultAmongOthers = await as(member, () => search(query));
    const resultAlone = await as(
      member,
      () => search(query),
      `set local session_replication_role = replica;
         delete from public.passages where scope_id <> '${member.projectIds[0]}';
         delete from public.sources where scope_id <> '${member.projectIds[0]}';
         set local session_replication_role = origin`,
    );
    expect(resultAmongOthers).toEqual(resultAlone);
    expect(resultAmongOthers.results.length).toBeGreaterThan(0);
    expect(JSON.stringify(resultAmongOthers)).not.toContain("score");
  });

  test("is empty as soon as they leave the project or it is restricted", async () => {
    expect((await as(member, () => search("word1"))).results.length).toBeGreaterThan(0);
    for (const change of [
      `delete from public.project_members where person_id = '${member.personId}'`,
      `update public.sources set is_restricted = true where project_id = '${member.projectIds[0]}'`,
      `update public.people set archived_at = now(), user_id = null where id = '${member.personId}'`,
    ]) {
      const answer = await as(member, () => search("word1").catch((error) => error.code), change);
      expect(answer === "OPDEN" || answer.results.length === 0).toBe(true);
    }
  });
});
