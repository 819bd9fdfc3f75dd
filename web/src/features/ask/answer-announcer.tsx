import { useDeferredValue } from "react";
import { spokenSentences } from "./streamed-text.ts";
import type { Turn } from "./turn.ts";
import { endInWords } from "./words.ts";

/** Reads the answer aloud to screen readers, a sentence at a time as it arrives. */
export function AnswerAnnouncer({ turn }: { turn: Turn | undefined }) {
  const text = useDeferredValue(turn?.text ?? "");
  const isWritten = turn !== undefined && turn.status !== "answering";
  const end = turn && endInWords(turn);
  return (
    <div className="visually-hidden" aria-live="polite" aria-relevant="additions">
      {spokenSentences(text, isWritten).map((sentence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only appended
        <p key={index}>{sentence}</p>
      ))}
      {end && <p>{`${end.title}. ${end.detail}`}</p>}
      {turn?.status === "done" && <p>End of the answer</p>}
    </div>
  );
}
