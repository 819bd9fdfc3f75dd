import type { Outcome } from "../estimates/contract.ts";
import { countInWords, type Format, isoFormat } from "./format.ts";

/** The answer of get_outcome: fields without data are absent there. */
export type OutcomeFigures = Partial<Omit<Outcome, "assumptions">> &
  Pick<Outcome, "query" | "no_data" | "model_version" | "as_of" | "finished_cases" | "steps">;

const FEWEST = 9;
const classes = {
  client_and_service: "the same client and service",
  service: "the same service",
  category: "the same category",
  all: "all finished work",
} as const;

/** Adds to the answer of get_outcome the sentences that state each figure on which the range depends. */
export function outcomeInWords(figures: OutcomeFigures): Outcome {
  return {
    typical_hours: null,
    range_hours: null,
    duration_weeks: null,
    category: null,
    budget_variance_hours: null,
    financials: null,
    confidence: null,
    comparables: [],
    scope_signals: null,
    service: null,
    project_id: null,
    client_id: null,
    expected_hours: null,
    comparable_count: 0,
    effective_cases: null,
    ...figures,
    assumptions: assumptionsOf(figures, isoFormat),
  };
}

/** The figures on which a range depends, one sentence each. */
export function assumptionsOf(figures: OutcomeFigures, format: Format): string[] {
  const { no_data, finished_cases: finishedCount, steps, expected_hours: expected } = figures;
  const count = (n: number, noun: string) => countInWords(n, format, noun);
  const hours = (n: number) => count(n, "hour");
  if (no_data) {
    return [
      `You can see ${count(finishedCount, "finished task")} with hours. An estimate needs ${FEWEST}.`,
      "Complete tasks and log their hours, or import finished work.",
    ];
  }
  const usedStep = steps.find((step) => step.is_used);
  const narrow = steps.find(({ n }) => n !== null);
  const comparableCount = figures.comparable_count ?? 0;
  const comparedTasks =
    comparableCount === finishedCount
      ? `all ${count(finishedCount, "task")}`
      : `the ${count(comparableCount, "most similar task")}, of ${format.number(finishedCount)}`;
  const sentences = [
    `The range covers ${format.percent(80)} of similar work. It comes from ${comparedTasks} finished by ${format.day(figures.as_of)}.`,
  ];
  if (usedStep && narrow && usedStep.step !== narrow.step) {
    sentences.push(
      `Only ${count(narrow.n ?? 0, "task")} ${narrow.n === 1 ? "has" : "have"} ${classes[narrow.step]}, and ${FEWEST} are needed, so the comparison was widened to ${classes[usedStep.step]} (${format.number(usedStep.n ?? 0)}).`,
    );
  } else if (usedStep && (usedStep.step !== "all" || comparableCount < finishedCount)) {
    sentences.push(basisOf(usedStep.step, usedStep.n ?? 0, format));
  }
  sentences.push(
    typeof expected === "number"
      ? `The hours of each task are scaled to your estimate of ${hours(expected)}.`
      : "Enter the hours that you expect: the range usually becomes narrower.",
  );
  const lateTasks = figures.scope_signals?.completed_after_hours ?? [];
  if (lateTasks.length > 0) {
    const sum = lateTasks.reduce((total, task) => total + task.hours, 0);
    sentences.push(
      `${count(lateTasks.length, "comparable task")} took ${hours(sum)} after completion. The range includes them.`,
    );
  }
  return sentences;
}

function basisOf(step: keyof typeof classes, n: number, format: Format): string {
  if (step === "all") return `All ${countInWords(n, format, "finished task")} are compared.`;
  return `The ${countInWords(n, format, "task")} with ${classes[step]} ${n === 1 ? "counts" : "count"} most.`;
}
