/** Streams one answer of a model as events. If the model fails before its first word, it is called a second time. */
import { delay } from "deno-std/async/delay.js";
import type { ChatEvent } from "../_domain/chat/contract.ts";
import type { ChatModel, ModelRequest, ToolCall, Usage } from "../_integrations/models/port.ts";
import { VendorError } from "../_integrations/vendor-error.ts";

/** Maximum length of the model's output in one turn; the database stores no more. */
export const MAX_ANSWER_CHARS = 200_000;
/** If the model asks for a longer pause, it is not called again, because a person is waiting. */
const MAX_PAUSE_MS = 5_000;
const PAUSE_MS = 250;

export interface Spoken {
  text: string;
  toolCalls: ToolCall[];
  usage: Usage | null;
}

/** Streams the model's answer, and appends its text to `output`. */
export async function* speak(
  model: ChatModel,
  request: ModelRequest,
  output: { answer: string },
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, Spoken> {
  for (let attempt = 1; ; attempt += 1) {
    let text = "";
    try {
      for await (const event of model.stream(request, signal)) {
        if (event.type === "end") return { text, toolCalls: event.toolCalls, usage: event.usage };
        if (output.answer.length + event.text.length > MAX_ANSWER_CHARS) {
          throw new Error("The model's answer is too long");
        }
        text += event.text;
        output.answer += event.text;
        yield { type: "delta", text: event.text };
      }
      throw new Error("The model's answer ended without an end event");
    } catch (error) {
      if (text !== "" || attempt === 2 || !(await hasPaused(error, signal))) throw error;
    }
  }
}

/** Waits as long as the failure asks for. Returns false if there should be no retry. */
async function hasPaused(error: unknown, signal: AbortSignal): Promise<boolean> {
  if (!(error instanceof VendorError) || error.failure === "refused") return false;
  const pause = error.retryAfterMs ?? PAUSE_MS;
  if (signal.aborted || pause > MAX_PAUSE_MS) return false;
  await delay(pause, { signal }).catch(() => {});
  return !signal.aborted;
}
