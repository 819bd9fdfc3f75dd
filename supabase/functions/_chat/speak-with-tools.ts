/**
 * A model's answer with tools: the model writes, its tool calls run, and it continues with their results until it
 * calls no more tools.
 */
import { requireAnswering } from "../_db/chat.ts";
import type { ChatEvent } from "../_domain/chat/contract.ts";
import type { ChatModel, ModelMessage, ToolCall, Usage } from "../_integrations/models/port.ts";
import type { Budget } from "./budget.ts";
import { runTools } from "./run-tools.ts";
import { speak } from "./speak.ts";
import { describeTool, type Tool, type ToolCallContext } from "./tool.ts";

const MAX_ROUNDS = 8;
const MAX_CALLS = 24;
const MAX_ID_CHARS = 64;

/** The text that the reader has received so far. */
export interface VisibleTurn {
  answer: string;
  steps: { name: string; status: string; summary: string; approval_id?: string }[];
}

/**
 * Appends the model's messages to `messages` and the tool results to `visibleTurn`, and charges the model's input to
 * `budget`.
 */
export async function* speakWithTools(
  model: ChatModel,
  messages: ModelMessage[],
  tools: Tool[],
  context: ToolCallContext & { messageId: string },
  budget: Budget,
  visibleTurn: VisibleTurn,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, Usage | null> {
  const descriptions = tools.map(describeTool);
  let usage: Usage | null = null;
  let calls = 0;
  let hasRoom = tools.length > 0;
  for (let round = 0; ; round += 1) {
    // In the last round the model may not call a tool: it has to answer.
    const mayCallTools = hasRoom && round < MAX_ROUNDS && calls < MAX_CALLS && budget.left > 0;
    const request = { messages, tools: descriptions, mayCallTools };
    const output = yield* speak(model, request, visibleTurn, signal);
    usage = addUsage(usage, output.usage);
    if (output.toolCalls.length === 0 || !mayCallTools) return usage;
    const permittedCalls = affordableCalls(output.toolCalls.slice(0, MAX_CALLS - calls), budget);
    calls += permittedCalls.length;
    hasRoom = permittedCalls.length > 0;
    if (!hasRoom) continue;
    // Another question may have stopped this turn: its tools must then not read or propose anything.
    await requireAnswering(context.db, context.messageId);
    const content = output.text.length <= budget.left ? output.text : "";
    budget.spend(content.length);
    messages.push({
      role: "assistant",
      content,
      toolCalls: permittedCalls.map(withValidArguments),
    });
    for await (const progress of runTools(permittedCalls, tools, context, budget, signal)) {
      if (progress.type === "message") messages.push(progress.message);
      else {
        const { type: _, ...step } = progress.event;
        if (step.status !== "running") visibleTurn.steps.push(step);
        yield progress.event;
      }
    }
    if (visibleTurn.answer !== "" && !visibleTurn.answer.endsWith("\n")) {
      visibleTurn.answer += "\n\n";
      yield { type: "delta", text: "\n\n" };
    }
  }
}

/** The calls that fit into the next request, each with at least a short result. */
function affordableCalls(calls: ToolCall[], budget: Budget): ToolCall[] {
  let remaining = budget.left - "assistant".length;
  const fittingCalls = calls
    .map((call, index) => ({
      ...call,
      id: call.id.length <= MAX_ID_CHARS ? call.id : `call_${index}`,
      name: call.name.slice(0, MAX_ID_CHARS),
    }))
    .filter((call) => {
      const { id, name, arguments: argumentText } = withValidArguments(call);
      const length = "tool".length + 2 * id.length + name.length + argumentText.length;
      if (length > remaining) return false;
      remaining -= length;
      return true;
    });
  if (fittingCalls.length > 0) {
    budget.spendOn([
      { role: "assistant", content: "", toolCalls: fittingCalls.map(withValidArguments) },
      ...fittingCalls.map(({ id }) => ({ role: "tool" as const, toolCallId: id, content: "" })),
    ]);
  }
  return fittingCalls;
}

/** Some endpoints parse the arguments of earlier calls and reject invalid JSON, although their own model wrote it. */
function withValidArguments(call: ToolCall): ToolCall {
  try {
    JSON.parse(call.arguments);
    return call;
  } catch {
    return { ...call, arguments: "{}" };
  }
}

function addUsage(a: Usage | null, b: Usage | null): Usage | null {
  if (!a || !b) return a ?? b;
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
  };
}
