import { Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { ConfirmChange, type DoneChange } from "./confirm-change.tsx";
import type { PersonRow } from "./queries.ts";
import { useTyped } from "./use-typed.ts";

interface Props {
  person: PersonRow;
  onCancel: () => void;
  onDone: (done: DoneChange) => void;
}

const address = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** Gives an email to a person who has none, or removes it. */
export function EmailChoice({ person, onCancel, onDone }: Props) {
  const [text, setText] = useState("");
  const email = useTyped(text).toLowerCase();
  const isRemoval = person.email !== null;
  const isComplete = isRemoval || (address.test(email) && email === text.trim().toLowerCase());
  return (
    <Stack gap="md">
      {isRemoval ? (
        <Text size="md">
          {person.name} keeps everything but the email {person.email}.
        </Text>
      ) : (
        <TextInput
          label="Email"
          description="Imports find this person by it, and an invitation works only for it."
          type="email"
          maxLength={320}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ConfirmChange
        person={person}
        change={isComplete ? { to: "email", email: isRemoval ? null : email } : null}
        confirm={isRemoval ? "Remove email" : "Add email"}
        onCancel={onCancel}
        onDone={onDone}
      />
    </Stack>
  );
}
