import { type ModelRole, readEnv } from "../_env.ts";
import type { ChatModel } from "../_integrations/models/port.ts";

/** The model of a role; null if none is configured. Its client is loaded where it is used. */
export async function modelOf(role: ModelRole): Promise<ChatModel | null> {
  const { models, modelSilenceMs: silenceMs } = readEnv();
  const model = models[role];
  if (!model) return null;
  const { openAiChat } = await import("../_integrations/models/openai-chat.ts");
  return openAiChat({ ...model, silenceMs });
}

/** People on the operator's list, by the address in their organization, get the larger model. */
export function streamRoleOf(email: string): ModelRole {
  return readEnv().proEmails.has(email.toLowerCase()) ? "chatStreamPro" : "chatStream";
}
