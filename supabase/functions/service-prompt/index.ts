import { requireLead } from "../_db/gates.ts";
import { actOnPrompt } from "../_db/prompts.ts";
import { servicePrompt } from "../_domain/prompts/contract.ts";
import { serve } from "../_http/route.ts";

export default serve(servicePrompt, { post: ({ db, body }) => actOnPrompt(db, body) }, requireLead);
