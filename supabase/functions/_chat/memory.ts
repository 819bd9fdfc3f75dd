import type { Turn } from "../_db/chat.ts";
import type { Fence } from "../_domain/chat/fence.ts";
import { withoutMarkers } from "../_domain/chat/markers.ts";
import type { References } from "../_domain/chat/references.ts";
import type { ModelMessage } from "../_integrations/models/port.ts";
import { lengthOf } from "./length.ts";

/**
 * The earlier conversation in its original order. If it does not fit, its oldest messages are left out. A summary is
 * untrusted text: the model gets it as a user message, between fences. An instruction in a document may have found
 * its way into the summary or a message, so the sources of all included text are recorded.
 */
export function memoryMessages(
  { summary, summary_source_ids, messages }: Turn["memory"],
  maxChars: number,
  fence: Fence,
  references: References,
): ModelMessage[] {
  const recent: ModelMessage[] = [];
  let remaining = maxChars;
  const introduction: ModelMessage[] = summary
    ? [{ role: "user", content: `Summary of the earlier conversation:\n${fence.wrap(summary)}` }]
    : [];
  const hasRoom = lengthOf(introduction) <= remaining;
  if (hasRoom) remaining -= lengthOf(introduction);
  for (const { role, content, source_ids } of messages.toReversed()) {
    // Citation numbers of an earlier turn are invalid in this one.
    const words = withoutMarkers(fence.plain(content), new Set());
    // Endpoints refuse a message without content, which would block the rest of the conversation.
    if (words.trim() === "") continue;
    const message: ModelMessage = { role, content: words };
    const length = lengthOf([message]);
    if (length > remaining) break;
    remaining -= length;
    recent.unshift(message);
    references.remember(source_ids);
  }
  if (!hasRoom) return recent;
  references.remember(summary_source_ids);
  return [...introduction, ...recent];
}
