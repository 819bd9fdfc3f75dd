import { queryOptions } from "@tanstack/react-query";
import {
  type EstimateCases,
  getEstimateCases,
  getOutcome,
  type Outcome,
  type OutcomeQuery,
} from "../../api/estimate-routes.ts";
import { read, supabase } from "../../supabase/client.ts";

/** A question about hours. A form may know only the account and not its client. */
export type EstimatedWork = OutcomeQuery & { account_id?: string };

export const outcomeQuery = (work: EstimatedWork) =>
  queryOptions({
    queryKey: ["outcome", work],
    queryFn: async ({ signal }) => {
      const { account_id: accountId, ...question } = work;
      if (!accountId) return getOutcome(question, signal);
      const accounts = supabase().from("accounts").select("client_id").eq("id", accountId);
      const [account] = (await read(accounts.abortSignal(signal))).data;
      return getOutcome({ ...question, ...(account && { client_id: account.client_id }) }, signal);
    },
  });

export const estimateCasesQuery = queryOptions({
  queryKey: ["estimate-cases"],
  queryFn: ({ signal }) => getEstimateCases(signal),
});

/**
 * Whether this question with this range is already saved for the task, or without a task: the service saves it only
 * once.
 */
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
