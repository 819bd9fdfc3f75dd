import { Stack, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { ConfirmChange, type DoneChange } from "./confirm-change.tsx";
import type { PersonRow } from "./queries.ts";
import { useTyped } from "./use-typed.ts";

interface Props {
  person: PersonRow;
  onCancel: () => void;
  onDone: (done: DoneChange) => void;
}

export function NameChoice({ person, onCancel, onDone }: Props) {
  const formId = useId();
  const [text, setText] = useState(person.name);
  const name = useTyped(text);
  const isNew = name !== "" && name !== person.name && name === text.trim();
  return (
    <Stack gap="md">
      <TextInput
        label="Name"
        description="Imports still find this person under the former name."
        maxLength={200}
        form={formId}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ConfirmChange
        person={person}
        change={isNew ? { to: "name", name } : null}
        confirm="Rename person"
        formId={formId}
        onCancel={onCancel}
        onDone={onDone}
      />
    </Stack>
  );
}
