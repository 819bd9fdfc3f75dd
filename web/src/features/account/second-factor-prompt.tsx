import { Modal, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { askForSecondFactorWith } from "../../api/second-factor.ts";
import { CodeForm } from "../../session/code-form.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

const EnrolFactor = lazyPart(async () => ({
  default: (await import("./enrol-factor.tsx")).EnrolFactor,
}));

interface Question {
  hasFactor: boolean;
  answer: (isEntered: boolean) => void;
}

/** Asks for the second factor where a decision needs it, and lets the decision go on. */
export function SecondFactorPrompt() {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    askForSecondFactorWith(
      (hasFactor) => new Promise((answer) => setQuestion({ hasFactor, answer })),
    );
    return () => askForSecondFactorWith(undefined);
  }, []);

  function close(isEntered: boolean) {
    question?.answer(isEntered);
    setQuestion(null);
  }

  return (
    <Modal
      opened={question !== null}
      onClose={() => close(false)}
      title={question?.hasFactor ? "Enter your code" : "Set up a second factor"}
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
    >
      <Text mb="md">Your organization requires a second factor for this. Then it goes on.</Text>
      {question?.hasFactor ? (
        <CodeForm submitLabel="Continue" onVerified={() => close(true)} />
      ) : (
        question && <EnrolFactor onDone={() => close(true)} onCancel={() => close(false)} />
      )}
    </Modal>
  );
}
