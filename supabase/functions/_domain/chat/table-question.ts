import { type Period, periodIn } from "./period.ts";

/** A question that rows answer better than passages. */
export type TableQuestion =
  | { kind: "late" }
  | { kind: "blocked" }
  | { kind: "over_budget" }
  | { kind: "at_risk" }
  | { kind: "due_next" }
  | { kind: "assignments" }
  /** Set only if the question names a person. */
  | { kind: "work_of_person" }
  | { kind: "hours"; by: "project" | "person"; period: Period | null }
  | { kind: "changes"; period: Period };

const patterns = {
  blocked: /\b(blocked|blockers?|stuck)\b/,
  late: /\b(late|overdue|past due|behind schedule|delayed|missed)\b/,
  over_budget:
    /\b(over|above|beyond|ahead of|exceed\w*)\b.*\bbudgets?\b|\bbudgets?\b.*\b(exceeded|overrun|used up|blown)\b|\boverruns?\b|\bburn\b/,
  at_risk: /\b(at risk|off track|in trouble|risky)\b/,
  due_next: /\bdue\b|\bdeadlines?\b|\bupcoming\b/,
  changes: /\b(chang(ed|es)|happened|what('s| is) new|news)\b/,
  // Excludes phrases such as "opening hours".
  hours:
    /(?<!\b(opening|office|working|business) )\bhours\b|\btime (was |has been )?(spent|booked|logged|tracked)\b/,
  assignments: /\bwho\b.*\b(works?|working|is on|are on|assigned|staffed)\b/,
  work_of_person: /\bwhat\b.*\bwork(s|ing)? on\b|\btasks?\b.*\bassigned to\b/,
} as const;

/** Kinds that one question can ask for together, such as "late or over budget". */
const concerns = ["blocked", "over_budget", "late", "at_risk"] as const;

/** The questions in an English text that tables can answer; empty if there are none. `today` is a calendar day. */
export function tableQuestionsIn(question: string, today: string): TableQuestion[] {
  const words = question.toLowerCase().replaceAll("’", "'");
  const asks = (kind: keyof typeof patterns) => patterns[kind].test(words);
  const topics = concerns.filter(asks);
  if (topics.length > 0) return topics.map((kind) => ({ kind }));
  const period = periodIn(words, today);
  if (asks("changes") && period) return [{ kind: "changes", period }];
  if (asks("hours")) {
    const by = /\b(who|people|person|everybody|everyone|each)\b/.test(words) ? "person" : "project";
    return [{ kind: "hours", by, period }];
  }
  if (asks("assignments")) return [{ kind: "assignments" }];
  if (asks("work_of_person")) return [{ kind: "work_of_person" }];
  return asks("due_next") ? [{ kind: "due_next" }] : [];
}
