import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openAiWebSearch } from "../../../supabase/functions/_integrations/research/openai-web-search.ts";
import {
  type MockOpenAi,
  openAiAccount,
  startMockOpenAi,
  webAnswer,
} from "../../support/mock-openai.ts";

const signal = new AbortController().signal;
let vendor: MockOpenAi;
beforeEach(async () => {
  vendor = await startMockOpenAi();
});
afterEach(async () => {
  expect(vendor.violations).toEqual([]);
  await vendor.close();
});

const researcher = (options: { apiKey?: string; timeoutMs?: number } = {}) =>
  openAiWebSearch(
    { baseUrl: vendor.url, model: "gpt-5", apiKey: options.apiKey ?? openAiAccount.apiKey },
    options.timeoutMs,
  );

test("a request in OpenAI's format asks to search and to store nothing", async () => {
  const note = { url: "https://a.example/", title: "A", start_index: 0, end_index: 4 };
  vendor.web = () => webAnswer("Rain.", [note]);
  expect(await researcher().research("Will it rain?", signal)).toEqual({
    text: "Rain.",
    citations: [{ url: "https://a.example/", title: "A", start: 0, end: 4 }],
  });
  expect(vendor.requests[0]?.body).toMatchObject({
    model: "gpt-5",
    input: "Will it rain?",
    tools: [{ type: "web_search" }],
    store: false,
  });
});

test("several parts become one text, in which the positions of citations stay right", async () => {
  const note = { url: "https://a.example/", title: "A", start_index: 0, end_index: 3 };
  const first = webAnswer("🌱🌱", []);
  const other = webAnswer("Two", [note]);
  vendor.web = () => ({ ...first, output: [...first.output, ...other.output] });
  const { text, citations } = await researcher().research("?", signal);
  expect(text).toBe("🌱🌱\n\nTwo");
  expect(Array.from(text).slice(citations[0]?.start, citations[0]?.end).join("")).toBe("Two");
});

describe("a request that fails", () => {
  test.each([
    ["broken off", webAnswer("Half", [], "incomplete"), "busy"],
    ["failed", webAnswer("", [], "failed"), "busy"],
    ["empty", webAnswer(" ", []), "ambiguous"],
    ["without output", { status: "completed" }, "ambiguous"],
    ["endless", webAnswer("x".repeat(100_001), []), "ambiguous"],
    ["something else", {}, "busy"],
  ])("ends with an error when the answer is %s", async (_, answer, failure) => {
    vendor.web = () => answer;
    await expect(researcher().research("?", signal)).rejects.toMatchObject({
      name: "VendorError",
      failure,
    });
  });

  test.each([
    ["429", { status: 429, headers: { "retry-after": "7" }, body: {} }, "busy"],
    ["400", { status: 400, body: { error: { message: "Too long" } } }, "refused"],
    ["500", { status: 500, body: "<html>" }, "ambiguous"],
    ["404", { status: 404, body: {} }, "refused"],
    ["a redirect", { status: 302, headers: { location: "https://elsewhere.test/" } }, "refused"],
    ["a broken connection", "reset", "busy"],
  ] as const)("ends with an error after %s, and is sent once", async (_, how, failure) => {
    vendor.fail({ operation: "createResponse", when: "before", how });
    await expect(researcher().research("?", signal)).rejects.toMatchObject({ failure });
    expect(vendor.requests).toHaveLength(1);
  });

  test("ends with an error after silence, or when the caller does not wait", async () => {
    vendor.fail({ operation: "createResponse", when: "before", how: "hang", times: 2 });
    await expect(researcher({ timeoutMs: 50 }).research("?", signal)).rejects.toMatchObject({
      failure: "busy",
    });
    await expect(researcher().research("?", AbortSignal.timeout(50))).rejects.toMatchObject({
      failure: "busy",
    });
  });

  test("reveals neither key nor address", async () => {
    const wrong = researcher({ apiKey: "sk-wrong" }).research("?", signal);
    await expect(wrong).rejects.toThrow(/credentials/);
    await expect(wrong).rejects.not.toThrow(/sk-wrong|127\.0\.0\.1/);
  });
});
