/** The length of a request to the model: all messages and tools. */
import type { ModelMessage, ModelTool } from "../_integrations/models/port.ts";

export function lengthOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + lengthOfMessage(message), 0);
}

function lengthOfMessage(message: ModelMessage): number {
  const contentLength = message.role.length + message.content.length;
  if (message.role === "tool") return contentLength + message.toolCallId.length;
  if (message.role !== "assistant") return contentLength;
  return (message.toolCalls ?? []).reduce(
    (sum, { id, name, arguments: text }) => sum + id.length + name.length + text.length,
    contentLength,
  );
}

export function lengthOfTool({ name, description, parameters }: ModelTool): number {
  return name.length + description.length + JSON.stringify(parameters).length;
}
