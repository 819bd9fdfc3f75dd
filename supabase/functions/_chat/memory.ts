import type { Turn } from "../_db/chat.ts";
import type { Fence } from "../_domain/chat/fence.ts";
import type { ModelMessage } from "../_integrations/models/port.ts";
import { lengthOf } from "./length.ts";

/**
 * What was said before, newest first as far as there is room, told in order. A summary is somebody's text like
 * any other: it comes as a user's words, between marks.
 */
export function memoryMessages(
  { summary, messages }: Turn["memory"],
  maxChars: number,
  fence: Fence,
): ModelMessage[] {
  const told: ModelMessage[] = [];
  let left = maxChars;
  const introduction: ModelMessage[] = summary
    ? [{ role: "user", content: `What was said before, in short:\n${fence.wrap(summary)}` }]
    : [];
  const hasRoom = lengthOf(introduction) <= left;
  if (hasRoom) left -= lengthOf(introduction);
  for (const { role, content } of messages.toReversed()) {
    // Numbers of an earlier turn mean nothing in this one.
    const words = fence.plain(content).replace(/\[\d{1,4}(?:\s*,\s*\d{1,4})*\]/g, "");
    const message: ModelMessage = { role, content: words };
    const length = lengthOf([message]);
    if (length > left) break;
    left -= length;
    told.unshift(message);
  }
  return hasRoom ? [...introduction, ...told] : told;
}
