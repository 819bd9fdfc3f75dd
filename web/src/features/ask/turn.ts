import type { ChatEvent, Citation, ContextSize } from "../../api/chat-routes.ts";

// A question and its answer, as a stream delivers it and as the database stores it.

export type Step = Omit<Extract<ChatEvent, { type: "tool" }>, "type">;

/** A citation of an answer; a streamed one may include its location in the source. */
export type AnswerCitation = Pick<
  Citation,
  "n" | "kind" | "id" | "title" | "quote" | "project_id"
> &
  Partial<Pick<Citation, "table" | "source_id" | "location">>;

/** withheld: its sources are no longer visible to the viewer. unfinished: its end was never stored. */
export type TurnStatus = "answering" | "done" | "stopped" | "failed" | "withheld" | "unfinished";

export interface Turn {
  question: string;
  /** The time of the question. */
  at: string;
  status: TurnStatus;
  text: string;
  steps: Step[];
  /** Null until they are verified. */
  citations: AnswerCitation[] | null;
  /** Null when no model is configured: the answer then contains only evidence. Undefined until that is known. */
  model: string | null | undefined;
  context: ContextSize | null;
  /** Sentences without a valid citation. */
  uncited: number;
  /** Figures that no source contains. */
  unfoundFigures: string[];
  errorCode: string | null;
}

export function newTurn(question: string, at = new Date().toISOString()): Turn {
  return {
    question,
    at,
    status: "answering",
    text: "",
    steps: [],
    citations: null,
    model: undefined,
    context: null,
    uncited: 0,
    unfoundFigures: [],
    errorCode: null,
  };
}

/** The turn after an event. Events that follow the end event change nothing. */
export function withEvent(turn: Turn, event: ChatEvent): Turn {
  if (turn.status !== "answering") return turn;
  switch (event.type) {
    case "delta":
      return { ...turn, text: turn.text + event.text };
    case "tool": {
      const { type: _, ...step } = event;
      return { ...turn, steps: withStep(turn.steps, step) };
    }
    case "done":
      return {
        ...turn,
        status: "done",
        citations: event.citations,
        model: event.model,
        context: event.context,
        uncited: event.uncited_sentences,
        unfoundFigures: event.unfound_figures,
      };
    case "error":
      return withEnd(turn, "failed", event.code);
    default:
      // A newer service may send fields that this page does not know.
      return turn;
  }
}

/** The turn after an interruption: its text so far stays, with unverified numbers. */
export function withEnd(turn: Turn, status: "stopped" | "failed", errorCode: string | null): Turn {
  if (turn.status !== "answering") return turn;
  const steps = turn.steps.map(
    (step): Step => (step.status === "running" ? { ...step, status: "failed" } : step),
  );
  return { ...turn, status, steps, errorCode };
}

/** An end event belongs to the first running step of that name. */
function withStep(steps: Step[], step: Step): Step[] {
  const index =
    step.status === "running"
      ? -1
      : steps.findIndex(({ name, status }) => name === step.name && status === "running");
  return index === -1 ? [...steps, step] : steps.with(index, step);
}
