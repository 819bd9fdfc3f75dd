import { CheckIcon, LoaderIcon, XIcon } from "lucide-react";
import classes from "./steps.module.css";
import type { Step } from "./turn.ts";
import { stepInWords, stepsInWords } from "./words.ts";

const icon = { size: 14, strokeWidth: 2 };

/** The lookups of a turn, folded into one line. */
export function Steps({ steps }: { steps: Step[] }) {
  if (steps.length === 0) return null;
  return (
    <details className={classes.steps}>
      <summary>{stepsInWords(steps)}</summary>
      <ol>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only appended
          <li key={index}>
            <Outcome status={step.status} />
            <span>
              {stepInWords(step)}
              {step.summary && <span className={classes.summary}>: {step.summary}</span>}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Outcome({ status }: { status: Step["status"] }) {
  if (status === "done") return <CheckIcon {...icon} aria-label="Done" color="var(--cs-good)" />;
  if (status === "failed") return <XIcon {...icon} aria-label="Failed" color="var(--cs-bad)" />;
  return <LoaderIcon {...icon} aria-label="Running" />;
}
