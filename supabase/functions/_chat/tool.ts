import { z } from "zod";
import type { Db } from "../_db/client.ts";
import type { Fence } from "../_domain/chat/fence.ts";
import type { References } from "../_domain/chat/references.ts";
import type { ModelTool } from "../_integrations/models/port.ts";

/** The context of a tool call, all of it from the caller and none from the model. */
export interface ToolCallContext {
  db: Db;
  as: string | undefined;
  organizationId: string;
  /** Whether restricted rows are visible. */
  isLead: boolean;
  chatSessionId: string;
  requestId: string;
  references: References;
  fence: Fence;
}

export interface ToolResult {
  /** For the model. Results with citation numbers are reported in the order of the calls. */
  text: string | (() => string);
  /** For the viewer, in a few words. */
  summary: string;
  /** The card that was proposed. */
  approvalId?: string;
}

export interface Tool {
  name: string;
  description: string;
  input: z.ZodType;
  run: (input: never, context: ToolCallContext) => Promise<ToolResult>;
}

/** Gives the handler the input type of the tool's schema. */
export function defineTool<S extends z.ZodType>(tool: {
  name: string;
  description: string;
  input: S;
  run: (input: z.output<S>, context: ToolCallContext) => Promise<ToolResult>;
}): Tool {
  return tool as unknown as Tool;
}

/** Restricts a tool to one project: it ignores the project that the model names. */
export function withinProject(tool: Tool, projectId: string): Tool {
  const takesProject = tool.input instanceof z.ZodObject && "project_id" in tool.input.shape;
  if (!takesProject) return tool;
  const run = tool.run as (input: object, context: ToolCallContext) => Promise<ToolResult>;
  return {
    ...tool,
    run: (input: object, context) => run({ ...input, project_id: projectId }, context),
  };
}

export function describeTool({ name, description, input }: Tool): ModelTool {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, {
    io: "input",
    // A format such as `uuid` makes the pattern redundant.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern;
    },
  });
  return { name, description, parameters };
}

/** Rows as the model gets them: JSON between fences. */
export function fencedRows(rows: unknown, fence: Fence): string {
  return fence.wrap(JSON.stringify(rows));
}
