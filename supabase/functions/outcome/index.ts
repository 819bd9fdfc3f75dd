import { callFunction } from "../_db/call.ts";
import { requireInternalViewer } from "../_db/gates.ts";
import { outcome } from "../_domain/estimates/contract.ts";
import { type OutcomeFigures, outcomeInWords } from "../_domain/words/outcome.ts";
import { serve } from "../_http/route.ts";

export default serve(
  outcome,
  {
    get: async ({ db, query }) => {
      const figures = await callFunction(db, "get_outcome", query);
      return outcomeInWords(figures as unknown as OutcomeFigures);
    },
  },
  requireInternalViewer,
  {
    get: async ({ query }) => {
      const { demoOutcome } = await import("../_domain/demo/outcome.ts");
      return demoOutcome(new Date(), query);
    },
  },
);
