/**
 * Search by meaning from end to end: `npm start -- --database` with a PostgreSQL that has pgvector, a model behind an
 * endpoint that speaks like OpenAI's, a file uploaded as the console does. In npm test,
 * supabase/tests/knowledge/set_embedding_model proves search by meaning and the vectors of an upload, and
 * tests/db/vectors.test.ts proves its scope. tests/routes/search.test.ts proves what goes to the database with and
 * without a vector, and boot-proof.test.ts proves a database by URL.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { pgcrypto } from "@electric-sql/pglite/contrib/pgcrypto";
import { vector } from "@electric-sql/pglite/vector";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import type { StackFile } from "../../scripts/stack/stack-file.ts";
import { search } from "../../supabase/functions/_domain/knowledge/search-contract.ts";
import { type LiteServer, serveLite } from "../support/lite-server.ts";
import { type MockOpenAi, openAiAccount, startMockOpenAi } from "../support/mock-openai.ts";
import { wordVector } from "../support/word-vectors.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");
const MODEL = "text-embedding-3-small";
/** The model knows the meaning of a word that no text contains. */
const MEANS: [RegExp, string] = [/\bKraftfahrzeugversicherung\b/g, "insurance of the courier car"];
const QUESTION = "Kraftfahrzeugversicherung";
const TEXT = [
  "# Insurance of the courier car\n\nThe insurance of the courier car ends in May.",
  "# Kitchen\n\nBread, butter and two kinds of jam are bought on Mondays by whoever comes first.",
  "# Posters\n\nThe printer wants every drawing as a file with bleed, three days ahead.",
].join("\n\n");

/** A PostgreSQL in WebAssembly creates and migrates its database, which takes long on a busy machine. */
const SLOW = 10 * 60_000;

let folder: string;
let db: PGlite;
let server: LiteServer;
let model: MockOpenAi;
let service: ChildProcess;
let file: StackFile;

beforeAll(async () => {
  folder = await temporaryFolder("vectors");
  db = await PGlite.create({ extensions: { pgcrypto, pg_trgm, vector } });
  server = await serveLite(db);
  model = await startMockOpenAi();
  model.answer = (texts) => ({
    object: "list",
    model: MODEL,
    data: texts.map((text, index) => ({
      object: "embedding",
      index,
      embedding: wordVector(text.replace(...MEANS)),
    })),
    usage: { prompt_tokens: texts.length, total_tokens: texts.length },
  });
  const data = path.join(folder, "data");
  const flags = ["--port", "0", "--data", data, "--database", server.url, "--no-demo-files"];
  service = spawn(process.execPath, ["scripts/start.ts", ...flags], {
    cwd: PROJECT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      EMBEDDING_MODEL: MODEL,
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: openAiAccount.apiKey,
    },
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [service.stdout, service.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (output.includes("is ready after")) resolve();
      });
    }
    service.once("close", () => reject(new Error(`The service did not start:\n${output}`)));
  });
  file = JSON.parse(await readFile(path.join(data, "stack.json"), "utf8"));
}, SLOW);

afterAll(async () => {
  if (service?.exitCode === null) {
    const end = new Promise((resolve) => service.once("close", resolve));
    service.kill("SIGTERM");
    await end;
  }
  await server?.close();
  await db?.close();
  await model?.close();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function signIn(email: string) {
  const client = createClient(file.url, file.publishable_key, { auth: { persistSession: false } });
  const password = file.users.find((user) => user.email === email)?.password ?? "";
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  const post = async (route: string, body: object) => {
    const answer = await fetch(`${file.url}/api/${route}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${data.session.access_token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    return { status: answer.status, json: await answer.json() };
  };
  return { client, post };
}

async function statusOf(client: SupabaseClient, id: string): Promise<string> {
  const { data, error } = await client
    .from("document_versions")
    .select("status, failure_code")
    .eq("document_id", id);
  return error?.message ?? [data?.[0]?.status, data?.[0]?.failure_code].filter(Boolean).join(" ");
}

test("an uploaded text is found by its meaning, and without the model by its words alone", async () => {
  const lead = await signIn("lead@demo.test");
  const { data: projects } = await lead.client
    .from("projects")
    .select("id")
    .is("archived_at", null)
    .limit(1);
  const session = await lead.post("doc-upload-session", {
    project_id: projects?.[0]?.id,
    file_name: "office.md",
    content_type: "text/markdown",
    size_bytes: Buffer.byteLength(TEXT),
  });
  expect(session).toMatchObject({ status: 200 });
  const { document_id, signed_url } = session.json as Record<string, string>;
  const request = { method: "PUT", headers: { "content-type": "text/markdown" }, body: TEXT };
  expect((await fetch(signed_url as string, request)).status).toBe(200);
  expect(await lead.post("ingest-doc", { document_id })).toMatchObject({ status: 202 });
  const status = () => statusOf(lead.client, document_id as string);
  await expect.poll(status, { timeout: 120_000, interval: 300 }).toMatch(/^(indexed|failed)/);
  expect(await status()).toBe("indexed");

  // Every published passage has its vector, made for the one model that answers.
  const owner = postgres(server.url, { max: 1, onnotice: () => {} });
  const [vectors] = await owner`
    select count(*)::int as passages, count(embeddings.passage_id)::int as embedded
    from public.passages left join private.passage_embeddings as embeddings on embeddings.passage_id = passages.id
    where passages.source_id = ${document_id as string}`;
  await owner.end();
  expect(vectors?.["passages"]).toBeGreaterThan(0);
  expect(vectors?.["embedded"]).toBe(vectors?.["passages"]);

  const ask = async (person: typeof lead) => {
    const { status: code, json } = await person.post("search", { query: QUESTION });
    expect([code, json]).toEqual([200, expect.anything()]);
    return search.post.response.parse(json) as z.infer<typeof search.post.response>;
  };
  // The model answers as soon as the demo's texts have their vectors too.
  const mode = async () => (await ask(lead)).mode;
  await expect.poll(mode, { timeout: 120_000, interval: 300 }).toBe("hybrid");
  const byMeaning = await ask(lead);
  expect(byMeaning.results[0]).toMatchObject({ document_id, rank: 1 });
  expect(byMeaning.results[0]?.snippet).toContain("courier car");
  // Search by meaning also respects the viewer's scope.
  const stranger = await ask(await signIn("admin@other.test"));
  expect(stranger.results.filter((result) => result.document_id === document_id)).toEqual([]);

  model.fail({ operation: "createEmbedding", when: "before", how: { status: 500 }, times: 100 });
  expect(await ask(lead)).toEqual({ mode: "lexical", partial: false, results: [] });
  expect(model.violations).toEqual([]);
});
