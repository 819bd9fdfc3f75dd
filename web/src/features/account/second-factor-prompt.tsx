import { useEffect, useState } from "react";
import { askForSecondFactorWith } from "../../api/second-factor.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

const SecondFactorDialog = lazyPart(() => import("./second-factor-dialog.tsx"));

interface Question {
  hasFactor: boolean;
  answer: (isEntered: boolean) => void;
}

/** Asks for the second factor when a decision needs it, then continues the decision. */
export function SecondFactorPrompt() {
  const [question, setQuestion] = useState<Question | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
  useEffect(() => {
    askForSecondFactorWith(
      (hasFactor) =>
        new Promise((answer) => {
          setWasAsked(true);
          setQuestion({ hasFactor, answer });
        }),
    );
    return () => askForSecondFactorWith(undefined);
  }, []);

  function close(isEntered: boolean) {
    question?.answer(isEntered);
    setQuestion(null);
  }

  return wasAsked && <SecondFactorDialog question={question} onClose={close} />;
}
