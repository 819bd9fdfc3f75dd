import { Alert, Button, Skeleton } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useDeferredValue } from "react";
import { countOf } from "../../format/numbers.ts";
import { AnswerText } from "./answer-text.tsx";
import { numbersIn } from "./numbers.ts";
import { Proposals } from "./proposals.tsx";
import { Sources } from "./sources.tsx";
import { Steps } from "./steps.tsx";
import type { Turn } from "./turn.ts";
import classes from "./turn-view.module.css";
import { endInWords, scopeInWords, uncitedInWords } from "./words.ts";

interface Props {
  turn: Turn;
  /** Keeps room for the answer under the question, so that nothing moves while it comes. */
  isLatest: boolean;
  askAgain?: (() => void) | undefined;
}

export function TurnView({ turn, isLatest, askAgain }: Props) {
  const { question, status, steps, citations } = turn;
  const isWritten = status !== "answering";
  const text = useDeferredValue(turn.text);
  const end = endInWords(turn);
  return (
    <article className={classes.turn} data-latest={isLatest} aria-label={`Question: ${question}`}>
      <h2 className={classes.question}>{question}</h2>
      <div className={classes.answer} aria-busy={!isWritten}>
        <Steps steps={steps} />
        {status === "done" && turn.model === null && (
          <p className={classes.evidence}>
            <IconInfoCircle size={16} aria-hidden />
            Evidence, not an answer: what was found, in its own words.
          </p>
        )}
        {text !== "" && (
          <AnswerText
            text={isWritten ? turn.text : text}
            isWritten={isWritten}
            citations={citations}
          />
        )}
        {!isWritten && text === "" && <Waiting hasSteps={steps.length > 0} />}
        <Proposals steps={steps} />
        {end && (
          <Alert
            color={status === "failed" ? "red" : "gray"}
            variant="light"
            title={end.title}
            icon={<IconAlertTriangle />}
            className={classes.end ?? ""}
          >
            {end.detail}
            {askAgain && status !== "withheld" && (
              <Button size="xs" variant="default" mt="xs" display="block" onClick={askAgain}>
                Ask again
              </Button>
            )}
          </Alert>
        )}
        <Foot turn={turn} />
      </div>
    </article>
  );
}

function Waiting({ hasSteps }: { hasSteps: boolean }) {
  return (
    <div className={classes.waiting}>
      <p>{hasSteps ? "Putting it together…" : "Looking at what you may see…"}</p>
      <Skeleton height={12} width="70%" mb={8} />
      <Skeleton height={12} width="55%" />
    </div>
  );
}

/** What the answer was made from, what it cites, and how much of that did not hold. */
function Foot({ turn }: { turn: Turn }) {
  const { text, status, context, citations } = turn;
  if (status !== "done") return null;
  const uncited = uncitedInWords(turn);
  const held = new Set(citations?.map(({ n }) => n));
  const struck = numbersIn(text).filter((n) => !held.has(n)).length;
  return (
    <footer className={classes.foot}>
      {context && <p>{scopeInWords(context)}</p>}
      {uncited && <p className={classes.warning}>{uncited}</p>}
      {struck > 0 && (
        <p className={classes.warning}>
          {struck === 1 ? "1 number is struck" : `${countOf(struck, "number")} are struck`}: what it
          named did not hold when it was checked, or is not open to you.
        </p>
      )}
      <Sources citations={citations ?? []} />
    </footer>
  );
}
