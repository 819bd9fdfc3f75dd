import { type Period, periodIn } from "./period.ts";

/** A question that rows answer better than passages. */
export type TableQuestion =
  | { kind: "late" }
  | { kind: "blocked" }
  | { kind: "over_budget" }
  | { kind: "at_risk" }
  | { kind: "due_next" }
  | { kind: "assignments" }
  /** Only where the question names a person. */
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
  // Excludes opening hours and the like.
  hours:
    /(?<!\b(opening|office|working|business) )\bhours\b|\btime (was |has been )?(spent|booked|logged|tracked)\b/,
  assignments: /\bwho\b.*\b(works?|working|is on|are on|assigned|staffed)\b/,
  work_of_person: /\bwhat\b.*\bwork(s|ing)? on\b|\btasks?\b.*\bassigned to\b/,
} as const;

/** Recognizes a question in English that the tables answer; null for every other one. `today` is a calendar day. */
export function tableQuestionIn(question: string, today: string): TableQuestion | null {
  const words = question.toLowerCase().replaceAll("’", "'");
  const asks = (kind: keyof typeof patterns) => patterns[kind].test(words);
  const period = periodIn(words, today);
  if (asks("blocked")) return { kind: "blocked" };
  if (asks("over_budget")) return { kind: "over_budget" };
  if (asks("late")) return { kind: "late" };
  if (asks("at_risk")) return { kind: "at_risk" };
  if (asks("changes") && period) return { kind: "changes", period };
  if (asks("hours")) {
    const by = /\b(who|people|person|everybody|everyone|each)\b/.test(words) ? "person" : "project";
    return { kind: "hours", by, period };
  }
  if (asks("assignments")) return { kind: "assignments" };
  if (asks("work_of_person")) return { kind: "work_of_person" };
  return asks("due_next") ? { kind: "due_next" } : null;
}
