import { Alert, Modal, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useViewer } from "../../session/viewer.ts";
import { ConfirmChange, type DoneChange } from "./confirm-change.tsx";
import type { ListedPerson } from "./people-view.ts";
import { RoleChoice } from "./role-choice.tsx";

/** What the reader asked to change about a person. */
export type Asked =
  | { to: "role" }
  | { to: "offboarded" }
  | { to: "prompt_owner"; is_prompt_owner: boolean }
  | { to: "membership"; is_member: boolean; project: { id: string; name: string } };

interface Props {
  person: ListedPerson;
  /** Stays while the dialog closes. */
  asked: Asked | null;
  isOpen: boolean;
  onClose: () => void;
  onDone: (done: DoneChange, projectName?: string) => void;
}

export function ChangeDialog({ person, asked, isOpen, onClose, onDone }: Props) {
  const isNarrow = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={asked && titleOf(asked, person.name)}
      size="lg"
      fullScreen={isNarrow}
      closeButtonProps={{ "aria-label": "Close" }}
      // It goes at once: what it would show of the changed person while it fades is no longer asked.
      transitionProps={{ duration: 0 }}
    >
      {asked && <Body person={person} asked={asked} onClose={onClose} onDone={onDone} />}
    </Modal>
  );
}

function titleOf(asked: Asked, name: string): string {
  switch (asked.to) {
    case "role":
      return `Change the role of ${name}`;
    case "offboarded":
      return `Offboard ${name}`;
    case "prompt_owner":
      return asked.is_prompt_owner ? `Give ${name} the prompt` : `Take the prompt from ${name}`;
    case "membership":
      return asked.is_member
        ? `Add ${name} to ${asked.project.name}`
        : `Remove ${name} from ${asked.project.name}`;
  }
}

function Body({
  person,
  asked,
  onClose,
  onDone,
}: Omit<Props, "isOpen" | "asked"> & { asked: Asked }) {
  const viewer = useViewer();
  const shared = { person, onCancel: onClose };
  switch (asked.to) {
    case "role":
      return <RoleChoice person={person} onCancel={onClose} onDone={onDone} />;
    case "offboarded":
      return (
        <ConfirmChange
          {...shared}
          change={{ to: "offboarded" }}
          confirm="Offboard"
          isGrave
          typed={person.name}
          onDone={onDone}
          warning={
            <Alert color="red" variant="light" icon={<IconAlertTriangle />} title="No way back">
              {person.id === viewer.id
                ? "You offboard yourself: you are out with your next click. "
                : "Their next request is refused, on every device. "}
              What they did stays on record. To bring somebody back, invite them anew; their
              memberships do not come back by themselves.
            </Alert>
          }
        />
      );
    case "prompt_owner":
      return (
        <>
          <Text size="md" mb="md">
            A prompt owner decides approvals about the prompt and moves the live one.
          </Text>
          <ConfirmChange
            {...shared}
            change={asked}
            confirm={asked.is_prompt_owner ? "Make prompt owner" : "Take the prompt"}
            onDone={onDone}
          />
        </>
      );
    case "membership": {
      const { project, is_member } = asked;
      return (
        <ConfirmChange
          {...shared}
          change={{ to: "membership", project_id: project.id, is_member }}
          confirm={is_member ? "Add to the project" : "Remove from the project"}
          onDone={(done) => onDone(done, project.name)}
        />
      );
    }
  }
}
