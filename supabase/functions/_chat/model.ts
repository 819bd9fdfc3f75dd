import { type ModelRole, readEnv } from "../_env.ts";
import type { ChatModel } from "../_integrations/models/port.ts";

/**
 * The model of a role; null if none is configured. Its client is imported here, so that other routes start without
 * it.
 */
export async function modelOf(role: ModelRole): Promise<ChatModel | null> {
  const { models, modelSilenceMs: silenceMs } = readEnv();
  const model = models[role];
  if (!model) return null;
  const { openAiChat } = await import("../_integrations/models/openai-chat.ts");
  return openAiChat({ ...model, silenceMs });
}

/** People whose address in their organization is on the operator's list get the larger model. */
export function streamRoleOf(email: string): ModelRole {
  return readEnv().proEmails.has(email.toLowerCase()) ? "chatStreamPro" : "chatStream";
}
