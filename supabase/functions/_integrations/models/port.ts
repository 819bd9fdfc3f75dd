/** A model that writes text and asks for tools. Every failure is a VendorError. */
export interface ChatModel {
  /** As the vendor calls it. */
  readonly name: string;
  /** Yields deltas and exactly one `end`, without retries. An aborted signal ends the call at the vendor too. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

export interface ModelRequest {
  messages: ModelMessage[];
  tools?: ModelTool[];
  /** If false, the model may call no more tools. They are still described, because earlier messages mention them. */
  mayCallTools?: boolean;
  maxOutputTokens?: number;
}

export type ModelMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string; toolCalls?: ToolCall[] }
  | { role: "tool"; toolCallId: string; content: string };

export interface ModelTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
}

export interface ToolCall {
  id: string;
  name: string;
  /** As the model wrote them, possibly invalid JSON. */
  arguments: string;
}

export interface Usage {
  input_tokens: number;
  output_tokens: number;
}

export type ModelEvent =
  | { type: "delta"; text: string }
  | { type: "end"; toolCalls: ToolCall[]; usage: Usage | null };
