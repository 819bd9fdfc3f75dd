import { periodIn } from "./period.ts";

/** The maximum number of names in one question; more would be pasted text. */
const MAX_NAMES = 3;
const notNames =
  /^(?:(?:What|Which|Who|How|Where|When|Why|Is|Are|Does|Do|Did|Has|Have|Show|List|Hours|Tasks|The|All)\b\s*)+/;

/** Runs of capitalized words of a question, which may be names of people; months and weekdays are not. */
export function namesIn(question: string, today: string): string[] {
  const runs = question.match(/\p{Lu}[\p{L}’'-]*(?:\s+\p{Lu}[\p{L}’'-]*)*/gu) ?? [];
  const names = runs
    .map((run) => run.replace(notNames, "").replace(/[’'](s)?$/, ""))
    .filter((name) => name.length >= 3)
    .filter((name) => !periodIn(`in ${name}`, today) && !periodIn(`since ${name}`, today));
  return [...new Set(names)].slice(0, MAX_NAMES);
}
