import type { Turn } from "../_db/chat.ts";
import type { Db } from "../_db/client.ts";
import { Fence } from "../_domain/chat/fence.ts";
import { instructionsOf } from "../_domain/chat/instructions.ts";
import type { References } from "../_domain/chat/references.ts";
import { englishFormat, isoFormat } from "../_domain/words/format.ts";
import { readEnv } from "../_env.ts";
import type { ChatModel, ModelMessage } from "../_integrations/models/port.ts";
import { Budget } from "./budget.ts";
import { gatherContext, type Question } from "./gather.ts";
import { lengthOfTool } from "./length.ts";
import { memoryMessages } from "./memory.ts";
import { modelOf, streamRoleOf } from "./model.ts";
import { proposingTools } from "./proposing-tools.ts";
import { leadTools, readingTools } from "./reading-tools.ts";
import { describeTool, type Tool, withinProject } from "./tool.ts";

/**
 * The share of the whole length for tool descriptions. Tools at the end of the list are left out if they do not fit.
 */
const TOOLS_SHARE = 0.25;
/** Memory gets this share of the length that instructions and tools leave. */
const MEMORY_SHARE = 0.2;
/** The context gets this share of the length that memory leaves; tool results may use the rest. */
const CONTEXT_SHARE = 0.6;

export interface PreparedTurn {
  /** Null if no model is configured: the answer then consists of the evidence. */
  model: ChatModel | null;
  as: string | undefined;
  question: string;
  instructions: string;
  tools: Tool[];
  memory: ModelMessage[];
  memoryChars: number;
  context: Awaited<ReturnType<typeof gatherContext>>;
  fence: Fence;
  references: References;
  /** The characters that remain for tool results. */
  budget: Budget;
}

/** Reads everything that the answer may use, within its budget: instructions, tools, memory, then context. */
export async function prepareTurn(
  db: Db,
  turn: Turn,
  request: Question,
  references: References,
): Promise<PreparedTurn> {
  const as = turn.as?.id;
  const model = await modelOf(streamRoleOf(turn.viewer.email));
  const fence = new Fence();
  // Pasted text may contain invisible characters.
  const question = fence.plain(request.question);
  const { contextChars: maxChars } = readEnv();
  const budget = new Budget(maxChars);
  const tools = model ? fitTools(toolsFor(turn, request.projectId), budget.share(TOOLS_SHARE)) : [];
  const hasTools = tools.length > 0;
  const instructions = instructionsOf(fence, turn.prompt, { hasTools, maxChars });
  if (model) {
    budget.spendOn([
      { role: "system", content: instructions },
      // Only the role counts: the question is not charged to the budget.
      { role: "user", content: "" },
    ]);
    for (const tool of tools) budget.spend(lengthOfDescription(tool));
  }
  const memoryChars = budget.share(MEMORY_SHARE);
  const memory = memoryMessages(turn.memory, memoryChars, fence, references);
  budget.spendOn(memory);
  const context = await gatherContext(
    db,
    { ...request, question, as },
    budget.share(model ? CONTEXT_SHARE : 1, "user".length),
    fence,
    references,
    model ? isoFormat : englishFormat,
  );
  budget.spendOn([{ role: "user", content: context.text }]);
  return {
    model,
    as,
    question,
    instructions,
    tools,
    memory,
    memoryChars,
    context,
    fence,
    references,
    budget,
  };
}

/**
 * In another person's view the assistant proposes nothing, and some tools are for leads only. A question about one
 * project is answered from that project alone.
 */
function toolsFor(turn: Turn, projectId: string | undefined): Tool[] {
  const toolsForProposals = turn.as === null ? proposingTools : [];
  if (projectId) {
    return [...readingTools, ...toolsForProposals].map((tool) => withinProject(tool, projectId));
  }
  return [...readingTools, ...(turn.is_lead ? leadTools : []), ...toolsForProposals];
}

/** The first tools whose descriptions fit into this number of characters. */
function fitTools(tools: Tool[], maxChars: number): Tool[] {
  let remaining = maxChars;
  return tools.filter((tool) => {
    remaining -= lengthOfDescription(tool);
    return remaining >= 0;
  });
}

function lengthOfDescription(tool: Tool): number {
  return lengthOfTool(describeTool(tool));
}
