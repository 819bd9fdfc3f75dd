import { describe, expect, test } from "vitest";
import { checkQuery } from "../../../scripts/stack/gateway/query-limits.ts";

const check = (query: Record<string, string>) => () => checkQuery(new URLSearchParams(query));
const refusal = expect.objectContaining({
  status: 400,
  body: expect.objectContaining({ code: "query_too_complex" }),
});

describe("an oversized query is refused", () => {
  test.each<[string, Record<string, string>]>([
    ["four embeds deep", { select: "a(b(c(d(id))))" }],
    ["six embeds beside each other", { select: "a(id),b(id),c(id),d(id),e(id),f(id)" }],
    ["a spread embed among them", { select: "...a(b(...c(d(id))))" }],
    ["a repetition by number", { title: "match.(a{0,99}){0,99}" }],
    ["a repetition by number, negated", { title: "not.imatch.(a{0,99}){0,99}" }],
    ["a list of patterns", { title: "match(any).{a,b}" }],
    ["a back reference", { title: "match.(.*)\\1x" }],
    ["a look-around", { title: "imatch.(?=.*a)x" }],
    ["a long pattern", { title: `match.${"ab*".repeat(80)}` }],
    ["a pattern inside or", { or: "(title.match.a{9},title.eq.b)" }],
    ["a pattern of an embedded resource", { "tasks.title": "match.a{9}" }],
    ["three patterns", { title: "match.a", name: "match.b", or: "(code.match.c,code.eq.d)" }],
  ])("%s", (_, query) => {
    expect(check(query)).toThrow(refusal);
  });
});

describe("an ordinary query passes", () => {
  test.each<[string, Record<string, string>]>([
    [
      "two embeds deep and a count",
      { select: "id,account:accounts(name,client:clients(name)),tasks(count)" },
    ],
    ["a plain pattern", { title: "match.^[A-Z]+-\\d+$" }],
    ["two patterns", { title: "imatch.plan", code: "match.^A" }],
    ["a list that contains braces", { id: "in.(1,2)", tags: "cs.{a,b}" }],
    ["a text about matches", { title: "eq.match point" }],
  ])("%s", (_, query) => {
    expect(check(query)).not.toThrow();
  });
});
