/**
 * One turn of a conversation, as events: what it remembers, what is known, the model's words, its tools, and the
 * end, which the database writes down. The turn itself is begun before the first event.
 */

import { callFunction } from "../_db/call.ts";
import { finishChatTurn, type Turn } from "../_db/chat.ts";
import type { Json } from "../_db/database.types.ts";
import { AppError } from "../_domain/app-error.ts";
import type { ChatEvent } from "../_domain/chat/contract.ts";
import { type Examined, examine } from "../_domain/chat/examine.ts";
import { extractiveAnswer } from "../_domain/chat/extractive.ts";
import { Fence } from "../_domain/chat/fence.ts";
import { instructionsOf } from "../_domain/chat/instructions.ts";
import { keptText } from "../_domain/chat/kept-text.ts";
import { References } from "../_domain/chat/references.ts";
import { readContextChars } from "../_env.ts";
import { afterAnswer } from "../_http/after-answer.ts";
import type { Db } from "../_http/auth.ts";
import type { ModelMessage, ToolCall, Usage } from "../_integrations/models/port.ts";
import { gatherContext, type Question } from "./gather.ts";
import { lengthOf, lengthOfTool } from "./length.ts";
import { memoryMessages } from "./memory.ts";
import { modelOf, streamRoleOf } from "./model.ts";
import { proposingTools } from "./proposing-tools.ts";
import { leadTools, readingTools } from "./reading-tools.ts";
import { runTools } from "./run-tools.ts";
import { MAX_ANSWER_CHARS, speak } from "./speak.ts";
import { summarize } from "./summarize.ts";
import { describeTool, type Tool } from "./tool.ts";
import { unanswered } from "./unanswered.ts";

/** Of the length that the context leaves: what tools may answer in one turn. */
const CONTEXT_SHARE = 0.6;
/** Of the whole length: what may be told of tools; those that come first are told first. */
const TOOLS_SHARE = 0.25;
const MAX_ROUNDS = 8;
const MAX_CALLS = 24;
const MEMORY_SHARE = 0.2;

export async function* streamTurn(
  db: Db,
  turn: Turn,
  asked: Question & { sessionId: string },
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const steps: { name: string; status: string; summary: string; approval_id?: string }[] = [];
  // As it was shown, also where it is not whole.
  const said = { answer: "" };
  const references = new References();
  try {
    const as = turn.as?.id;
    const model = await modelOf(streamRoleOf(turn.viewer.email));
    const fence = new Fence();
    // Pasted words bring along what nobody sees.
    const question = fence.plain(asked.question);
    const maxChars = readContextChars();
    const tools = model ? within(toolsFor(turn), maxChars * TOOLS_SHARE) : [];
    const described = tools.map(describeTool);
    const hasTools = tools.length > 0;
    const instructions = instructionsOf(fence, turn.prompt, { hasTools, maxChars });
    const frame: ModelMessage[] = [
      { role: "system", content: instructions },
      // Of the question no more than whose it is: it comes on top.
      { role: "user", content: "" },
    ];
    const budget = {
      left: maxChars - (model ? lengthOf(frame) + sum(described.map(lengthOfTool)) : 0),
    };
    const memoryChars = Math.max(Math.floor(budget.left * MEMORY_SHARE), 0);
    const memory = memoryMessages(turn.memory, memoryChars, fence, references);
    budget.left -= lengthOf(memory);
    const context = await gatherContext(
      db,
      { ...asked, question, as },
      Math.max(Math.floor((budget.left - "user".length) * (model ? CONTEXT_SHARE : 1)), 0),
      fence,
      references,
    );
    budget.left -= lengthOf([{ role: "user", content: context.text }]);

    let examined: Examined;
    let usage: Usage | null = null;
    if (model) {
      const messages: ModelMessage[] = [
        { role: "system", content: instructions },
        ...memory,
        { role: "user", content: context.text },
        { role: "user", content: question },
      ];
      let calls = 0;
      let hasRoom = hasTools;
      for (let round = 0; ; round += 1) {
        // In the last round no tool may be called: it has to answer.
        const mayCallTools = hasRoom && round < MAX_ROUNDS && calls < MAX_CALLS && budget.left > 0;
        const spoken = yield* speak(
          model,
          { messages, tools: described, mayCallTools },
          said,
          signal,
        );
        usage = together(usage, spoken.usage);
        if (spoken.toolCalls.length === 0 || !mayCallTools) break;
        const wanted = affordable(spoken.toolCalls.slice(0, MAX_CALLS - calls), budget);
        calls += wanted.length;
        hasRoom = wanted.length > 0;
        if (!hasRoom) continue;
        // Another question may have stopped this turn: then nothing is looked up for it, and nothing proposed.
        await requireAnswering(db, turn.message_id);
        const content = spoken.text.length <= budget.left ? spoken.text : "";
        budget.left -= content.length;
        messages.push({ role: "assistant", content, toolCalls: wanted.map(asTold) });
        for await (const told of runTools(
          wanted,
          tools,
          {
            db,
            as,
            organizationId: turn.organization_id,
            isLead: turn.is_lead,
            chatSessionId: turn.chat_session_id,
            requestId: asked.requestId,
            references,
            fence,
          },
          budget,
          signal,
        )) {
          if (told.type === "message") messages.push(told.message);
          else {
            if (told.event.status !== "running") {
              const { type: _, ...step } = told.event;
              steps.push(step);
            }
            yield told.event;
          }
        }
        if (said.answer !== "" && !said.answer.endsWith("\n")) {
          said.answer += "\n\n";
          yield { type: "delta", text: "\n\n" };
        }
      }
      said.answer = keptText(said.answer);
      if (said.answer.trim() === "") throw unanswered(new Error("The model said nothing"));
      const earlier = turn.memory.messages.filter(({ role }) => role === "user");
      const questions = [question, ...earlier.map(({ content }) => content)];
      // Of its own words nothing follows, however often it repeats them.
      const lookedUp = messages.flatMap(({ role, content }) => (role === "tool" ? content : []));
      const given = [instructions, context.text, ...questions, ...lookedUp];
      examined = examine(said.answer, references, { asked: questions, given });
    } else {
      const evidence = extractiveAnswer(question, references);
      examined = evidence;
      said.answer = evidence.answer;
      yield { type: "delta", text: evidence.answer };
    }

    const size = {
      projects: context.projects,
      passages: context.passages,
      chars: maxChars - budget.left,
      truncated: context.truncated,
    };
    const settled = await finishChatTurn(db, {
      message_id: turn.message_id,
      content: said.answer,
      model: model?.name ?? null,
      citations: examined.citations,
      dropped_citations: examined.dropped,
      sentences: examined.sentences,
      unfound_figures: examined.unfoundFigures,
      tool_steps: steps as unknown as Json,
      context: size,
      usage: usage as unknown as Json,
      source_ids: references.sourceIds(),
    });
    yield {
      type: "done",
      session_id: asked.sessionId,
      message_id: turn.message_id,
      citations: settled.citations,
      dropped_citations: settled.dropped,
      uncited_sentences: settled.uncited,
      unfound_figures: examined.unfoundFigures,
      model: model?.name ?? null,
      context: size,
      usage,
    };
    if (model) afterAnswer(summarize(db, turn, memoryChars), `${asked.requestId} the summary:`);
  } catch (error) {
    const refusal = unanswered(error);
    // What cannot even be said is said by the next turn, which stops this one.
    await callFunction(db, "fail_chat_turn", {
      message_id: turn.message_id,
      content: keptText(said.answer).slice(0, MAX_ANSWER_CHARS),
      tool_steps: steps as unknown as Json,
      source_ids: references.sourceIds(),
      ...(signal.aborted ? {} : { error_code: refusal.code }),
    }).catch((failure) => console.error(`${asked.requestId} the turn cannot be ended:`, failure));
    if (!signal.aborted) {
      console.error(`${asked.requestId} chat-stream:`, error);
      yield { type: "error", code: refusal.code, message: refusal.message };
    }
  }
}

/** Asked as somebody else nothing is proposed; what leads alone may look up is for leads. */
function toolsFor(turn: Turn): Tool[] {
  return [
    ...readingTools,
    ...(turn.is_lead ? leadTools : []),
    ...(turn.as === null ? proposingTools : []),
  ];
}

/** The first of them that take no more than so many characters to tell of. */
function within(tools: Tool[], maxChars: number): Tool[] {
  let left = maxChars;
  return tools.filter((tool) => {
    left -= lengthOfTool(describeTool(tool));
    return left >= 0;
  });
}

const MAX_ID_CHARS = 64;

/** Those calls that there is room for to tell the model of again, each with an answer, however short. */
function affordable(calls: ToolCall[], budget: { left: number }): ToolCall[] {
  let left = budget.left - "assistant".length;
  const taken = calls
    .map((call, place) => ({
      ...call,
      id: call.id.length <= MAX_ID_CHARS ? call.id : `call_${place}`,
      name: call.name.slice(0, MAX_ID_CHARS),
    }))
    .filter((call) => {
      const { id, name, arguments: given } = asTold(call);
      const needed = "tool".length + 2 * id.length + name.length + given.length;
      if (needed > left) return false;
      left -= needed;
      return true;
    });
  if (taken.length > 0) {
    budget.left -= lengthOf([
      { role: "assistant", content: "", toolCalls: taken.map(asTold) },
      ...taken.map(({ id }) => ({ role: "tool" as const, toolCallId: id, content: "" })),
    ]);
  }
  return taken;
}

/** Some endpoints read what they are told, and fail on what their own model wrote. */
function asTold(call: ToolCall): ToolCall {
  try {
    JSON.parse(call.arguments);
    return call;
  } catch {
    return { ...call, arguments: "{}" };
  }
}

async function requireAnswering(db: Db, messageId: string): Promise<void> {
  const { data, error } = await db
    .from("chat_messages")
    .select("status")
    .eq("id", messageId)
    .maybeSingle();
  if (error) throw error;
  if (data && data.status !== "answering") {
    throw new AppError(409, "message_ended", "Another question has stopped this answer");
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function together(one: Usage | null, other: Usage | null): Usage | null {
  if (!one || !other) return one ?? other;
  return {
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
  };
}
