/**
 * Ordinary and hostile files, from the upload to the views of readers and leads: each format, each possible result, and
 * one file for each way to kill a reader. `npm run nightly` adds each format with each result, and every file that can
 * kill a reader.
 * tests/unit/documents reads the whole collection.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { owner } from "../support/database.ts";
import { isNightly } from "../support/depth.ts";
import type { Answer, Ask } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { limitsReported } from "../support/reported-limits.ts";
import { busyFiles } from "../unit/documents/files/busy-files.ts";
import type { HostileFile } from "../unit/documents/files/expected.ts";
import { hostileFiles } from "../unit/documents/files/hostile-files.ts";

/** Results of files that the service refuses before there is anything to read. */
const REFUSED_AT_ONCE = ["empty", "too_large", "unsupported_type", "wrong_type"];
const AT_ONCE = 4;
/** One for each way: memory, an archive, recursion, a loop, one long line, a busy pattern. */
const WAYS_TO_KILL = [
  "picture.pdf",
  "bomb.docx",
  "own-form.pdf",
  "prev.pdf",
  "line.txt",
  "last.xlsx",
];
/** Files that can kill a reader, in addition to those that are too large and those that keep a pattern busy. */
const KILLERS = [
  "map.pdf",
  "cycle.pdf",
  "laughs.docx",
  "deep.docx",
  "word.txt",
  "brackets.md",
  "open.html",
  "deep.html",
  "styles.html",
  "deep.eml",
];

const endOf = ({ expected }: HostileFile) => ("code" in expected ? expected.code : "indexed");
const formatOf = ({ fileName }: HostileFile) => fileName.split(".").at(-1);
/** Takes the maximum time of a page, and another file has the same result, so only `npm run nightly` includes it. */
const ENDLESS = "endless.pdf";
const candidates = hostileFiles.filter(({ fileName }) => isNightly || fileName !== ENDLESS);
const files = candidates.filter((file, index) => {
  const earlier = candidates.slice(0, index);
  const canKill =
    endOf(file) === "too_large" || busyFiles.includes(file) || KILLERS.includes(file.fileName);
  const isNewPair = !earlier.some(
    (one) => endOf(one) === endOf(file) && formatOf(one) === formatOf(file),
  );
  return (
    !earlier.some((one) => formatOf(one) === formatOf(file)) ||
    !earlier.some((one) => endOf(one) === endOf(file)) ||
    WAYS_TO_KILL.includes(file.fileName) ||
    (isNightly && (isNewPair || canKill))
  );
});

let own: OwnOrganization;
const answers: Answer[] = [];

beforeAll(async () => {
  own = await makeOrganization();
  await limitsReported();
  await owner`select private.set_rate_limit('ingest-doc', 1000)`;
});

afterAll(async () => {
  await owner`select private.set_rate_limit('ingest-doc', null)`;
});

async function askAsLead(path: string, options: Ask = {}): Promise<Answer> {
  const answer = await own.people.lead.ask(path, options);
  answers.push(answer);
  return answer;
}

/** Uploads a file and starts its processing, as the console does. Null when it is refused. */
async function ingest({ fileName, contentType, kind, make }: HostileFile): Promise<string | null> {
  const bytes = await make();
  const session = await askAsLead("/api/doc-upload-session", {
    body: {
      project_id: own.alphaId,
      file_name: fileName,
      content_type: contentType,
      size_bytes: bytes.byteLength,
      ...(kind && { kind }),
    },
  });
  if (session.status !== 200) return null;
  const { document_id, signed_url } = session.json as { document_id: string; signed_url: string };
  const put = await fetch(new URL(signed_url, inject("stack").url), {
    method: "PUT",
    headers: { "content-type": contentType },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
  expect([fileName, put.status]).toEqual([fileName, 200]);
  const response = await askAsLead("/api/ingest-doc", { body: { document_id } });
  expect([fileName, response.status]).toEqual([fileName, 202]);
  return document_id;
}

interface Ended {
  document_id: string;
  status: string;
  failure_code: string | null;
  failure_reason: string | null;
  flags: string[];
  facts: object;
}

/** Waits until no document of the organization is being processed, while its API responds. */
async function waitUntilIndexed(): Promise<Map<string, Ended>> {
  for (;;) {
    expect((await askAsLead("/api/whoami")).status).toBe(200);
    const [row] = await owner`
      select count(*)::int as count from public.document_versions
      where organization_id = ${own.id} and status in ('queued', 'indexing')`;
    if (row?.["count"] === 0) break;
    await sleep(100);
  }
  const rows = await owner<Ended[]>`
    select document_id, status, failure_code, failure_reason, flags, facts
    from public.document_versions where organization_id = ${own.id}`;
  return new Map(rows.map((row) => [row.document_id, row]));
}

/** The passages of a document as a lead reads them through the Data API. */
async function publishedPassages(id: string): Promise<{ content: string; location: object }[]> {
  const select = "content,location,source_version,sources!inner(published_version)";
  const answer = await askAsLead(
    `/rest/v1/passages?source_id=eq.${id}&order=position&select=${encodeURIComponent(select)}`,
  );
  return answer.json as { content: string; location: object }[];
}

/** The differences between a file's expected and actual outcome. */
async function differences(
  { expected, contentType }: HostileFile,
  upload: Ended | undefined,
): Promise<string[]> {
  if (!upload) {
    const code = "code" in expected ? expected.code : "to be indexed";
    // Neither its type nor its name reveals its content.
    const revealsNothing = contentType === "application/octet-stream";
    return revealsNothing || REFUSED_AT_ONCE.includes(code) ? [] : [`refused, and not ${code}`];
  }
  const passages = await publishedPassages(upload.document_id);
  if ("code" in expected) {
    const isRight = upload.failure_code === expected.code && passages.length === 0;
    return isRight ? [] : [`${upload.status} ${upload.failure_code}, and not ${expected.code}`];
  }
  if (upload.status !== "indexed") return [`${upload.status} ${upload.failure_code}`];
  const missing = expected.passages.filter(
    ([text, location]) =>
      !passages.some(
        (passage) => passage.content.includes(text) && contains(passage.location, location),
      ),
  );
  const whole = passages.map(({ content }) => content).join("\n");
  return [
    ...missing.map(([text, location]) => `no "${text}" at ${JSON.stringify(location)}`),
    ...(expected.absent ?? []).filter((text) => whole.includes(text)).map((text) => `"${text}"`),
    ...(contains(upload.facts, expected.facts ?? {}) ? [] : [JSON.stringify(upload.facts)]),
    ...(isSame(upload.flags.toSorted(), (expected.flags ?? upload.flags).toSorted())
      ? []
      : [`flags ${upload.flags}`]),
  ];
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const contains = (whole: object, part: object) =>
  Object.entries(part).every(([name, value]) =>
    isSame((whole as Record<string, unknown>)[name], value),
  );

test(`${files.length} files each end in the right state, and the service never fails`, {
  timeout: 900_000,
}, async () => {
  const ids = new Map<HostileFile, string | null>();
  const waiting = [...files];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let file = waiting.shift(); file; file = waiting.shift())
        ids.set(file, await ingest(file));
    }),
  );
  const documents = await waitUntilIndexed();
  const wrong: string[] = [];
  for (const [file, id] of ids) {
    const changes = await differences(file, id === null ? undefined : documents.get(id));
    wrong.push(
      ...changes.map((difference) => `${file.fileName} (${file.description}): ${difference}`),
    );
  }
  expect(wrong).toEqual([]);

  // Leads see each unreadable file with the next step, and no job is left behind.
  const failed = [...documents.values()].filter(({ status }) => status === "failed");
  const health = await askAsLead("/api/portfolio-health?code=document_failed&limit=100");
  const { findings } = health.json as { findings: { subject: { id: string }; why: string }[] };
  expect(findings.map(({ subject }) => subject.id).sort()).toEqual(
    failed.map(({ document_id }) => document_id).sort(),
  );
  for (const { document_id, failure_reason } of failed) {
    const finding = findings.find(({ subject }) => subject.id === document_id);
    expect(finding?.why).toContain(failure_reason);
  }
  const [row] = await owner`
    select (select count(*)::int from private.jobs where organization_id = ${own.id}) as jobs,
      (select count(*)::int from private.staged_passages where organization_id = ${own.id}) as staged`;
  expect({ ...row }).toEqual({ jobs: 0, staged: 0 });
  expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
});
