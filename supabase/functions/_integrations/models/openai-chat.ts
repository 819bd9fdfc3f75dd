import OpenAI from "openai";
import { VendorError } from "../vendor-error.ts";
import { openAiFailure, unreadableAnswer } from "./openai-failure.ts";
import type { ChatModel, ModelEvent, ModelMessage, ModelRequest, ToolCall, Usage } from "./port.ts";

export interface OpenAiChatOptions {
  /** The address of the API, up to its version, such as /v1. */
  baseUrl: string;
  apiKey: string;
  model: string;
  /** The timeout before the first chunk and between two chunks. */
  silenceMs?: number;
  /**
   * The timeout of the whole answer. It is needed because empty chunks do not count as silence and may arrive
   * forever.
   */
  longestMs?: number;
}

const VENDOR = "The model";
const SILENCE_MS = 45_000;
/** The timeout of the whole answer, as a multiple of the timeout between chunks. */
const LONGEST_ANSWER = 6;
/** The maximum size of an answer. */
const MAX_CALLS = 64;
const MAX_CHARS = 200_000;

/** Works with any endpoint that implements OpenAI's Chat Completions API with streaming. */
export function openAiChat({
  baseUrl,
  apiKey,
  model,
  silenceMs = SILENCE_MS,
  longestMs = silenceMs * LONGEST_ANSWER,
}: OpenAiChatOptions): ChatModel {
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey,
    // By default, the client reads both from the environment. The key determines them already.
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: silenceMs,
    // Following a redirect would send the credentials to its target.
    fetchOptions: { redirect: "manual" },
    logLevel: "off",
  });
  return {
    name: model,
    async *stream(request, signal): AsyncGenerator<ModelEvent> {
      const silence = new AbortController();
      const abortSignal = AbortSignal.any([signal, silence.signal]);
      const abort = (why: string) => silence.abort(new VendorError("busy", `${VENDOR} ${why}`));
      let timer = setTimeout(abort, silenceMs, "stopped responding");
      const end = setTimeout(abort, longestMs, "did not finish in time");
      try {
        const chunks = await client.chat.completions.create(bodyOf(model, request), {
          signal: abortSignal,
        });
        const calls = new Map<number, ToolCall>();
        let usage: Usage | null = null;
        let isWhole = false;
        let length = 0;
        for await (const chunk of chunks) {
          clearTimeout(timer);
          timer = setTimeout(abort, silenceMs, "stopped responding");
          usage = usageOf(chunk) ?? usage;
          const choice = chunk.choices?.[0];
          if (!choice) continue;
          const text = choice.delta?.content ?? "";
          length += text.length;
          for (const part of choice.delta?.tool_calls ?? []) length += collect(calls, part);
          if (length > MAX_CHARS) throw unreadableAnswer(VENDOR);
          if (text !== "") yield { type: "delta", text };
          if (choice.finish_reason) isWhole = true;
        }
        if (!isWhole)
          throw new VendorError("busy", `${VENDOR} stopped in the middle of its answer`);
        yield { type: "end", toolCalls: [...calls.values()], usage };
      } catch (error) {
        throw silence.signal.aborted && !signal.aborted
          ? silence.signal.reason
          : openAiFailure(VENDOR, error);
      } finally {
        clearTimeout(timer);
        clearTimeout(end);
        // If the reader stops reading, this also stops the vendor's stream.
        silence.abort();
      }
    },
  };
}

type Body = OpenAI.ChatCompletionCreateParamsStreaming;
type Part = OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall;

function bodyOf(
  model: string,
  { messages, tools, mayCallTools = true, maxOutputTokens }: ModelRequest,
): Body {
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: messages.map(messageOf),
    ...(maxOutputTokens && { max_completion_tokens: maxOutputTokens }),
    ...(tools &&
      tools.length > 0 && {
        tools: tools.map(({ name, description, parameters }) => ({
          type: "function" as const,
          function: { name, description, parameters },
        })),
        ...(!mayCallTools && { tool_choice: "none" as const }),
      }),
  };
}

function messageOf(message: ModelMessage): OpenAI.ChatCompletionMessageParam {
  if (message.role === "tool") {
    return { role: "tool", tool_call_id: message.toolCallId, content: message.content };
  }
  if (message.role !== "assistant") return { role: message.role, content: message.content };
  return {
    role: "assistant",
    content: message.content || null,
    ...(message.toolCalls &&
      message.toolCalls.length > 0 && {
        tool_calls: message.toolCalls.map(({ id, name, arguments: argumentText }) => ({
          id,
          type: "function" as const,
          function: { name, arguments: isJson(argumentText) ? argumentText : "{}" },
        })),
      }),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Adds a chunk to the call at its index. Returns the number of characters added. */
function collect(calls: Map<number, ToolCall>, part: Part): number {
  const position = part.index ?? calls.size;
  if (!calls.has(position) && calls.size >= MAX_CALLS) throw unreadableAnswer(VENDOR);
  const call = calls.get(position) ?? { id: `call_${position}`, name: "", arguments: "" };
  const { name = "", arguments: argumentText = "" } = part.function ?? {};
  if (part.id) call.id = part.id;
  call.name += name;
  call.arguments += argumentText;
  calls.set(position, call);
  return name.length + argumentText.length;
}

function usageOf({ usage }: OpenAI.ChatCompletionChunk): Usage | null {
  const { prompt_tokens: input_tokens, completion_tokens: output_tokens } = usage ?? {};
  return isCount(input_tokens) && isCount(output_tokens) ? { input_tokens, output_tokens } : null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
