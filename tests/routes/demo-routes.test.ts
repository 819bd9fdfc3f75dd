/** The routes of demo mode alone: the bundled dataset, what comes in while it runs, and no database. */
import { existsSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forgetSessions } from "../../supabase/functions/_demo/store.ts";
import { demoContracts } from "../../supabase/functions/_domain/contracts.ts";
import { demoDataset } from "../../supabase/functions/_domain/demo/dataset.ts";
import api from "../../supabase/functions/api/index.ts";
import { call, configure, deployInProcess, requests } from "./in-process.ts";

deployInProcess();

const token = "a-demo-token-of-the-operator";
const secret = "a-secret-of-the-meeting-recorder";
const withoutProvider = {
  SUPABASE_URL: null,
  SUPABASE_PUBLISHABLE_KEYS: null,
  SUPABASE_JWKS: null,
};
const [ferry] = demoDataset(new Date()).spine.projects;

beforeEach(() => {
  configure(withoutProvider);
  process.env["SERVICE_DEMO_TOKEN"] = token;
  process.env["MEETING_WEBHOOK_SECRET"] = secret;
  forgetSessions();
});
afterEach(() => {
  delete process.env["SERVICE_DEMO_TOKEN"];
  delete process.env["MEETING_WEBHOOK_SECRET"];
  expect(requests).toEqual([]);
});

interface Session {
  session_id: string;
  recording_id: string | null;
  title: string;
  project: { id: string; name: string } | null;
  status: string;
  passages: number;
}

const ask = (path: string, body?: unknown, headers: object = { "x-demo-token": token }) =>
  call(api, `/api/${path}`, {
    signedIn: false,
    headers: headers as Record<string, string>,
    ...(body !== undefined && { body }),
  });
const drop = (body: object) => ask("ingest", { title: "Weekly call", ...body });
const announce = (body: object, headers: object = { "x-webhook-secret": secret }) =>
  ask("meeting-webhook", body, headers);
const sessionOf = ({ json }: { json: unknown }) => (json as { session: Session }).session;
const sessions = async () => {
  const { json } = await ask("status");
  return (json as { sessions: Session[] }).sessions;
};
const transcript = `Tobin Ashgrove: The Ticket app now prints a paper ticket at the pier kiosk.
Lenka Dorvall: The kiosk needs a new roll of paper every second day.`;

describe("board", () => {
  test("is a page with the projects, the cards and the received transcripts", async () => {
    await drop({ title: "Kiosk <b>call</b>", transcript });
    const { status, headers, text } = await ask("board");
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain("Bramblewick Studio");
    expect(text).toContain("Ticket app <span");
    expect(text).toContain("Create task “Test offline tickets with the crew”");
    expect(text).toContain("Kiosk &lt;b&gt;call&lt;/b&gt;");
    expect(text).not.toContain("<b>");
  });

  test("runs no script but its own, and sends its URL to no other site", async () => {
    const { headers, text } = await ask("board");
    const policy = headers.get("content-security-policy") ?? "";
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(policy).toContain("default-src 'none'");
    expect(text.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`]);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await ask("board")).text).not.toContain(nonce);
  });

  test("opens in a browser with the token in its URL, as no other route does", async () => {
    expect((await ask(`board?token=${token}`, undefined, {})).status).toBe(200);
    expect((await ask("board?token=another", undefined, {})).code).toBe("invalid_token");
    expect((await ask(`status?token=${token}`, undefined, {})).code).toBe("not_signed_in");
    expect((await ask("board", undefined, {})).code).toBe("not_signed_in");
  });

  test("shows days as the cards do, and answers without marks of Markdown", async () => {
    const { text } = await ask("board");
    expect(text).toMatch(/Due (Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{1,2} [A-Z][a-z]{2} \d{4}/);
    expect(text).not.toMatch(/Due \d/);
    expect(text).toContain("body.answer.replace(/^[*] /gm");
  });
});

test.each([
  ["board", {}, "Missing token in the address. npm start -- --demo prints it"],
  [
    "board?token=another",
    {},
    "Wrong token in the address. npm start -- --demo prints the right one",
  ],
  ["status", {}, "Missing x-demo-token. npm start -- --demo prints it"],
  [
    "status",
    { "x-demo-token": "another" },
    "Wrong x-demo-token. npm start -- --demo prints the right one",
  ],
])("the refusal of %s with %j says where the token is", async (path, headers, message) => {
  expect((await ask(path, undefined, headers)).json).toMatchObject({ message });
});

describe("ingest", () => {
  test("adds a transcript to the project that it names, and answers cite it", async () => {
    const session = sessionOf(await drop({ transcript }));
    expect(session).toMatchObject({
      title: "Weekly call",
      recording_id: null,
      project: { id: ferry?.id, name: "Ticket app" },
      status: "indexed",
    });
    expect(session.passages).toBeGreaterThan(0);
    const { json } = await ask("chat", { question: "What does the kiosk at the pier print?" });
    const { answer, citations } = json as {
      answer: string;
      citations: { title: string; source_id: string }[];
    };
    expect(answer).toContain("paper ticket");
    expect(citations[0]).toMatchObject({ title: "Weekly call", source_id: session.session_id });
  });

  test("prefers the project that the request names to the one in the text", async () => {
    const [, timetable] = demoDataset(new Date()).spine.projects;
    const session = sessionOf(await drop({ transcript, project_id: timetable?.id }));
    expect(session.project?.name).toBe("Timetable website");
  });

  test("does not search rows without a project", async () => {
    const session = sessionOf(await drop({ transcript: "We talked about zeppelins." }));
    expect(session).toMatchObject({ project: null, status: "unassigned", passages: 0 });
    const { json } = await ask("chat", { question: "What about zeppelins?" });
    expect((json as { citations: unknown[] }).citations).toEqual([]);
  });

  test("keeps the latest 50", async () => {
    for (let number = 1; number <= 52; number++)
      await drop({ title: `Call ${number}`, transcript });
    const titles = (await sessions()).map(({ title }) => title);
    expect([titles.length, titles[0], titles.at(-1)]).toEqual([50, "Call 52", "Call 3"]);
  });

  test.each([
    ["no transcript", { transcript: undefined }, 400],
    ["an empty transcript", { transcript: " " }, 400],
    ["a transcript that is too long", { transcript: "a".repeat(200_001) }, 400],
    ["an unknown field", { transcript, file: "x" }, 400],
    ["a project that does not exist", { transcript, project_id: crypto.randomUUID() }, 404],
  ])("refuses %s and stores nothing", async (_, body, expected) => {
    expect((await drop(body)).status).toBe(expected);
    expect(await sessions()).toEqual([]);
  });
});

describe("status", () => {
  test("lists the sessions, the latest first, or one of them", async () => {
    expect(await sessions()).toEqual([]);
    const first = sessionOf(await drop({ transcript }));
    const second = sessionOf(await announce({ recording_id: "r-1" }));
    expect(await sessions()).toEqual([second, first]);
    const { json } = await ask(`status?session_id=${first.session_id}`);
    expect(json).toEqual({ mode: "demo", sessions: [first] });
    const answer = await ask(`status?session_id=${crypto.randomUUID()}`);
    expect([answer.status, answer.code]).toEqual([404, "session_not_found"]);
  });
});

describe("meeting-webhook", () => {
  test("uses the bundled transcript of a known recording", async () => {
    const session = sessionOf(await announce({ recording_id: "demo-ferry-weekly" }));
    expect(session).toMatchObject({
      recording_id: "demo-ferry-weekly",
      project: { name: "Ticket app" },
      status: "indexed",
    });
  });

  test("makes one session of a recording that is announced twice", async () => {
    const first = sessionOf(await announce({ recording_id: "r-2", transcript }));
    expect(sessionOf(await announce({ recording_id: "r-2", title: "Again" }))).toEqual(first);
    expect(await sessions()).toEqual([first]);
  });

  test("lists a recording without text as such", async () => {
    const session = sessionOf(await announce({ recording_id: "constructor" }));
    expect(session).toMatchObject({ status: "without_text", title: "Recording constructor" });
  });

  test.each([
    ["without a secret", {}, "not_signed_in"],
    ["with another secret", { "x-webhook-secret": `${secret}x` }, "invalid_token"],
    ["with the demo token", { "x-demo-token": token }, "not_signed_in"],
  ])("answers 401 %s, and stores nothing", async (_, headers, code) => {
    const answer = await announce({ recording_id: "r-3", transcript }, headers);
    expect([answer.status, answer.code]).toEqual([401, code]);
    expect(await sessions()).toEqual([]);
  });

  test.each([null, "", "x".repeat(23)])("answers 503 where the secret is %j", async (value) => {
    if (value === null) delete process.env["MEETING_WEBHOOK_SECRET"];
    else process.env["MEETING_WEBHOOK_SECRET"] = value;
    const answer = await announce({ recording_id: "r-4" }, { "x-webhook-secret": value ?? secret });
    expect([answer.status, answer.code]).toEqual([503, "identity_provider_not_configured"]);
  });
});

describe.each(demoContracts)("$slug", ({ slug, post }) => {
  const request = {
    ...(post && { body: {} }),
    headers: { "x-demo-token": token, "x-webhook-secret": secret },
  };

  test.each(["production", "demo", null])(
    "does not exist with an identity provider, in mode %s",
    async (mode) => {
      configure({ SERVICE_MODE: mode });
      for (const signedIn of [true, false]) {
        const answer = await call(api, `/api/${slug}`, { ...request, signedIn });
        expect([answer.status, answer.code]).toEqual([404, "route_not_found"]);
      }
    },
  );

  // The function with the name of the last one is the webhook of the service, which only signed deliveries open.
  test.skipIf(slug === "meeting-webhook")("is not deployed as a separate function", () => {
    const folder = new URL(`../../supabase/functions/${slug}`, import.meta.url);
    expect(existsSync(folder)).toBe(false);
  });
});
