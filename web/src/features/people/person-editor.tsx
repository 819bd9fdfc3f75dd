import { Popover, Text } from "@mantine/core";
import { type KeyboardEvent, useId } from "react";
import { actOnPeople } from "../../api/routes.ts";
import { useViewer } from "../../session/viewer.ts";
import { notifySaved, notifyUndoable } from "../../ui/saved-notice.tsx";
import { doneInWords } from "./change-words.ts";
import type { DoneChange } from "./confirm-change.tsx";
import { inverseOf } from "./inverse-change.ts";
import { NameChoice } from "./name-choice.tsx";
import type { ListedPerson } from "./people-view.ts";
import classes from "./person-editor.module.css";
import { RoleChoice } from "./role-choice.tsx";

interface Props {
  person: ListedPerson;
  field: "name" | "role";
  close: () => void;
}

/** Changes a person in the list: a field under the cell, and the effect of the change before it is made. */
export default function PersonEditor({ person, field, close }: Props) {
  const viewer = useViewer();
  const titleId = useId();
  const choice = {
    person,
    onCancel: close,
    onDone: (done: DoneChange) => {
      close();
      report(done, viewer.id);
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys of the form are not those of the table. An open list of options closes first.
    event.stopPropagation();
    const isTaken = (event.target as Element).hasAttribute("data-mantine-stop-propagation");
    if (event.key === "Escape" && !isTaken) close();
  };
  return (
    <Popover
      opened
      onClose={close}
      trapFocus
      closeOnEscape={false}
      hideDetached={false}
      withRoles={false}
      width={400}
      position="bottom-start"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-labelledby={titleId}
        className={classes.dropdown}
        onKeyDown={onKeyDown}
      >
        <Text id={titleId} fw={600} mb="sm">
          {field === "role" ? `Change the role of ${person.name}` : `Rename ${person.name}`}
        </Text>
        {field === "role" ? <RoleChoice {...choice} isCompact /> : <NameChoice {...choice} />}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Confirms a change, and offers its inverse if there is one. */
function report({ before, change, version }: DoneChange, viewerId: string): void {
  const words = doneInWords(before.name, change);
  const inverse = inverseOf(before, change, viewerId);
  if (!inverse) {
    notifySaved(words);
    return;
  }
  const undo = { person_id: before.id, version, change: inverse };
  notifyUndoable(words, () => actOnPeople({ action: "change", ...undo }));
}
