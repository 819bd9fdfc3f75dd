import type { QueryClient } from "@tanstack/react-query";
import type { ImportAnswer } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { importRun } from "./queries.ts";

const POLL_MS = 700;

/** Waits for an import that the service applies in the background; others have already ended. */
export async function endedImport(
  queryClient: QueryClient,
  answer: ImportAnswer,
): Promise<ImportAnswer> {
  if (answer.run.finished_at) return answer;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const run = await queryClient.fetchQuery({ ...importRun(answer.run.id), staleTime: 0 });
    if (run.status === "failed") {
      throw new ServiceError(
        409,
        "import_failed",
        run.error ?? "The import failed and changed nothing. Apply it again.",
      );
    }
    if (run.finished_at) {
      const { status, plan_hash, counts, validation, finished_at } = run;
      return {
        ...answer,
        run: { ...answer.run, status, plan_hash, counts, validation, finished_at },
      };
    }
  }
}
