import type { z } from "zod";
import type {
  ChatEvent as ChatEventSchema,
  Citation as CitationSchema,
  ContextSize as ContextSizeSchema,
  chatStream,
} from "../../../supabase/functions/_domain/chat/contract.ts";
import { callStream } from "./event-stream.ts";

export type ChatEvent = z.output<typeof ChatEventSchema>;
export type Citation = z.output<typeof CitationSchema>;
export type ContextSize = z.output<typeof ContextSizeSchema>;
export type Question = z.input<typeof chatStream.post.body>;

/** Asks in a conversation. Raises 429 rate_limited with the seconds to wait, before the first event. */
export const askStream = (body: Question, signal: AbortSignal, onGranted: () => void) =>
  callStream<ChatEvent>("chat-stream", { body, signal, onGranted });
