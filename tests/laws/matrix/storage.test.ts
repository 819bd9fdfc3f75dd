import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { owner } from "../../support/database.ts";
import { type Answer, type Ask, askAs } from "../../support/http.ts";
import { demoId, northlight, type PersonaName, personaNames } from "../../support/personas.ts";
import { buckets, closedBucket, documentsBucket } from "./access-matrix/storage.ts";
import { countCells, describeUnexpected, gateOf } from "./cells.ts";
import { fillEmptyTables } from "./demo-rows.ts";

const { expectRow, executedCells } = countCells();

// A bucket as migrations would create it, with one object and no policy.
const bucket = `matrix-${randomUUID()}`;
const object = "plans/secret.txt";
// The documents of SHOP-01 that demo-rows.ts adds.
const fileOf = (n: number) => `${northlight}/${demoId(101, 1, n)}/1/note.txt`;
const [plainFile, restrictedFile] = [fileOf(1), fileOf(2)];

beforeAll(async () => {
  await owner`insert into storage.buckets (id, name, public) values (${bucket}, ${bucket}, false)`;
  const upload = await askAs("secret_key", `/storage/v1/object/${bucket}/${object}`, {
    body: "The secret plan.",
    headers: { "content-type": "text/plain" },
  });
  expect(upload.status).toBe(200);
  const disconnectVendors = await fillEmptyTables();
  for (const file of [plainFile, restrictedFile]) {
    await askAs("secret_key", `/storage/v1/object/documents/${file}`, {
      body: "The secret plan.",
      headers: { "content-type": "text/plain", "x-upsert": "true" },
    });
  }
  return disconnectVendors;
});

afterAll(async () => {
  await askAs("secret_key", `/storage/v1/object/${bucket}`, {
    method: "DELETE",
    body: { prefixes: [object] },
  });
  await owner`delete from storage.buckets where id = ${bucket}`;
  await askAs("secret_key", "/storage/v1/object/documents", {
    method: "DELETE",
    body: { prefixes: [plainFile, restrictedFile] },
  });
});

test("the matrix names every bucket, and no others", async () => {
  const rows = await owner<{ id: string }[]>`
    select id from storage.buckets where id not like 'matrix-%' order by id`;
  expect(rows.map(({ id }) => id)).toEqual(buckets);
});

describe("a bucket that no policy opens", () => {
  test.each(closedBucket)("$name", async (row) => {
    const before = await fingerprint();
    await expectRow(row, async (persona, expected) => {
      if (expected === "platform") return "platform";
      const answer = await act(persona, row.name);
      expect(answer.text).not.toContain("secret plan");
      return gateOf(persona, answer) ?? wordFor(answer);
    });
    expect(await fingerprint()).toEqual(before);
  });
});

describe("the bucket of documents", () => {
  test.each(documentsBucket)("$name", async (row) => {
    const before = await fingerprint();
    await expectRow(row, async (persona, expected) => {
      if (expected === "platform") return "platform";
      const answer = await actOnDocuments(persona, row.name);
      if (answer.status === 200 && !answer.text.includes("note.txt")) {
        return answer.text === "The secret plan." ? "file" : wordFor(answer);
      }
      if (answer.status === 200) return "file";
      expect(answer.text).not.toContain("secret plan");
      return gateOf(persona, answer) ?? wordFor(answer);
    });
    expect(await fingerprint()).toEqual(before);
  });
});

test("every cell was requested", () => {
  console.log(`access matrix, storage: ${executedCells()} cells`);
  expect(executedCells()).toBe(
    (closedBucket.length + documentsBucket.length) * personaNames.length,
  );
});

function actOnDocuments(persona: PersonaName, action: string): Promise<Answer> {
  const ask = (path: string, request: { method?: string; body?: unknown; headers?: object } = {}) =>
    askAs(persona, `/storage/v1/object/${path}`, request as Ask);
  const folder = plainFile.slice(0, plainFile.lastIndexOf("/"));
  const overwrite = { "content-type": "text/plain", "x-upsert": "true" };
  const move = {
    bucketId: "documents",
    sourceKey: plainFile,
    destinationKey: `${folder}/moved.txt`,
  };
  switch (action) {
    case "list files":
      return ask("list/documents", { body: { prefix: folder } });
    case "read a file":
      return ask(`authenticated/documents/${plainFile}`);
    case "read a restricted file":
      return ask(`authenticated/documents/${restrictedFile}`);
    case "sign a download":
      return ask(`sign/documents/${plainFile}`, { body: { expiresIn: 60 } });
    case "sign a restricted download":
      return ask(`sign/documents/${restrictedFile}`, { body: { expiresIn: 60 } });
    case "sign an upload":
      return ask(`upload/sign/documents/${folder}/forged.txt`, { body: {} });
    case "sign an upload over it":
      return ask(`upload/sign/documents/${plainFile}`, { body: {}, headers: overwrite });
    case "upload":
      return ask(`documents/${folder}/forged.txt`, {
        body: "forged",
        headers: { "content-type": "text/plain" },
      });
    case "upload over it":
      return ask(`documents/${plainFile}`, { body: "forged", headers: overwrite });
    case "move":
      return ask("move", { body: move });
    case "copy":
      return ask("copy", { body: move });
    case "delete":
      return ask("documents", { method: "DELETE", body: { prefixes: [plainFile] } });
    default:
      throw new Error(`No request is defined for: ${action}`);
  }
}

function act(persona: PersonaName, action: string): Promise<Answer> {
  const ask = (path: string, request: { method?: string; body?: unknown } = {}) =>
    askAs(persona, `/storage/v1/${path}`, request);
  switch (action) {
    case "list buckets":
      return ask("bucket");
    case "make a bucket":
      return ask("bucket", { body: { id: "forged", name: "forged", public: true } });
    case "list objects":
      return ask(`object/list/${bucket}`, { body: { prefix: "plans" } });
    case "read an object":
      return ask(`object/authenticated/${bucket}/${object}`);
    case "sign a download":
      return ask(`object/sign/${bucket}/${object}`, { body: { expiresIn: 60 } });
    case "sign an upload":
      return ask(`object/upload/sign/${bucket}/forged.txt`, { body: {} });
    case "upload":
      return ask(`object/${bucket}/forged.txt`, { body: "forged" });
    case "delete":
      return ask(`object/${bucket}`, { method: "DELETE", body: { prefixes: [object] } });
    default:
      throw new Error(`No request is defined for: ${action}`);
  }
}

/** The response in the vocabulary of the matrix. Storage sends refusals as 400, with the real status in the body. */
function wordFor(answer: Answer): string {
  if (answer.status === 200 && answer.text === "[]") return "none";
  const { statusCode } = (answer.json ?? {}) as { statusCode?: string };
  if (answer.status === 400 && statusCode === "404") return "absent";
  if (answer.status === 400 && statusCode === "403") return "policy";
  return describeUnexpected(answer);
}

async function fingerprint(): Promise<object> {
  const [row] = await owner`
    select (select count(*)::int from storage.buckets where id = 'forged') as buckets,
      (select string_agg(name || metadata::text, ',' order by name) from storage.objects
        where bucket_id = ${bucket} or name like ${`${northlight}/${demoId(101, 1, 1)}/%`}) as objects`;
  return { ...row };
}
