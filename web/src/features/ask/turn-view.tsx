import { Alert, Button, Skeleton } from "@mantine/core";
import { InfoIcon, TriangleAlertIcon } from "lucide-react";
import { useDeferredValue } from "react";
import { Instant } from "../../format/instant.tsx";
import { countOf } from "../../format/numbers.ts";
import { AnswerText } from "./answer-text.tsx";
import { CopyAnswer } from "./copy-answer.tsx";
import { numbersIn, shownNumbers } from "./numbers.ts";
import { Proposals } from "./proposals.tsx";
import { Sources } from "./sources.tsx";
import { Steps } from "./steps.tsx";
import { ToEnd } from "./to-end.tsx";
import type { Turn } from "./turn.ts";
import classes from "./turn-view.module.css";
import { endInWords, scopeInWords, uncitedInWords, unfoundInWords } from "./words.ts";

/** A longer question is shown as text, not as a heading. */
const LONG_QUESTION_CHARS = 160;

interface Props {
  turn: Turn;
  /** Reserves room for the answer under the question, so that nothing moves while it arrives. */
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
      <header className={classes.head}>
        <h2 className={classes.question} data-long={question.length > LONG_QUESTION_CHARS}>
          {question}
        </h2>
        <span className={classes.when}>
          <Instant at={turn.at} />
        </span>
      </header>
      <div className={classes.answer} aria-busy={!isWritten}>
        <Steps steps={steps} />
        {status === "done" && turn.model === null && (
          <p className={classes.evidence}>
            <InfoIcon size={16} aria-hidden />
            Evidence only: passages and records, quoted word for word.
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
            icon={<TriangleAlertIcon />}
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
        {isLatest && <ToEnd />}
      </div>
    </article>
  );
}

function Waiting({ hasSteps }: { hasSteps: boolean }) {
  return (
    <div className={classes.waiting}>
      <p>{hasSteps ? "Writing the answer…" : "Searching what you can see…"}</p>
      <Skeleton height={12} width="70%" mb={8} />
      <Skeleton height={12} width="55%" />
    </div>
  );
}

/** The scope of the answer, its citations, and warnings about unsupported parts. */
function Foot({ turn }: { turn: Turn }) {
  const { text, status, context, citations } = turn;
  if (status !== "done") return null;
  const uncited = uncitedInWords(turn);
  const unfound = unfoundInWords(turn);
  const numbers = new Set(citations?.map(({ n }) => n));
  const removedCount = numbersIn(text).filter((n) => !numbers.has(n)).length;
  return (
    <footer className={classes.foot}>
      <div className={classes.scope}>
        <CopyAnswer turn={turn} />
        {context && <p>{scopeInWords(context)}</p>}
      </div>
      {uncited && <p className={classes.warning}>{uncited}</p>}
      {unfound && <p className={classes.warning}>{unfound}</p>}
      {removedCount > 0 && (
        <p className={classes.warning}>
          {removedCount === 1
            ? "1 citation was removed"
            : `${countOf(removedCount, "citation")} were removed`}
          : unsupported, or you don't have access.
        </p>
      )}
      <Sources
        citations={citations ?? []}
        displayNumbers={shownNumbers(text)}
        hasQuotes={turn.model !== null}
      />
    </footer>
  );
}
