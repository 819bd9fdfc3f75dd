import { TextInput } from "@mantine/core";
import { useRef, useState } from "react";

/** The word to type as confirmation. */
const WORD = "APPROVE";

/** High stakes require a typed word, so that a stray keystroke approves nothing. */
export function useTypedConfirmation() {
  const [text, setText] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return {
    /** Returns whether it was confirmed; if not, the field shows an error. */
    check: () => {
      const isRight = text.trim().toUpperCase() === WORD;
      setIsWrong(!isRight);
      if (!isRight) input.current?.focus();
      return isRight;
    },
    field: (
      <TextInput
        ref={input}
        label={`Type ${WORD} to confirm`}
        data-autofocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={text}
        error={isWrong && `Type the word ${WORD}`}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setIsWrong(false);
        }}
      />
    ),
  };
}
