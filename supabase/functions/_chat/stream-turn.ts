/**
 * One turn of a conversation, as events: what it remembers, what is known, the model's words, its tools, and the
 * end, which the database writes down. The turn itself is begun before the first event.
 */

import { callFunction } from "../_db/call.ts";
import { finishChatTurn, type Turn } from "../_db/chat.ts";
import type { Json } from "../_db/database.types.ts";
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
import type { ModelMessage, Usage } from "../_integrations/models/port.ts";
import { answerFromTables } from "./answer-from-tables.ts";
import { gatherContext, type Question } from "./gather.ts";
import { lengthOf, lengthOfTool } from "./length.ts";
import { memoryMessages } from "./memory.ts";
import { modelOf, streamRoleOf } from "./model.ts";
import { proposingTools } from "./proposing-tools.ts";
import { leadTools, readingTools } from "./reading-tools.ts";
import { MAX_ANSWER_CHARS } from "./speak.ts";
import { type Shown, speakWithTools } from "./speak-with-tools.ts";
import { summarize } from "./summarize.ts";
import { describeTool, type Tool, withinProject } from "./tool.ts";
import { unanswered } from "./unanswered.ts";

/** The share of the remaining length for the context. Tools may answer the rest. */
const CONTEXT_SHARE = 0.6;
/** The share of the whole length for tool descriptions; the first tools take precedence. */
const TOOLS_SHARE = 0.25;
const MEMORY_SHARE = 0.2;

export async function* streamTurn(
  db: Db,
  turn: Turn,
  asked: Question & { sessionId: string },
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  // Also where it is not whole.
  const shown: Shown = { answer: "", steps: [] };
  const references = new References();
  try {
    const as = turn.as?.id;
    const model = await modelOf(streamRoleOf(turn.viewer.email));
    const fence = new Fence();
    // Pasted words bring along what nobody sees.
    const question = fence.plain(asked.question);
    const maxChars = readContextChars();
    const tools = model ? within(toolsFor(turn, asked.projectId), maxChars * TOOLS_SHARE) : [];
    const hasTools = tools.length > 0;
    const instructions = instructionsOf(fence, turn.prompt, { hasTools, maxChars });
    const frame: ModelMessage[] = [
      { role: "system", content: instructions },
      // Count only the role; the question isn't charged to the budget.
      { role: "user", content: "" },
    ];
    const budget = {
      left: maxChars - (model ? lengthOf(frame) + sum(tools.map(lengthToTell)) : 0),
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
      usage = yield* speakWithTools(
        model,
        messages,
        tools,
        {
          db,
          as,
          organizationId: turn.organization_id,
          isLead: turn.is_lead,
          chatSessionId: turn.chat_session_id,
          messageId: turn.message_id,
          requestId: asked.requestId,
          references,
          fence,
        },
        budget,
        shown,
        signal,
      );
      shown.answer = keptText(shown.answer);
      if (shown.answer.trim() === "") throw unanswered(new Error("The model said nothing"));
      const earlier = turn.memory.messages.filter(({ role }) => role === "user");
      const questions = [question, ...earlier.map(({ content }) => content)];
      // The model's own words prove nothing, however often it repeats them.
      const lookedUp = messages.flatMap(({ role, content }) => (role === "tool" ? content : []));
      const given = [instructions, context.text, ...questions, ...lookedUp];
      examined = examine(shown.answer, references, { asked: questions, given });
    } else {
      const tables = await answerFromTables(
        db,
        { question, as, today: context.today },
        references,
        fence,
      );
      const evidence = extractiveAnswer(question, references, tables);
      examined = evidence;
      shown.answer = evidence.answer;
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
      content: shown.answer,
      model: model?.name ?? null,
      citations: examined.citations,
      dropped_citations: examined.dropped,
      sentences: examined.sentences,
      unfound_figures: examined.unfoundFigures,
      tool_steps: shown.steps as unknown as Json,
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
    // If even the error cannot be recorded, the next turn records it when it stops this one.
    await callFunction(db, "fail_chat_turn", {
      message_id: turn.message_id,
      content: keptText(shown.answer).slice(0, MAX_ANSWER_CHARS),
      tool_steps: shown.steps as unknown as Json,
      source_ids: references.sourceIds(),
      ...(signal.aborted ? {} : { error_code: refusal.code }),
    }).catch((failure) => console.error(`${asked.requestId} the turn cannot be ended:`, failure));
    if (!signal.aborted) {
      console.error(`${asked.requestId} chat-stream:`, error);
      yield { type: "error", code: refusal.code, message: refusal.message };
    }
  }
}

/**
 * Asked as somebody else nothing is proposed; what leads alone may look up is for leads. About one project, tools look
 * at that project alone.
 */
function toolsFor(turn: Turn, projectId: string | undefined): Tool[] {
  const proposing = turn.as === null ? proposingTools : [];
  if (projectId) {
    return [...readingTools, ...proposing].map((tool) => withinProject(tool, projectId));
  }
  return [...readingTools, ...(turn.is_lead ? leadTools : []), ...proposing];
}

/** The first of them that take no more than so many characters to tell of. */
function within(tools: Tool[], maxChars: number): Tool[] {
  let left = maxChars;
  return tools.filter((tool) => {
    left -= lengthToTell(tool);
    return left >= 0;
  });
}

function lengthToTell(tool: Tool): number {
  return lengthOfTool(describeTool(tool));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
