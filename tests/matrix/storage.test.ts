import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { type Answer, askAs } from "../support/http.ts";
import { type PersonaName, personaNames } from "../support/personas.ts";
import { buckets, closedBucket } from "./access-matrix.ts";
import { executedCells, expectRow, gateOf, unexpected } from "./cells.ts";

// A bucket as the migrations would make it, with one object, and with no policy for it.
const bucket = `matrix-${randomUUID()}`;
const object = "plans/secret.txt";

beforeAll(async () => {
  await owner`insert into storage.buckets (id, name, public) values (${bucket}, ${bucket}, false)`;
  const stored = await askAs("secret_key", `/storage/v1/object/${bucket}/${object}`, {
    body: "The secret plan.",
    headers: { "content-type": "text/plain" },
  });
  expect(stored.status).toBe(200);
});

afterAll(async () => {
  await askAs("secret_key", `/storage/v1/object/${bucket}`, {
    method: "DELETE",
    body: { prefixes: [object] },
  });
  await owner`delete from storage.buckets where id = ${bucket}`;
});

test("the matrix names every bucket, and nothing else", async () => {
  const found = await owner<{ id: string }[]>`
    select id from storage.buckets where id not like 'matrix-%' order by id`;
  expect(found.map(({ id }) => id)).toEqual(buckets);
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

test("every cell was asked", () => {
  console.log(`access matrix, storage: ${executedCells()} cells`);
  expect(executedCells()).toBe(closedBucket.length * personaNames.length);
});

function act(persona: PersonaName, deed: string): Promise<Answer> {
  const ask = (path: string, what: { method?: string; body?: unknown } = {}) =>
    askAs(persona, `/storage/v1/${path}`, what);
  switch (deed) {
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
      throw new Error(`Nobody knows how to ${deed}`);
  }
}

/** Storage answers refusals as 400 with the real status inside. */
function wordFor(answer: Answer): string {
  if (answer.status === 200 && answer.text === "[]") return "none";
  const { statusCode } = (answer.json ?? {}) as { statusCode?: string };
  if (answer.status === 400 && statusCode === "404") return "absent";
  if (answer.status === 400 && statusCode === "403") return "policy";
  return unexpected(answer);
}

async function fingerprint(): Promise<object> {
  const [row] = await owner`
    select (select count(*)::int from storage.buckets where id = 'forged') as buckets,
      (select string_agg(name, ',' order by name) from storage.objects where bucket_id = ${bucket}) as objects`;
  return { ...row };
}
