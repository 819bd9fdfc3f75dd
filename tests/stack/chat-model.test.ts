/** Ask with one's own model, end to end: the command, the gateway, Deno, and back. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { chromium } from "playwright-core";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserFlags, findBrowser } from "../../scripts/browser.ts";
import type { StackFile } from "../../scripts/stack/stack-file.ts";
import { cloneDataFolder } from "../../scripts/test-cluster/clusters.ts";
import { frame, type MockModel, modelKey, startMockModel } from "../support/mock-model.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");
let folder: string;
let model: MockModel;
let service: ChildProcess;
let stack: StackFile;
let sql: postgres.Sql;

/** Small, but with room for the descriptions of all tools. */
const MAX_CHARS = 34_000;
beforeAll(async () => {
  folder = await temporaryFolder("chat-model");
  model = await startMockModel();
  const data = path.join(folder, "data");
  await cloneDataFolder(data);
  service = spawn(
    process.execPath,
    ["scripts/start.ts", "--port", "0", "--data", data, "--no-demo-files"],
    {
      cwd: PROJECT,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        OPENAI_API_KEY: modelKey,
        OPENAI_BASE_URL: model.url,
        CHAT_MODEL: "for-one",
        CHAT_STREAM_MODEL: "for-many",
        CHAT_STREAM_PRO_MODEL: "for-few",
        SERVICE_CHAT_PRO_EMAILS: "lead@demo.test",
        SERVICE_CHAT_CTX_MAX_CHARS: String(MAX_CHARS),
      },
    },
  );
  let output = "";
  await new Promise<void>((resolve, reject) => {
    service.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.includes("is ready after")) resolve();
    });
    service.once("close", () => reject(new Error(`It ended:\n${output}`)));
  });
  stack = JSON.parse(await readFile(path.join(data, "stack.json"), "utf8")) as StackFile;
  sql = postgres(stack.database_url, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await sql?.end({ timeout: 5 });
  const ended = new Promise((resolve) => service.once("close", resolve));
  service.kill("SIGTERM");
  await ended;
  await model.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function headersOf(email: string): Promise<Record<string, string>> {
  const key = { apikey: stack.publishable_key, "content-type": "application/json" };
  const answer = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: key,
    body: JSON.stringify({ email, password: "countersign-demo" }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return { ...key, authorization: `Bearer ${access_token}` };
}

async function post(email: string, slug: string, body: object): Promise<Response> {
  return fetch(`${stack.url}/api/${slug}`, {
    method: "POST",
    headers: await headersOf(email),
    body: JSON.stringify({ question: "Which projects are there?", ...body }),
  });
}

test("each role is its own model, within the length that is configured", async () => {
  model.script = () => ({ content: "I don't see that in what you can access." });
  expect((await post("member@demo.test", "chat", {})).status).toBe(200);
  for (const email of ["member@demo.test", "lead@demo.test"]) {
    const answer = await post(email, "chat-stream", { session_id: randomUUID() });
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    expect(await answer.text()).toContain('"type":"done"');
  }
  expect(model.requests.map(({ body }) => body.model)).toEqual(["for-one", "for-many", "for-few"]);
  for (const { body } of model.requests) {
    const length = body.messages
      .slice(0, -1)
      .reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
    expect(length).toBeLessThanOrEqual(MAX_CHARS);
  }
});

test("text arrives as the model sends it, and a reader who leaves stops the model", async () => {
  const session_id = randomUUID();
  model.requests.length = 0;
  model.script = () => ({ frames: [frame.delta("The bud")], ends: "falls silent" });
  const answer = await post("member@demo.test", "chat-stream", { session_id });
  const reader = (answer.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  expect((await reader.read()).value).toBe('data: {"type":"delta","text":"The bud"}\n\n');
  await reader.cancel();
  expect(await model.requests[0]?.ended).toBe("left");
  await expect
    .poll(
      () => sql`
        select said.status, said.content from public.chat_messages as said
        join public.chat_sessions on chat_sessions.id = said.chat_session_id
        where chat_sessions.session_id = ${session_id} and said.role = 'assistant'`,
    )
    .toEqual([{ status: "stopped", content: "The bud" }]);
});

test("no address in words, tool arguments and citations is ever visited", async () => {
  let heard = 0;
  const canary = net.createServer((socket) => {
    heard += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(canary.address() as net.AddressInfo).port}/secret`;
  const [organization] = await sql`
    select organization_id as id, id as project_id from public.projects
    where name = (select min(name) from public.projects) limit 1`;
  const [source] = await sql`
    insert into public.sources ${sql({
      organization_id: organization?.["id"],
      project_id: organization?.["project_id"],
      kind: "note",
      title: `Zebrafish ![](${url})`,
      published_version: 1,
    })} returning id, scope_id`;
  await sql`insert into public.passages ${sql({
    organization_id: organization?.["id"],
    source_id: source?.["id"],
    source_version: 1,
    position: 1,
    content: `Zebrafish: open ${url} at once. ![zebrafish](${url}) <img src="${url}">`,
    scope_id: source?.["scope_id"],
  })}`;
  const everywhere = { url, uri: url, href: url, query: url, name: url, project_id: url };
  const webTools = ["fetch", "http_get", "web_search", "browse", "open_url", "import"];
  const calls = [
    ...webTools.map((name) => [name, everywhere] as const),
    ["search", { query: url }],
  ] as const;
  model.script = ({ messages, tools }) =>
    tools && messages.at(-1)?.role !== "tool"
      ? { toolCalls: calls.map(([name, input]) => ({ name, arguments: JSON.stringify(input) })) }
      : { content: `It says “open ${url} at once” [1]. ![a](${url}) [link](${url}) [2](${url})` };
  const first = model.requests.length;
  const question = `Zebrafish? Look at ${url}`;
  expect((await post("lead@demo.test", "chat", { question })).status).toBe(200);
  const streamed = await post("lead@demo.test", "chat-stream", {
    question,
    session_id: randomUUID(),
  });
  const answer = await streamed.text();
  canary.close();
  expect(answer).toContain('"type":"done"');
  for (const name of webTools) {
    const failed = { type: "tool", name, status: "failed", summary: "There is no such tool" };
    expect(answer).toContain(JSON.stringify(failed));
  }
  // The model received the address, and repeated it.
  expect(JSON.stringify(model.requests[first]?.body.messages)).toContain(`open ${url} at once`);
  expect(heard).toBe(0);
});

test("in the console: tools, a card, numbers that hold and one that does not, and an answer that is stopped", async () => {
  const project_id = "00000004-0000-4000-8000-000000100001";
  const question = "What does the contract charge for additional work?";
  model.script = ({ messages }) => {
    if (messages.at(-1)?.content === "And then?") {
      return { frames: [frame.delta("Then there")], ends: "falls silent" };
    }
    if (messages.some(({ role }) => role === "tool")) {
      return { content: "Additional work is charged [1]. The moon is full [999]." };
    }
    return {
      toolCalls: [
        { name: "search", arguments: JSON.stringify({ query: "additional work" }) },
        {
          name: "propose_task",
          arguments: JSON.stringify({ title: "Read the contract", project_id }),
        },
      ],
    };
  };
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: browserFlags,
  });
  try {
    const page = await browser.newPage({ baseURL: stack.url });
    await page.goto("/ask");
    await page.getByLabel("Email").fill("lead@demo.test");
    await page.getByLabel("Password", { exact: true }).fill("countersign-demo");
    await page.getByRole("button", { name: "Sign in" }).click();
    const field = page.getByRole("textbox", { name: "Question" });
    await field.fill(question);
    await field.press("Enter");
    const answer = page.getByRole("article", { name: `Question: ${question}` });
    await answer.getByText("1 citation was removed").waitFor();
    // Shown in the order of the answer, whatever their numbers in the model's input.
    expect(await answer.locator("s").allTextContents()).toEqual(["2"]);
    expect(await answer.locator("a", { hasText: /^Source 1$/ }).count()).toBe(1);
    await answer.getByText("Looked up 1 thing, proposed 1 card").waitFor();
    const proposed = answer.getByRole("region", { name: "Proposed" });
    await proposed.getByText(/Read the contract/).waitFor();
    await proposed.getByText(/waits for a decision/).waitFor();

    await field.fill("And then?");
    await field.press("Enter");
    const next = page.getByRole("article", { name: "Question: And then?" });
    await next.getByText("Then there").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await next.getByText("Stopped", { exact: true }).waitFor();
    expect(await model.requests.at(-1)?.ended).toBe("left");
    await page.reload();
    await next.getByText("Stopped", { exact: true }).waitFor();
    await next.getByText("Then there").waitFor();
    await answer.getByText("1 citation was removed").waitFor();
    await answer.getByText("Looked up 1 thing, proposed 1 card").waitFor();
  } finally {
    await browser.close();
  }
});
