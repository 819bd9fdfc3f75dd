/** Answers that stream. The service streams at the pace of the test. */
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { type ChatEvent, chatStream } from "../../../supabase/functions/_domain/chat/contract.ts";
import { portfolioOptions } from "../../../supabase/functions/_domain/portfolio/options-contract.ts";
import { type Answer, at, get, rows, stream } from "../answers.ts";
import {
  expectAccessible,
  inEveryLook,
  openConsole,
  reloadPage,
  reopen,
  screenshot,
} from "../console.ts";
import { card, inboxWith } from "../fixtures/cards.ts";
import { idOf, people } from "../fixtures/people.ts";
import { projects } from "../fixtures/projects.ts";

const [project] = projects;
const history: Answer[] = [
  rows("chat_sessions", []),
  rows("chat_messages", []),
  get(portfolioOptions, {
    clients: [],
    accounts: [],
    people: [],
    service_lines: [],
    left_out: { clients: 0, accounts: 0, people: 0, service_lines: 0 },
  }),
];

const field = (page: Page) => page.getByRole("textbox", { name: "Question" });
const turn = (page: Page, question: string) =>
  page.getByRole("article", { name: `Question: ${question}` });

// A turn that lost its connection requests its answer for a while, even on the pages of later files.
afterAll(reloadPage);

async function ask(page: Page, question: string) {
  await field(page).fill(question);
  await field(page).press("Enter");
}

interface ChatRequest {
  question: string;
  session_id: string;
  say: (...events: ChatEvent[]) => Promise<void>;
  /** The page has closed the connection. */
  disconnected: Promise<void>;
}

/** Streams the test's events. `next` is the next question of the page. */
function scriptedChat() {
  const requests: ChatRequest[] = [];
  let turns = 0;
  const answer = stream(chatStream, (body, signal) => {
    const { readable, writable } = new TransformStream<ChatEvent, ChatEvent>();
    const writer = writable.getWriter();
    requests.push({
      ...body,
      say: async (...events) => {
        for (const event of events) await writer.write(event);
        if (events.at(-1)?.type === "done" || events.at(-1)?.type === "error") await writer.close();
      },
      disconnected: new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
    });
    return readable;
  });
  const next = async (): Promise<ChatRequest> => {
    await expect.poll(() => requests.length).toBeGreaterThan(turns);
    const answer = requests[turns++];
    if (!answer) throw new Error("Nothing was asked");
    return answer;
  };
  return { answer, next };
}

const doneEvent = (session_id: string): ChatEvent & { type: "done" } => ({
  type: "done",
  session_id,
  message_id: idOf(13, 1),
  citations: [],
  dropped_citations: 0,
  uncited_sentences: 0,
  unfound_figures: [],
  model: "scripted",
  context: { projects: 6, passages: 14, chars: 9000, truncated: true },
  usage: null,
});

const refusal = (status: number, body: object = {}): Answer =>
  at("POST", "/api/chat-stream", () =>
    Response.json({ code: "refused", message: "…", ...body }, { status }),
  );

/** Begins the answer, and breaks the connection. */
const cut: Answer = at("POST", "/api/chat-stream", () => {
  const half: ChatEvent = { type: "delta", text: "Half" };
  return new Response(`data: ${JSON.stringify(half)}\n\n`, {
    headers: { "content-type": "text/event-stream" },
  });
});

/** A response of the service that a test may change. */
function replaceableAnswer(first: Answer) {
  let now = first;
  const answer: Answer = (request) => now(request);
  const become = (next: Answer) => {
    now = next;
  };
  return { answer, become };
}

async function offline(page: Page, run: () => Promise<void>) {
  const address = "**/api/chat-stream";
  await page.route(address, (route) => route.abort("internetdisconnected"));
  try {
    await run();
  } finally {
    await page.unroute(address);
  }
}

describe("an answer that streams", () => {
  it("marks numbers as unchecked until it ends, and shows a proposed card at its position", async () => {
    const script = scriptedChat();
    const proposal = card(1, "Call the harbour");
    const page = await openConsole("/ask", {
      answers: [script.answer, ...inboxWith([proposal]).answers, ...history],
    });
    await field(page).fill("Who calls the harbour?");
    await field(page).press("Control+Enter");
    const answer = await script.next();
    expect(answer.question).toBe("Who calls the harbour?");
    const answeredTurn = turn(page, "Who calls the harbour?");
    const steps = answeredTurn.locator("summary").first();
    await answer.say(
      { type: "tool", name: "search", status: "running", summary: "" },
      { type: "tool", name: "list_tasks", status: "running", summary: "" },
    );
    await expect.poll(() => steps.textContent()).toBe("Looking up 2 things");
    await answer.say(
      { type: "tool", name: "list_tasks", status: "failed", summary: "This took too long" },
      { type: "tool", name: "search", status: "done", summary: "3 passages for “harbour”" },
      {
        type: "tool",
        name: "propose_task",
        status: "done",
        summary: proposal.approval.title,
        approval_id: proposal.approval.id,
      },
      { type: "delta", text: "**Nobody** calls the harbour yet [1]. Then [2" },
    );
    await expect
      .poll(() => steps.textContent())
      .toBe("Looked up 2 things, proposed 1 card, 1 failed");
    await steps.focus();
    await page.keyboard.press("Enter");
    await answeredTurn.getByText("3 passages for “harbour”").waitFor();
    await answeredTurn.getByTitle("Not checked against its source yet").waitFor();
    expect(await answeredTurn.textContent()).not.toContain("[2");
    await page
      .locator("[aria-live=polite]")
      .getByText("Nobody calls the harbour yet.")
      .waitFor({ state: "attached" });
    await screenshot(page, "ask-streaming");
    await answer.say(
      { type: "delta", text: "]." },
      {
        ...doneEvent(answer.session_id),
        citations: [
          {
            n: 1,
            kind: "row",
            table: "projects",
            id: project?.id ?? "",
            title: project?.name ?? "",
            project_id: project?.id ?? null,
            quote: "…",
          },
        ],
        dropped_citations: 1,
        uncited_sentences: 1,
        unfound_figures: ["212.5"],
      },
    );
    await answeredTurn
      .getByText("Based on 6 projects and 14 passages; some content was left out")
      .waitFor();
    await answeredTurn.getByText("1 citation was removed").waitFor();
    await answeredTurn.getByText("1 sentence has no source. Verify it").waitFor();
    await answeredTurn.getByText(/^212\.5 isn.t in any source we checked\. Verify it/).waitFor();
    expect(await answeredTurn.locator("s").allTextContents()).toEqual(["2"]);
    await answeredTurn.getByRole("button", { name: "Copy", exact: true }).click();
    await answeredTurn.getByText("Copied", { exact: true }).waitFor();
    const clipboard = await page.evaluate(() => navigator.clipboard.readText());
    expect(clipboard).toContain("**Nobody** calls the harbour yet [1].");
    expect(clipboard).toContain(`Sources\n[1] ${project?.name}\n`);
    expect(clipboard).not.toContain("[2]");
    const cards = answeredTurn.getByRole("region", { name: "Proposed cards" });
    await cards.getByText(/waiting for a decision/).waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `ask, answered ${look}`);
      await screenshot(page, `ask-answered-${look}`);
    });
    await cards.getByRole("link").click();
    await page.getByRole("heading", { level: 2, name: /Call the harbour/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/inbox/${proposal.approval.id}`);
  });

  it("shows hostile Markdown as text, and loads nothing", async () => {
    const script = scriptedChat();
    const page = await openConsole("/ask", { answers: [script.answer, ...history] });
    const { host } = new URL(page.url());
    const abroad: string[] = [];
    const watch = (request: { url: () => string }) => {
      if (new URL(request.url()).host !== host) abroad.push(request.url());
    };
    page.on("request", watch);
    try {
      await ask(page, "What is in it?");
      const answer = await script.next();
      await answer.say(
        {
          type: "delta",
          text:
            "![pixel](https://evil.test/a.png) <img src='https://evil.test/b.png'> " +
            "[safe](https://evil.test/?q=secret) <b onclick='x()'>bold</b>\n\n" +
            "| a | b |\n|---|---|\n| 1 | 2 |\n\n* [ ] open\n",
        },
        doneEvent(answer.session_id),
      );
      const answeredTurn = turn(page, "What is in it?");
      await answeredTurn.locator("footer").waitFor();
      const words = () => answeredTurn.textContent();
      await expect.poll(words).toContain("safe (https://evil.test/?q=secret)");
      const text = await words();
      expect(text).toContain("<b onclick='x()'>");
      expect(await answeredTurn.locator("img, b, [onclick], a[href*=evil]").count()).toBe(0);
      expect(abroad).toEqual([]);
    } finally {
      page.off("request", watch);
    }
  });

  it("continues while another page is open; Esc stops it and keeps its text", async () => {
    const script = scriptedChat();
    const page = await openConsole("/ask", {
      as: people.member,
      width: 390,
      answers: [script.answer, ...history],
    });
    await field(page).fill("Tell me everything");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const answer = await script.next();
    await answer.say({ type: "delta", text: "Everything begins" });
    const stoppedTurn = turn(page, "Tell me everything");
    await stoppedTurn.getByText("Everything begins").waitFor();
    const address = new URL(page.url()).pathname;
    await page.getByRole("button", { name: "Open navigation" }).click();
    await page.getByRole("navigation", { name: "Main" }).getByText("Portfolio").click();
    await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
    await answer.say({ type: "delta", text: " with a word" });
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe(address);
    await stoppedTurn.getByText("Everything begins with a word").waitFor();
    await page.keyboard.press("Escape");
    await answer.disconnected;
    await stoppedTurn.getByText("Stopped", { exact: true }).waitFor();
    await stoppedTurn.getByText("Everything begins with a word").waitFor();
    await screenshot(page, "ask-stopped-390");
    await stoppedTurn.getByRole("button", { name: "Ask again" }).click();
    expect((await script.next()).question).toBe("Tell me everything");
  });

  it("leaves its question on the page when it fails, is cut off, is refused or cannot be requested", async () => {
    const script = scriptedChat();
    const service = replaceableAnswer(script.answer);
    const page = await openConsole("/ask", {
      as: people.admin,
      answers: [service.answer, ...history],
    });
    await ask(page, "First");
    await (await script.next()).say(
      { type: "delta", text: "Half an answer" },
      { type: "error", code: "model_unavailable", message: "The model failed" },
    );
    const first = turn(page, "First");
    await first.getByText("The AI provider isn't responding").waitFor();
    await first.getByText("Half an answer").waitFor();
    service.become(cut);
    await first.getByRole("button", { name: "Ask again" }).click();
    await first.getByText("The connection was lost").waitFor();
    await first.getByText("Half", { exact: true }).waitFor();

    service.become(refusal(429, { code: "rate_limited", details: { retry_after_seconds: 34 } }));
    await ask(page, "Second\nline");
    await page.getByRole("alert").getByText("Ask again in 34 seconds.").waitFor();
    expect(await field(page).inputValue()).toBe("Second\nline");
    await expectAccessible(page, "ask, refused");
    await screenshot(page, "ask-refused");
    await offline(page, async () => {
      await field(page).press("Enter");
      await page.getByRole("alert").getByText("The service cannot be reached").waitFor();
      expect(await field(page).inputValue()).toBe("Second\nline");
    });
  });

  it("a refused first question stays in place, even after the page is reopened, and can be asked again", async () => {
    const script = scriptedChat();
    const service = replaceableAnswer(refusal(429));
    const page = await openConsole("/ask", {
      as: people.member,
      answers: [service.answer, ...history],
    });
    for (const [status, title] of [
      [429, "Too many questions in a short time"],
      [503, "The service failed to respond"],
    ] as const) {
      service.become(refusal(status));
      await ask(page, "Who pays?");
      await page.getByRole("alert").getByText(title).waitFor();
      expect(await field(page).inputValue()).toBe("Who pays?");
      expect(new URL(page.url()).pathname).toBe("/ask");
    }
    await reopen(page);
    await page.locator(":focus#question").waitFor();
    expect(await field(page).inputValue()).toBe("Who pays?");
    await offline(page, async () => {
      await field(page).press("Enter");
      await page.getByRole("alert").getByText("The service cannot be reached").waitFor();
    });
    await screenshot(page, "ask-refused-first");
    service.become(script.answer);
    await page.getByRole("button", { name: "Try again" }).click();
    const answer = await script.next();
    await answer.say({ type: "delta", text: "The client." }, doneEvent(answer.session_id));
    await turn(page, "Who pays?").locator("footer").waitFor();
    expect(new URL(page.url()).pathname).toBe(`/ask/${answer.session_id}`);
    expect(await field(page).inputValue()).toBe("");
  });
});
