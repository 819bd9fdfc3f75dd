import { queryOptions } from "@tanstack/react-query";
import { type EstimateCases, getEstimateCases, type Outcome } from "../../api/estimate-routes.ts";

export const estimateCasesRead = queryOptions({
  queryKey: ["estimate-cases"],
  queryFn: ({ signal }) => getEstimateCases(signal),
});

/** Whether the same question with the same range is saved for this task, or for none: the service refuses to save it again. */
export function isSaved(
  outcome: Outcome,
  taskId: string | null,
  cases: EstimateCases["cases"],
): boolean {
  const key = keyOf(outcome);
  return cases.some((saved) => saved.task_id === taskId && keyOf(saved) === key);
}

type Answer = Pick<
  Outcome,
  | "query"
  | "project_id"
  | "category"
  | "service"
  | "expected_hours"
  | "model_version"
  | "typical_hours"
  | "range_hours"
>;

const keyOf = (answer: Answer) =>
  JSON.stringify([
    answer.query,
    answer.project_id,
    answer.category,
    answer.service,
    answer.expected_hours,
    answer.model_version,
    answer.typical_hours,
    answer.range_hours,
  ]);
