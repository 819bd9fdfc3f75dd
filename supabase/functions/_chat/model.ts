import { type ModelRole, readModelEnv, readModelSilenceMs, readProEmails } from "../_env.ts";
import type { ChatModel } from "../_integrations/models/port.ts";

/** The model of a role; null where none is configured. Its client is loaded where it is used. */
export async function modelOf(role: ModelRole): Promise<ChatModel | null> {
  const env = readModelEnv(role);
  if (!env) return null;
  const { openAiChat } = await import("../_integrations/models/openai-chat.ts");
  return openAiChat({ ...env, silenceMs: readModelSilenceMs() });
}

/** The larger one for who is listed, by the address that the organization keeps of them. */
export function streamRoleOf(email: string): ModelRole {
  return readProEmails().has(email.toLowerCase()) ? "chatStreamPro" : "chatStream";
}
