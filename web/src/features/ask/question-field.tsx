import { Alert, Button, Textarea } from "@mantine/core";
import { ArrowUpIcon, SquareIcon } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import classes from "./question-field.module.css";
import { refusalInWords } from "./words.ts";

const MAX_CHARS = 8000;

interface Props {
  isRunning: boolean;
  /** Whether the conversation has loaded. Until then no question can be sent. */
  isReady: boolean;
  ask: (question: string) => void;
  stop: () => void;
  /** A refused question, which returns to the field. */
  refused: { question: string; error: unknown } | undefined;
  /** Text that another component puts into the field, to ask or change it. */
  words: string;
  note: string;
}

export const focusQuestion = () => document.getElementById("question")?.focus();

export function QuestionField({ isRunning, isReady, ask, stop, refused, words, note }: Props) {
  const [text, setText] = useState(words);
  const noteId = useId();
  useEffect(() => {
    if (refused) setText((typed) => typed || refused.question);
  }, [refused]);
  const lastWords = useRef(words);
  useEffect(() => {
    if (words === lastWords.current) return;
    lastWords.current = words;
    // The refused text is already here, and the URL may contain a shorter one.
    if (words === "" || refused?.question.startsWith(words)) return;
    setText(words);
    focusQuestion();
  }, [words, refused]);

  const question = text.trim();
  const isTooLong = question.length > MAX_CHARS;
  const canAsk = question !== "" && !isTooLong && !isRunning && isReady;
  const send = () => {
    if (!canAsk) return;
    setText("");
    ask(question);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isRunning) stop();
    // Enter also ends the composition of an input method.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {refused && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          mb="xs"
          title={refusalInWords(refused.error).title}
        >
          {refusalInWords(refused.error).detail} Your question is still here.
          <Button type="submit" size="xs" variant="default" mt="xs" display="block">
            Try again
          </Button>
        </Alert>
      )}
      <div className={classes.box}>
        <Textarea
          id="question"
          variant="unstyled"
          className={classes.field ?? ""}
          aria-label="Question"
          aria-describedby={noteId}
          placeholder="Ask about your projects"
          autosize
          minRows={1}
          maxRows={8}
          value={text}
          error={isTooLong && "Shorten the question to 8,000 characters."}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {isRunning ? (
          <Button
            variant="default"
            leftSection={<SquareIcon size={14} fill="currentColor" aria-hidden />}
            onClick={stop}
          >
            Stop
          </Button>
        ) : (
          <Button
            type="submit"
            disabled={!canAsk}
            leftSection={<ArrowUpIcon size={16} aria-hidden />}
          >
            Ask
          </Button>
        )}
      </div>
      <p id={noteId} className={classes.note}>
        <span className={classes.keys}>Press Enter to ask, Shift+Enter for a new line. </span>
        {note}
      </p>
    </form>
  );
}
