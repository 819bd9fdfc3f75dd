import { Button, Modal, Stack } from "@mantine/core";
import { useState } from "react";
import type { Place } from "./lines.ts";
import { PlaceFields } from "./place-fields.tsx";

interface Props {
  isOpen: boolean;
  returnsFocus: boolean;
  onClose: () => void;
  onAdd: (place: Place) => void;
}

/** Adds a project, or one of its tasks, to the rows of the week. */
export function AddRow({ isOpen, returnsFocus, onClose, onAdd }: Props) {
  return (
    <Modal
      opened={isOpen}
      returnFocus={returnsFocus}
      onClose={onClose}
      title="Add a row"
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
    >
      <AddRowForm onAdd={onAdd} />
    </Modal>
  );
}

function AddRowForm({ onAdd }: Pick<Props, "onAdd">) {
  const [place, setPlace] = useState<Place | null>(null);
  const [problem, setProblem] = useState<string>();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (place) onAdd(place);
        else setProblem("Choose a project");
      }}
    >
      <Stack gap="md" align="stretch">
        <PlaceFields value={place} onChange={setPlace} problem={place ? undefined : problem} />
        <Button type="submit">Add row</Button>
      </Stack>
    </form>
  );
}
