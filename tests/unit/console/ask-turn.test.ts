import { describe, expect, it } from "vitest";
import type { ChatEvent } from "../../../web/src/api/chat-routes.ts";
import { copiedAnswer } from "../../../web/src/features/ask/copied.ts";
import {
  numbersIn,
  segmentsOf,
  shownNumbers,
  withNumbersAsText,
  withNumbersSetApart,
} from "../../../web/src/features/ask/numbers.ts";
import {
  type StoredCitation,
  type StoredMessage,
  turnsOf,
} from "../../../web/src/features/ask/stored-turns.ts";
import { spokenSentences, steadyText } from "../../../web/src/features/ask/streamed-text.ts";
import {
  type AnswerCitation,
  newTurn,
  type Turn,
  withEnd,
  withEvent,
} from "../../../web/src/features/ask/turn.ts";
import {
  addressOf,
  stepsInWords,
  uncitedInWords,
  unfoundInWords,
} from "../../../web/src/features/ask/words.ts";

const turnAfter = (...events: ChatEvent[]): Turn => events.reduce(withEvent, newTurn("Why?"));
const tool = (name: string, status: "running" | "done" | "failed", summary = ""): ChatEvent => ({
  type: "tool",
  name,
  status,
  summary,
});
const doneEvent: ChatEvent = {
  type: "done",
  session_id: "s",
  message_id: "m",
  citations: [],
  dropped_citations: 2,
  uncited_sentences: 3,
  unfound_figures: [],
  model: null,
  context: { projects: 1, passages: 2, chars: 3, truncated: false },
  usage: null,
};

describe("a turn", () => {
  it("joins deltas, and accepts nothing after its end", () => {
    const turn = turnAfter({ type: "delta", text: "a" }, { type: "delta", text: "b" }, doneEvent);
    expect(turn).toMatchObject({ status: "done", text: "ab", citations: [], model: null });
    expect(withEvent(turn, { type: "delta", text: "c" })).toBe(turn);
    expect(withEvent(turn, { type: "error", code: "x", message: "" })).toBe(turn);
    expect(withEnd(turn, "stopped", null)).toBe(turn);
  });

  it("ignores an event whose type it does not know, such as one of a newer service", () => {
    const turn = turnAfter({ type: "delta", text: "a" });
    expect(withEvent(turn, { type: "thought" } as unknown as ChatEvent)).toBe(turn);
  });

  it("ends the first of two steps with the same name, and has no running step after it is stopped", () => {
    const turn = turnAfter(
      tool("search", "running"),
      tool("search", "running"),
      tool("search", "done", "2 passages"),
    );
    expect(turn.steps.map(({ status }) => status)).toEqual(["done", "running"]);
    expect(stepsInWords(turn.steps)).toBe("Looking up 2 things");
    const stoppedTurn = withEnd(turn, "stopped", null);
    expect(stoppedTurn.steps.map(({ status }) => status)).toEqual(["done", "failed"]);
    expect(stoppedTurn.citations).toBeNull();
  });

  it("warns of sentences without a source, unless there was no model to write them", () => {
    const citation = {
      n: 1,
      kind: "row" as const,
      id: "t",
      title: "T",
      quote: "",
      project_id: null,
    };
    const words = (more: Partial<typeof doneEvent>) =>
      uncitedInWords(turnAfter({ ...doneEvent, model: "m", ...more } as ChatEvent));
    expect(words({ citations: [citation] })).toBe(
      "3 sentences have no source. Verify them before you rely on them.",
    );
    expect(words({ citations: [citation], uncited_sentences: 1 })).toMatch(
      /^1 sentence has no source/,
    );
    expect(words({})).toBe(
      "This answer has no source that you can open. Verify it before you rely on it.",
    );
    expect(words({ uncited_sentences: 0 })).toBeNull();
    expect(words({ model: null })).toBeNull();
  });

  it("names the figures that no source contains", () => {
    const words = (...unfound_figures: string[]) =>
      unfoundInWords(turnAfter({ ...doneEvent, unfound_figures } as ChatEvent));
    expect(words()).toBeNull();
    expect(words("87")).toBe("87 isn't in any source we checked. Verify it.");
    expect(words("87", "1,200")).toMatch(/^87 and 1,200 aren't in any source/);
    expect(words(..."123456789")).toMatch(/^1; 2; 3; 4; 5; 6; 7 and others aren't in any source/);
  });

  it("links its sources, if the reader has a page for them", () => {
    const row = (table: string, isLead = false) =>
      addressOf(
        {
          n: 1,
          kind: "row",
          id: "x",
          title: "X",
          quote: "",
          project_id: null,
          table,
        } as AnswerCitation,
        isLead,
      );
    expect(
      ["documents", "approvals", "accounts", "organizations", "skills", "people"].map((table) =>
        row(table),
      ),
    ).toEqual(["/documents/x", "/inbox/x", "/accounts/x", "/", "/prompt", null]);
    expect(row("people", true)).toBe("/settings/people/x");
    expect(row("projects")).toBeNull();
  });

  it("names the reason for a failure", () => {
    expect(turnAfter({ type: "error", code: "model_unavailable", message: "" })).toMatchObject({
      status: "failed",
      errorCode: "model_unavailable",
    });
  });
});

describe("stored turns", () => {
  const at = "2026-11-20T10:00:00Z";
  const message = (number: number, more: Partial<StoredMessage> = {}): StoredMessage => ({
    id: `m${number}`,
    number,
    role: number % 2 === 1 ? "user" : "assistant",
    status: "done",
    content: `words ${number}`,
    model: "one",
    tool_steps: [],
    context: null,
    uncited_sentences: 0,
    unfound_figures: [],
    error_code: null,
    created_at: at,
    ...more,
  });
  const citation: StoredCitation = {
    message_id: "m2",
    number: 3,
    kind: "row",
    source_id: null,
    passage_id: null,
    row_table: "tasks",
    row_id: "t",
    project_id: "p",
    title: "Task",
    quote: "…",
  };

  it("pairs questions with answers; a question without an answer is withheld", () => {
    const turns = turnsOf([message(1), message(2), message(3), message(5), message(6)], [citation]);
    expect(turns.map(({ number, status }) => [number, status])).toEqual([
      [1, "done"],
      [3, "withheld"],
      [5, "done"],
    ]);
    expect(turns[0]?.citations?.map((one) => addressOf(one, false))).toEqual([
      "/projects/p?task=t",
    ]);
    expect(turns[1]?.text).toBe("");
  });

  it("waits for an answer that is being written, not for an abandoned one", () => {
    const messages = [message(1), message(2, { status: "answering", content: "" })];
    const now = Date.parse(at);
    expect(turnsOf(messages, [], now + 60_000)[0]?.status).toBe("answering");
    expect(turnsOf(messages, [], now + 3_600_000)[0]?.status).toBe("unfinished");
  });
});

describe("the text of an answer", () => {
  it("encloses citation numbers, but not escaped ones, and can restore them", () => {
    const apart = withNumbersSetApart("A [1, 2] and \\[3\\] and [4](https://evil.test).");
    expect(segmentsOf(apart)).toEqual([
      { text: "A " },
      { numbers: [1, 2] },
      { text: " and \\[3\\] and " },
      { numbers: [4] },
      { text: "(https://evil.test)." },
    ]);
    expect(withNumbersAsText(withNumbersSetApart("x[12]"))).toBe("x[12]");
    expect(withNumbersSetApart("forged \uE0009\uE001")).toBe("forged 9");
    expect(numbersIn("[1] [2, 1] \\[7\\]")).toEqual([1, 2]);
    expect(numbersIn("a [4] `row[2]`\n```\nlist[9]\n```\n[3]")).toEqual([4, 3]);
  });

  it.each([
    ["A fact [1", "A fact "],
    ["A fact [1, 2", "A fact "],
    ["Words\n-", "Words"],
    ["Words\n===", "Words"],
    ["A **bold", "A **bold**"],
    ["A **", "A "],
    ["Before\n\n| a | b", "Before\n\n"],
    ["Before\n\n| a | b |\n|---", "Before\n\n"],
    ["```\n[1", "```\n[1"],
  ])("%j is shown as %j while it grows", (text, expected) => {
    expect(steadyText(text)).toBe(expected);
  });

  it("is read aloud by whole sentences, without marks", () => {
    expect(spokenSentences("**One** is done [1]. Two is", false)).toEqual(["One is done."]);
    expect(spokenSentences("**One** is done [1]. Two is", true)).toEqual([
      "One is done.",
      "Two is",
    ]);
  });
});

describe("citation numbers on screen", () => {
  const text = "Agreed [42]. Open [7, 42], and `row[3]`. Gone [99].";
  const citation = (n: number, kind: AnswerCitation["kind"], quote: string): AnswerCitation => ({
    n,
    kind,
    id: `id${n}`,
    title: `Title ${n}`,
    quote,
    project_id: null,
  });

  it("count from one in the order of the text, and stay the same as the text grows", () => {
    const numbers = shownNumbers(text);
    expect([...numbers]).toEqual([
      [42, 1],
      [7, 2],
      [99, 3],
    ]);
    for (let end = 0; end < text.indexOf("`"); end += 1) {
      for (const [n, number] of shownNumbers(text.slice(0, end)))
        expect(numbers.get(n)).toBe(number);
    }
  });

  it("are copied with their sources; invalid numbers are left out, and code is unchanged", () => {
    const citations = [citation(7, "row", "status: open"), citation(42, "chunk", "It is\nagreed")];
    expect(copiedAnswer({ text, citations })).toBe(
      [
        "Agreed [1]. Open [2, 1], and `row[3]`. Gone .",
        "",
        "Sources",
        "[1] Title 42: “It is agreed”",
        "[2] Title 7",
        "",
      ].join("\n"),
    );
    expect(copiedAnswer({ text: "Nothing [1].", citations: null })).toBe("Nothing .\n");
  });
});
