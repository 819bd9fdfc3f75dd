/** Estimates from the finished work of the bundled demo dataset, by the plain quantiles of its hours. */
import type { QueryOf } from "../contract.ts";
import type { Outcome, outcome } from "../estimates/contract.ts";
import { outcomeInWords } from "../words/outcome.ts";
import { demoDataset, idOf } from "./dataset.ts";

const finishedTasks: [
  title: string,
  project: number,
  category: string,
  estimate: number,
  hours: number,
][] = [
  ["Ticket list", 1, "Development", 16, 19.5],
  ["Payment form", 1, "Development", 24, 31],
  ["Push notices for delays", 1, "Development", 12, 11],
  ["Refund rules", 1, "Concept", 8, 9.5],
  ["Sailings page", 2, "Development", 20, 22],
  ["Price table", 2, "Development", 8, 7],
  ["Harbour map", 2, "Design", 10, 14],
  ["Feed of the harbour office", 2, "Development", 16, 27],
  ["Product page", 3, "Design", 12, 12.5],
  ["Range overview", 3, "Design", 8, 8],
  ["Checkout prototype", 3, "Development", 20, 26],
  ["Newsletter form", 3, "Development", 4, 3.5],
];

/** The response of GET /outcome. Filters narrow the cases. If fewer than nine remain, it contains no numbers. */
export function demoOutcome(now: Date, query: QueryOf<typeof outcome.get>): Outcome {
  const { spine } = demoDataset(now);
  const day = (ago: number) =>
    new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
  const comparables = finishedTasks.flatMap(([title, number, category, estimate, hours], index) => {
    const project = spine.projects.find(({ id }) => id === idOf(4, number));
    const client = spine.accounts.find(({ id }) => id === project?.account_id)?.client;
    if (!project || (query.client_id !== undefined && client?.id !== query.client_id)) return [];
    const scale =
      query.expected_hours === undefined ? 1 : (query.expected_hours / estimate) ** 0.75;
    return [
      {
        task_id: idOf(7, 500 + index),
        title,
        project_id: project.id,
        project_name: project.name,
        client_id: client?.id ?? null,
        client_name: client?.name ?? null,
        category,
        hours,
        estimate_hours: estimate,
        scaled_hours: Math.round(hours * scale * 100) / 100,
        completed_on: day(70 - index * 5),
        weight: 1,
        class: "all" as const,
      },
    ];
  });
  const hours = comparables.map((task) => task.scaled_hours).sort((a, b) => a - b);
  const variances = comparables
    .map((task) => task.hours - task.estimate_hours)
    .sort((a, b) => a - b);
  const n = comparables.length;
  const figures = {
    query: query.query,
    no_data: n < 9,
    category: query.category ?? null,
    service: query.service ?? null,
    project_id: query.project_id ?? null,
    client_id: query.client_id ?? null,
    expected_hours: query.expected_hours ?? null,
    model_version: "demo",
    as_of: day(0),
    finished_cases: n,
    steps: [{ step: "all" as const, n, is_used: n >= 9 }],
  };
  if (n < 9) return outcomeInWords(figures);
  return outcomeInWords({
    ...figures,
    typical_hours: quantile(hours, 0.5),
    range_hours: [quantile(hours, 0.1), quantile(hours, 0.9)],
    duration_weeks: [0.5, 2],
    budget_variance_hours: {
      average: Math.round((variances.reduce((sum, variance) => sum + variance, 0) / n) * 100) / 100,
      range: [quantile(variances, 0.1), quantile(variances, 0.9)],
    },
    confidence: "low",
    comparables,
    scope_signals: {
      completed_after_hours: [],
      recent_burn_hours: spine.projects.reduce((sum, { burn }) => sum + burn.hours_last_30_days, 0),
    },
    comparable_count: n,
    effective_cases: n,
  });
}

/**
 * The quantile of sorted values, with the correction of conformal prediction: of nine values it returns the extremes.
 */
function quantile(sorted: number[], level: number): number {
  const share = level < 0.5 ? 1 - level : level;
  const rank = Math.min(sorted.length, Math.ceil(share * (sorted.length + 1) - 1e-9));
  return sorted[level < 0.5 ? sorted.length - rank : rank - 1] as number;
}
