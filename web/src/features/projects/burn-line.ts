import { type Burn, burnOf } from "../../entities/project/burn.ts";
import { isRunning } from "../../entities/project/labels.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { countOf, formatExactHours, formatHours, formatPercent } from "../../format/numbers.ts";
import type { MonthlyHours } from "./monthly-hours.ts";

const DAY_MS = 86_400_000;
/** The pace is measured over the last four weeks. */
const PACE_DAYS = 28;
/** Beyond this limit, naming a day would be more precise than the pace allows. */
const FAR_DAYS = 730;

export interface DayHours {
  /** YYYY-MM-DD. */
  day: string;
  hours: number;
}

export type BurnProject = Pick<
  ProjectSummary,
  "status" | "starts_on" | "due_on" | "actual_hours" | "budget_hours" | "estimate_hours"
>;

/** A point of the chart; null where a line has no value. */
export interface BurnPoint {
  /** Midnight in UTC of the day. */
  at: number;
  /** Hours used up to and including this day. */
  used: number | null;
  /** Hours that an even pace from start to due would have used. */
  planned: number | null;
}

/** The two lines of the chart, by day: the used hours, and the even pace to the due day. */
export function burnPoints(days: DayHours[], project: BurnProject, today: string): BurnPoint[] {
  const worked = new Map(days.map(({ day, hours }) => [Date.parse(day), hours]));
  const [first, last] = [Math.min(...worked.keys()), Math.max(...worked.keys())];
  if (worked.size === 0) return [];
  const start = project.starts_on ? Date.parse(project.starts_on) : null;
  const dueAt = project.due_on ? Date.parse(project.due_on) : null;
  const origin = start !== null && start < first ? start : first - DAY_MS;
  // A pause is drawn as a flat end of limited length, because years of it would leave no room for the work.
  const silent = Math.min(Date.parse(today), last + PACE_DAYS * DAY_MS);
  const end = isRunning(project.status) ? Math.max(last, silent) : last;
  const { planned } = burnOf(project);
  const pace =
    start !== null && dueAt !== null && dueAt > start && planned !== null
      ? (at: number) =>
          at < start || at > dueAt ? null : (planned * (at - start)) / (dueAt - start)
      : () => null;

  const moments = new Set([origin, ...worked.keys(), end, start ?? origin, dueAt ?? end]);
  let total = 0;
  return [...moments]
    .sort((a, b) => a - b)
    .map((at) => {
      total += worked.get(at) ?? 0;
      return { at, used: at < origin || at > end ? null : total, planned: pace(at) };
    });
}

/** First days of the months that the points span, thinned to at most `most`. */
export function monthTicks(points: BurnPoint[], max: number): number[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  const ticks: number[] = [];
  const month = new Date(first.at);
  month.setUTCDate(1);
  for (;;) {
    month.setUTCMonth(month.getUTCMonth() + 1);
    if (month.getTime() > last.at) break;
    ticks.push(month.getTime());
  }
  const step = Math.ceil(ticks.length / max);
  return ticks.filter((_, index) => index % step === 0);
}

/** Round numbers from zero to beyond `top`, at most six. */
export function hourTicks(top: number): number[] {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(top, 1)));
  const step = [0.2, 0.5, 1, 2].map((share) => share * magnitude).find((size) => top / size < 5);
  const size = step ?? 2 * magnitude;
  const count = Math.floor(top / size) + 1;
  return Array.from({ length: count + 1 }, (_, index) => index * size);
}

export interface MonthOfBurn extends MonthlyHours {
  /** Hours up to the end of the month. */
  total: number;
}

export function withTotals(months: MonthlyHours[]): MonthOfBurn[] {
  let total = 0;
  return months.map((month) => {
    total += month.hours;
    return { ...month, total };
  });
}

/** The hours so far, and when the budget runs out at their pace, in one sentence. */
export function burnSentence(
  days: DayHours[],
  project: BurnProject,
  today: string,
  dayInWords: (day: string) => string,
): string {
  const burn = burnOf(project);
  const { actual, planned, ratio } = burn;
  if (planned === null || ratio === null) {
    return `${formatHours(actual)} h used. There is neither a budget nor an estimate to compare with.`;
  }
  const usage = `${formatHours(actual)} of ${formatHours(planned)} ${burn.basis === "budget" ? "h" : "estimated h"} used, ${formatPercent(ratio)}`;
  if (ratio > 1) return `${usage}: ${formatHours(actual - planned)} h over the ${burn.basis}.`;
  if (!isRunning(project.status)) return `${usage}.`;
  return `${usage}; ${outlook(days, burn, project.due_on, today, dayInWords)}.`;
}

function outlook(
  days: DayHours[],
  { actual, planned, basis }: Burn,
  due: string | null,
  today: string,
  dayInWords: (day: string) => string,
): string {
  const remainder = (planned ?? 0) - actual;
  if (remainder <= 0) return `the ${basis} is used up`;
  const paceHours = hoursOfPace(days, today);
  if (paceHours === 0) return "no hours in the last four weeks";
  const daysLeft = Math.floor((remainder * PACE_DAYS) / paceHours);
  const pace = `at the pace of the last four weeks (${formatExactHours(paceHours)} h), the ${basis} lasts`;
  if (daysLeft > FAR_DAYS) return `${pace} for more than two years`;
  const end = new Date(Date.parse(today) + daysLeft * DAY_MS).toISOString().slice(0, 10);
  return `${pace} until ${dayInWords(end)}${comparedWithDue(end, due)}`;
}

/** Hours of the last four weeks, including today. */
function hoursOfPace(days: DayHours[], today: string): number {
  const until = Date.parse(today);
  return days
    .filter(({ day }) => {
      const age = until - Date.parse(day);
      return age >= 0 && age < PACE_DAYS * DAY_MS;
    })
    .reduce((sum, { hours }) => sum + hours, 0);
}

function comparedWithDue(end: string, due: string | null): string {
  if (!due) return "";
  const days = Math.round((Date.parse(end) - Date.parse(due)) / DAY_MS);
  if (days === 0) return ", the due date";
  return `, ${countOf(Math.abs(days), "day")} ${days < 0 ? "before" : "after"} the due date`;
}
