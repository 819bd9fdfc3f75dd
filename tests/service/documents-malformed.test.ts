/**
 * Hostile input to the routes of documents and search: a valid request with one wrong field is a 400 that names the
 * field, an unusual but valid value is accepted unchanged, and no response is a 5xx.
 */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { docUploadSession } from "../../supabase/functions/_domain/documents/contract.ts";
import { isNightly, randomNumbers } from "../support/depth.ts";
import { ErrorAnswer } from "../support/error-answer.ts";
import type { Answer, Ask } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { aText, libraryOf, put, type Session, storedDocument } from "./document-uploading.ts";

const AT_ONCE = 8;
const half = randomNumbers()() < 0.5 ? 0 : 1;

let own: OwnOrganization;
let brief: Session;
beforeAll(async () => {
  own = await makeOrganization();
  brief = await storedDocument(own.people.lead, own.alphaId);
});

let requestCount = 0;
/** As the lead and the admin in turn, because a busy gateway delays the refusals of one sender. */
const ask = (path: string, options: Ask = {}): Promise<Answer> =>
  own.people[requestCount++ % 2 === 0 ? "lead" : "admin"].ask(path, options);

/** Wrong values for the fields of a body, by the type of the field. */
const notText: unknown[] = [null, 7, true, [], ["a"], {}, { toString: "a" }];
const invisible = ["a\u0000b", "\u202Egnp.exe", "\ud800", "\ue000", "a\u2028b\u0007"];
const wrongIds = [
  ...notText,
  "",
  "7",
  "null",
  "not-a-uuid",
  `${randomUUID()}\0`,
  `${randomUUID()}'--`,
];
const wrongLines = (max: number) => [
  ...notText,
  ...invisible,
  "",
  " \n\t",
  "x".repeat(max + 1),
  "\u0000",
];
const wrongNumbers = [null, "", "7", "NaN", 1.5, -1, 1e308, true, [], [1], {}];
const wrongWords = [...notText, "", "nonsense", "Brief", "brief ", "constructor", "__proto__"];
const wrongDays = [
  ...notText,
  "",
  "2026-02-30",
  "0000-01-01",
  "2026-01-01T00:00:00Z",
  "today",
  "infinity",
];
const MEGABYTE = 1_048_576;

/** For each route, a valid body and wrong values for each of its fields; undefined leaves a field out. */
const bodies: [string, () => object, Record<string, unknown[]>][] = [
  [
    "doc-upload-session",
    () => ({
      project_id: own.alphaId,
      file_name: "brief.txt",
      content_type: "text/plain",
      size_bytes: aText.byteLength,
    }),
    {
      project_id: [undefined, ...wrongIds],
      file_name: [undefined, ...wrongLines(255), "../../../etc/passwd.txt", "a/b.txt", "a\\b.txt"],
      content_type: [undefined, ...notText, "", " ", "x".repeat(201)],
      size_bytes: [undefined, ...wrongNumbers, 0, 26_214_401, 2 ** 53],
      title: wrongLines(500),
      kind: wrongWords,
      document_id: wrongIds,
    },
  ],
  [
    "ingest-doc",
    () => ({ document_id: brief.document_id }),
    { document_id: [undefined, ...wrongIds] },
  ],
  [
    "documents",
    () => ({ action: "update", document_id: brief.document_id, changes: { title: "Brief" } }),
    {
      action: [undefined, ...wrongWords, "delete", "Update"],
      document_id: [undefined, ...wrongIds],
      changes: [
        undefined,
        null,
        "title",
        7,
        [],
        {},
        { name: "x" },
        { title: "x", organization_id: randomUUID() },
        { is_restricted: false },
        ...wrongLines(500).map((title) => ({ title })),
        ...wrongWords.map((kind) => ({ kind })),
      ],
    },
  ],
  [
    "search",
    () => ({ query: "supplier" }),
    {
      query: [undefined, ...wrongLines(500)],
      project_id: wrongIds,
      source_id: wrongIds,
      source_kinds: [null, "document", [], [null], ["constructor"], {}, Array(5).fill("document")],
      occurred_from: wrongDays,
      occurred_to: wrongDays,
      limit: [...wrongNumbers, 0, 51],
    },
  ],
];

/** Wrong values for the parameters of an address. */
const wrongIdTexts = [
  "",
  "7",
  "null",
  "not-a-uuid",
  `${randomUUID()}\0`,
  `${randomUUID()}'--`,
  "x".repeat(5000),
];
const wrongNumberTexts = ["0", "-1", "1.5", "x", "NaN", "1e99", "2147483648", "\0"];
const queries: [string, () => Record<string, string>, Record<string, string[]>][] = [
  [
    "doc",
    () => ({ document_id: brief.document_id }),
    { document_id: wrongIdTexts, version: wrongNumberTexts },
  ],
  [
    "document-inventory",
    () => ({}),
    {
      project_id: wrongIdTexts,
      kind: ["", "Brief", "constructor", "\0", "x".repeat(5000)],
      limit: [...wrongNumberTexts, "101"],
      cursor: ["x", "\0", "\ud83c", "{}", "x".repeat(301), "e30=", "2026-01-01_7", "'--"],
    },
  ],
];

/** Returns the problem of a response that should be a refusal. */
function problemsOfRefusal(label: string, answer: Answer, statuses = [400]): string[] {
  const refusal = ErrorAnswer.safeParse(answer.json);
  const isRight = statuses.includes(answer.status) && refusal.data?.statusCode === answer.status;
  return isRight ? [] : [`${label}: ${answer.status} ${answer.text.slice(0, 200)}`];
}

async function each<T>(all: T[], work: (one: T) => Promise<string[]>): Promise<string[]> {
  const remaining = [...all];
  const problems: string[] = [];
  const worker = async () => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift())
      problems.push(...(await work(item)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return problems;
}

/** A run tests one half of a field's wrong values, the nightly run all; contract-fuzz.test.ts makes up values for every route. */
const sample = <T>(values: T[]): T[] =>
  isNightly || values.length < 4 ? values : values.filter((_, index) => index % 2 === half);

const short = (value: unknown) => String(JSON.stringify(value)).slice(0, 80);

describe("a valid request with one error is refused, and nothing is written", () => {
  test.each(bodies)("%s", async (route, right, fields) => {
    const before = await libraryOf(own.id);
    const broken = Object.entries(fields).flatMap(([field, values]) =>
      sample(values).map((value) => ({
        label: `${field}: ${short(value)}`,
        body: { [field]: value },
      })),
    );
    const more = ["organization_id", "uploaded_by", "status", "path", "constructor", "a\0b", "💥"];
    broken.push(...more.map((field) => ({ label: `also ${field}`, body: { [field]: own.id } })));
    const problems = await each(broken, async ({ label, body }) =>
      problemsOfRefusal(label, await ask(`/api/${route}`, { body: { ...right(), ...body } })),
    );
    const whole = JSON.stringify(right());
    const texts: [string, string, number[]][] = [
      ["no JSON", "{", [400]],
      ["nothing", "", [400]],
      ["null", "null", [400]],
      ["a list", `[${whole}]`, [400]],
      ["a text", JSON.stringify(whole), [400]],
      ["deep", `${"[".repeat(50_000)}`, [400]],
      ["deep and whole", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`, [400]],
      ["its own prototype", `{"__proto__":${whole}}`, [400]],
      ["two megabytes", JSON.stringify({ ...right(), title: "x".repeat(2 * MEGABYTE) }), [413]],
      [
        "many fields",
        JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [n, n]))),
        [400],
      ],
    ];
    problems.push(
      ...(await each(texts, async ([label, body, statuses]) =>
        problemsOfRefusal(label, await ask(`/api/${route}`, { body }), statuses),
      )),
    );
    const utf16 = new Uint8Array(Buffer.from(whole, "utf16le"));
    const torn = new Uint8Array([...Buffer.from('{"a":"'), 0xff, 0xfe, 0xc0, ...Buffer.from('"}')]);
    for (const body of [utf16, torn]) {
      problems.push(
        ...problemsOfRefusal(`${body.length} bytes`, await ask(`/api/${route}`, { body })),
      );
    }
    expect(problems).toEqual([]);
    expect(await libraryOf(own.id)).toBe(before);
  });

  test.each(queries)("%s", async (route, right, fields) => {
    const broken = Object.entries({ ...fields, organization_id: [own.id], "a\0b": [""] }).flatMap(
      ([field, values]) => sample(values).map((value) => ({ ...right(), [field]: value })),
    );
    const problems = await each(broken, async (query) => {
      const address = `/api/${route}?${new URLSearchParams(query as Record<string, string>)}`;
      return problemsOfRefusal(short(query), await ask(address));
    });
    const twice = `/api/${route}?kind=brief&kind=sow&document_id=${brief.document_id}&version=1&version=2`;
    problems.push(...problemsOfRefusal("twice", await ask(twice)));
    for (const bytes of ["%", "%ff", "%00=%00", "document_id[]=x", "__proto__[x]=1"]) {
      problems.push(...problemsOfRefusal(bytes, await ask(`/api/${route}?${bytes}`)));
    }
    expect(problems).toEqual([]);
  });
});

test("unusual file names are accepted, and the files stay below their document", async () => {
  const names = [
    ".txt",
    "..txt",
    "%2e%2e%2f%00.txt",
    "'; drop table documents; --.txt",
    "<img src=x onerror=alert(1)>.txt",
    "عقد الخدمة.txt",
    "契約書 🌱.txt",
    "Straße ÅÄÖ ﬁ ½.txt",
    "?token=x&download=y#z.txt",
    "CON.txt",
    `${"x".repeat(251)}.txt`,
    "__proto__.txt",
  ];
  const problems = await each(names, async (file_name) => {
    const answer = await ask("/api/doc-upload-session", {
      body: {
        project_id: own.alphaId,
        file_name,
        content_type: "text/plain",
        size_bytes: aText.byteLength,
      },
    });
    const session = docUploadSession.post.response.safeParse(answer.json).data;
    if (!session) return [`${file_name}: ${answer.status} ${answer.text.slice(0, 200)}`];
    const { path, document_id, signed_url } = session;
    const [first, second, third, last, ...more] = path.split("/");
    const isBelow =
      first === own.id && second === document_id && third === "1" && more.length === 0;
    const isPlain = last !== undefined && ![".", "..", ""].includes(last);
    const upload = await put(signed_url, aText);
    return isBelow && isPlain && upload.status === 200
      ? []
      : [`${file_name}: ${path} ${upload.status}`];
  });
  expect(problems).toEqual([]);
});

test("unusual queries are searched for, and no hostile argument makes a database function answer 5xx", async () => {
  const questions = [
    "' or '1'='1",
    "%",
    "_",
    "\\",
    "& | ! <-> :*",
    "((((((((",
    '"unfinished',
    "-supplier",
    "or and not",
    "🌱",
    "\u0301",
    "ﷺ",
    "İstanbul ß ſ",
    "__proto__ constructor toString",
    "{{7*7}} <script>",
    "a".repeat(500),
    "a ".repeat(250).trim(),
    "the of and",
    "00000000-0000-0000-0000-000000000000",
  ];
  const problems = await each(questions, async (query) => {
    const answer = await ask("/api/search", { body: { query } });
    return answer.status === 200 ? [] : [`${query}: ${answer.status} ${answer.text.slice(0, 200)}`];
  });
  // Calls the functions directly, without the checks of the routes.
  const search = { query: "supplier" };
  const nobody = { document_id: null };
  const hostile: [string, object][] = [
    ["search_passages", { query: null }],
    ["search_passages", { query: "" }],
    ["search_passages", { query: "x".repeat(MEGABYTE / 2) }],
    ["search_passages", { query: "a ".repeat(100_000) }],
    ["search_passages", { ...search, result_limit: 2_147_483_647 }],
    ["search_passages", { ...search, result_limit: -1 }],
    ["search_passages", { ...search, result_limit: null }],
    ["search_passages", { ...search, source_kinds: [] }],
    ["search_passages", { ...search, source_kinds: [null] }],
    ["search_passages", { ...search, occurred_from: "infinity", occurred_to: "-infinity" }],
    ["search_passages", { ...search, query_embedding: [], embedding_model: "x" }],
    [
      "search_passages",
      { ...search, query_embedding: [1, "NaN", "Infinity"], embedding_model: "x" },
    ],
    ["search_passages", { ...search, query_embedding: [null], embedding_model: "1" }],
    [
      "search_passages",
      { ...search, query_embedding: Array(16_001).fill(1), embedding_model: null },
    ],
    ["search_passages", { ...search, as_person_id: randomUUID() }],
    ["begin_indexing", nobody],
    ["open_document", { ...nobody, version: -1 }],
    ["open_document", { document_id: brief.document_id, version: -1 }],
    ["archive_document", nobody],
    ["restore_document", nobody],
    ["update_document", { ...nobody, changes: null }],
    ["update_document", { document_id: brief.document_id, changes: null }],
    ["update_document", { document_id: brief.document_id, changes: [1] }],
    ["update_document", { document_id: brief.document_id, changes: { title: { a: 1 } } }],
    ["update_document", { document_id: brief.document_id, changes: { kind: "nonsense" } }],
    [
      "create_document_upload",
      { project_id: null, file_name: null, content_type: null, size_bytes: null },
    ],
    [
      "create_document_upload",
      { project_id: own.alphaId, file_name: "\u202E", content_type: "text/plain", size_bytes: -1 },
    ],
  ];
  const before = await libraryOf(own.id);
  problems.push(
    ...(await each(hostile, async ([name, body]) => {
      const answer = await ask(`/rest/v1/rpc/${name}`, { body });
      return answer.status < 500
        ? []
        : [`${name} ${short(body)}: ${answer.status} ${answer.text.slice(0, 200)}`];
    })),
  );
  expect(problems).toEqual([]);
  expect(await libraryOf(own.id)).toBe(before);
});
