import type { PromptAction } from "../_domain/prompts/contract.ts";
import type { Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

/** Performs one action on the prompt; the database decides who may. */
export async function actOnPrompt(db: Db, body: PromptAction): Promise<Json> {
  return { ...((await answer()) as object), action: body.action };

  function answer(): Promise<Json> {
    switch (body.action) {
      case "get_prompt":
        return callFunction(db, "get_prompt");
      case "stage_prompt":
      case "set_base_prompt": {
        const { action, ...input } = body;
        return callFunction(db, action, input);
      }
      case "prompt_versions":
        return callFunction(db, "prompt_versions", {
          before_number: body.before,
          page_size: body.limit,
        });
      case "rollback_prompt": {
        const { action, ...input } = body;
        return callFunction(db, action, input);
      }
    }
  }
}
