/** Ask with one's own model, end to end: the command, the gateway, Deno, and back. */
import { randomUUID } from "node:crypto";
import net from "node:net";
import { expect, test } from "vitest";
import { frame } from "../support/mock-model.ts";
import { MAX_CHARS, model, sql, stack } from "./own-model-service.ts";

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

test("each role uses its own model, within the configured length", async () => {
  model.script = () => ({ content: "I can't find that in anything you have access to." });
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
        select messages.status, messages.content from public.chat_messages as messages
        join public.chat_sessions on chat_sessions.id = messages.chat_session_id
        where chat_sessions.session_id = ${session_id} and messages.role = 'assistant'`,
    )
    .toEqual([{ status: "stopped", content: "The bud" }]);
});

test("no address in words, tool arguments and citations is ever visited", async () => {
  let visits = 0;
  const canary = net.createServer((socket) => {
    visits += 1;
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
  const response = await post("lead@demo.test", "chat-stream", {
    question,
    session_id: randomUUID(),
  });
  const answer = await response.text();
  canary.close();
  expect(answer).toContain('"type":"done"');
  for (const name of webTools) {
    const failedTool = { type: "tool", name, status: "failed", summary: "There is no such tool" };
    expect(answer).toContain(JSON.stringify(failedTool));
  }
  // The model received the address, and repeated it.
  expect(JSON.stringify(model.requests[first]?.body.messages)).toContain(`open ${url} at once`);
  expect(visits).toBe(0);
});
