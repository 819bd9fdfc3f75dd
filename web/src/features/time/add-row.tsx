import { Button, Modal, Stack } from "@mantine/core";
import { useState } from "react";
import type { ProjectTask } from "./lines.ts";
import { ProjectTaskFields } from "./project-task-fields.tsx";

interface Props {
  isOpen: boolean;
  returnsFocus: boolean;
  onClose: () => void;
  onAdd: (work: ProjectTask) => void;
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
  const [work, setWork] = useState<ProjectTask | null>(null);
  const [problem, setProblem] = useState<string>();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (work) onAdd(work);
        else setProblem("Choose a project");
      }}
    >
      <Stack gap="md" align="stretch">
        <ProjectTaskFields
          value={work}
          onChange={setWork}
          problem={work ? undefined : problem}
          takesFocus
        />
        <Button type="submit">Add row</Button>
      </Stack>
    </form>
  );
}
