import { UnstyledButton } from "@mantine/core";
import { ArrowRightIcon } from "lucide-react";
import type { ReactNode } from "react";
import { leads, useViewer } from "../../session/viewer.ts";
import classes from "./empty-conversation.module.css";

const questions = {
  lead: [
    "Which projects are at risk, and why?",
    "What did we promise clients in the last meetings?",
    "Which projects are close to or over their budget?",
  ],
  member: [
    "What is due next in my projects?",
    "What was decided in the last meetings?",
    "What do the documents say about scope?",
  ],
};

interface Props {
  ask: (question: string) => void;
  children: ReactNode;
}

/** Example questions for a new conversation. */
export function EmptyConversation({ ask, children }: Props) {
  const viewer = useViewer();
  return (
    <div className={classes.fresh}>
      <h2 className={classes.title}>Ask about your projects</h2>
      <p className={classes.text}>
        Answers use the projects, tasks, hours, documents, meetings, emails and notes that you can
        see. Click a citation number in an answer to open the cited passage. Sentences and figures
        without a source are listed below the answer.
      </p>
      <ul className={classes.questions}>
        {questions[leads(viewer) ? "lead" : "member"].map((question) => (
          <li key={question}>
            <UnstyledButton className={classes.question ?? ""} onClick={() => ask(question)}>
              {question}
              <ArrowRightIcon size={16} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
