import { answerFailure } from "../_chat/answer-failure.ts";
import { beginResearch } from "../_db/chat.ts";
import { requireLead } from "../_db/gates.ts";
import { AppError } from "../_domain/app-error.ts";
import { research } from "../_domain/chat/contract.ts";
import { numberCitations } from "../_domain/chat/web-citations.ts";
import { readEnv } from "../_env.ts";
import { serve } from "../_http/route.ts";

export default serve(
  research,
  {
    post: async ({ db, body, requestId, signal }) => {
      const env = readEnv().research;
      if (!env) {
        throw new AppError(
          503,
          "research_not_configured",
          "The service has no key for web research. Ask the operator to add one",
        );
      }
      await beginResearch(db);
      const { openAiWebSearch } = await import("../_integrations/research/openai-web-search.ts");
      const researcher = openAiWebSearch(env);
      try {
        // Only the question is sent: anything that leaves the service here counts as public.
        const result = await researcher.research(body.question, signal);
        return { ...numberCitations(result.text, result.citations), model: researcher.name };
      } catch (error) {
        console.error(`${requestId} research:`, error);
        throw answerFailure(error);
      }
    },
  },
  requireLead,
);
