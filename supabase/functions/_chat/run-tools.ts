import { deadline } from "deno-std/async/deadline.js";
import { AppError } from "../_domain/app-error.ts";
import type { ChatEvent } from "../_domain/chat/contract.ts";
import { storableText } from "../_domain/chat/storable-text.ts";
import type { ModelMessage, ToolCall } from "../_integrations/models/port.ts";
import type { Budget } from "./budget.ts";
import type { Tool, ToolCallContext, ToolResult } from "./tool.ts";

type ToolEvent = Extract<ChatEvent, { type: "tool" }>;
type ToolOutput = { type: "event"; event: ToolEvent } | { type: "message"; message: ModelMessage };

const TIMEOUT_MS = 20_000;
const MAX_RESULT_CHARS = 20_000;

/**
 * Runs the model's tool calls concurrently and reports each when it ends; the messages are in the order of the
 * calls. The model receives errors too, and may call another tool.
 */
export async function* runTools(
  calls: ToolCall[],
  tools: readonly Tool[],
  context: ToolCallContext,
  budget: Budget,
  signal: AbortSignal,
): AsyncGenerator<ToolOutput> {
  const running = new Map(
    calls.map((call, index) => [
      index,
      run(call, tools, context, signal).then((outcome) => ({ index, call, ...outcome })),
    ]),
  );
  for (const call of calls) yield toolEvent(call, "running", "");
  const results = new Map<number, ToolResult>();
  while (running.size > 0) {
    const outcome = await Promise.race(running.values());
    running.delete(outcome.index);
    results.set(outcome.index, outcome.result);
    yield toolEvent(
      outcome.call,
      outcome.status,
      outcome.result.summary,
      outcome.result.approvalId,
    );
  }
  for (const [index, call] of calls.entries()) {
    const text = results.get(index)?.text ?? "";
    const content = context.fence.cut(
      typeof text === "string" ? text : text(),
      Math.min(MAX_RESULT_CHARS, Math.max(budget.left, 0)),
    );
    budget.spend(content.length);
    yield { type: "message", message: { role: "tool", toolCallId: call.id, content } };
  }
}

async function run(
  call: ToolCall,
  tools: readonly Tool[],
  context: ToolCallContext,
  signal: AbortSignal,
): Promise<{ status: "done" | "failed"; result: ToolResult }> {
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool) return failure("There is no such tool");
  const input = tool.input.safeParse(argumentsOf(call));
  if (!input.success) {
    const problems = input.error.issues.map(
      ({ path, message }) => `${path.join(".") || "input"}: ${message}`,
    );
    return failure(`The input is invalid. ${problems.slice(0, 10).join("; ")}`);
  }
  try {
    const result = await withinTime(tool.run(input.data as never, context), signal);
    return { status: "done", result };
  } catch (error) {
    // The model may read only the errors that are meant for callers.
    if (error instanceof AppError && error.status < 500) return failure(error.message);
    console.error(`${context.requestId} tool ${call.name}:`, error);
    return failure("The lookup failed. Try again in a moment");
  }
}

function failure(message: string): { status: "failed"; result: ToolResult } {
  return { status: "failed", result: { text: `Failed: ${message}.`, summary: message } };
}

function argumentsOf({ arguments: argumentText }: ToolCall): unknown {
  try {
    return JSON.parse(argumentText || "{}");
  } catch {
    return undefined;
  }
}

async function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await deadline(work, TIMEOUT_MS, { signal });
  } catch (error) {
    const isLate = signal.aborted || (error as Error).name === "TimeoutError";
    throw isLate ? new AppError(408, "tool_timeout", "This took too long") : error;
  }
}

function toolEvent(
  call: ToolCall,
  status: ToolEvent["status"],
  summary: string,
  approvalId?: string,
): ToolOutput {
  return {
    type: "event",
    event: {
      type: "tool",
      name: storableText(call.name.slice(0, 60)),
      status,
      summary: storableText(summary.slice(0, 200)),
      ...(approvalId && { approval_id: approvalId }),
    },
  };
}
