import { Alert, Modal, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { TriangleAlertIcon } from "lucide-react";
import { useViewer } from "../../session/viewer.ts";
import { ConfirmChange, type DoneChange } from "./confirm-change.tsx";
import { EmailChoice } from "./email-choice.tsx";
import { MergeChoice } from "./merge-choice.tsx";
import { NameChoice } from "./name-choice.tsx";
import type { ListedPerson } from "./people-view.ts";
import { RoleChoice } from "./role-choice.tsx";

/** The change to a person that the viewer chose. */
export type PersonChange =
  | { to: "role" }
  | { to: "offboarded" }
  | { to: "name" }
  | { to: "email" }
  | { to: "merged" }
  | { to: "unmerged" }
  | { to: "prompt_owner"; is_prompt_owner: boolean }
  | { to: "membership"; is_member: boolean; project: { id: string; name: string } };

interface Props {
  person: ListedPerson;
  people: ListedPerson[];
  /** Stays while the dialog closes. */
  change: PersonChange | null;
  isOpen: boolean;
  onClose: () => void;
  onDone: (done: DoneChange, otherName?: string) => void;
}

export function ChangeDialog({ person, people, change, isOpen, onClose, onDone }: Props) {
  const isNarrow = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={change && titleOf(change, person)}
      size="lg"
      fullScreen={isNarrow}
      closeButtonProps={{ "aria-label": "Close" }}
      // It closes at once, because its data about the changed person is no longer loaded while it fades.
      transitionProps={{ duration: 0 }}
    >
      {change && (
        <Body person={person} people={people} change={change} onClose={onClose} onDone={onDone} />
      )}
    </Modal>
  );
}

function titleOf(change: PersonChange, { name, email }: ListedPerson): string {
  switch (change.to) {
    case "role":
      return `Change the role of ${name}`;
    case "offboarded":
      return `Offboard ${name}`;
    case "name":
      return `Rename ${name}`;
    case "email":
      return email ? `Remove the email of ${name}` : `Add an email for ${name}`;
    case "merged":
      return `Merge a duplicate of ${name}`;
    case "unmerged":
      return `Undo the merge of ${name}`;
    case "prompt_owner":
      return change.is_prompt_owner
        ? `Make ${name} a prompt owner`
        : `Remove ${name} as a prompt owner`;
    case "membership":
      return change.is_member
        ? `Add ${name} to ${change.project.name}`
        : `Remove ${name} from ${change.project.name}`;
  }
}

function Body({
  person,
  people,
  change,
  onClose,
  onDone,
}: Omit<Props, "isOpen" | "change"> & { change: PersonChange }) {
  const viewer = useViewer();
  const formProps = { person, onCancel: onClose };
  switch (change.to) {
    case "role":
      return <RoleChoice {...formProps} onDone={onDone} />;
    case "name":
      return <NameChoice {...formProps} onDone={onDone} />;
    case "email":
      return <EmailChoice {...formProps} onDone={onDone} />;
    case "merged":
      return <MergeChoice {...formProps} people={people} onDone={onDone} />;
    case "unmerged":
      return (
        <ConfirmChange
          {...formProps}
          change={{ to: "unmerged" }}
          confirm="Undo merge"
          onDone={onDone}
        />
      );
    case "offboarded":
      return (
        <ConfirmChange
          {...formProps}
          change={{ to: "offboarded" }}
          confirm="Offboard person"
          isGrave
          typed={person.name}
          onDone={onDone}
          warning={
            <Alert
              color="red"
              variant="light"
              icon={<TriangleAlertIcon />}
              title="This can't be undone"
            >
              {person.id === viewer.id
                ? "You are offboarding yourself: you lose access at once. "
                : "They lose access at once, on every device. "}
              Their work stays on record. To bring them back, invite them again; that does not
              restore their memberships.
            </Alert>
          }
        />
      );
    case "prompt_owner":
      return (
        <>
          <Text size="md" mb="md">
            A prompt owner decides cards about the prompt and changes the live prompt.
          </Text>
          <ConfirmChange
            {...formProps}
            change={change}
            confirm={change.is_prompt_owner ? "Make prompt owner" : "Remove prompt ownership"}
            onDone={onDone}
          />
        </>
      );
    case "membership": {
      const { project, is_member } = change;
      return (
        <ConfirmChange
          {...formProps}
          change={{ to: "membership", project_id: project.id, is_member }}
          confirm={is_member ? "Add to the project" : "Remove from the project"}
          onDone={(done) => onDone(done, project.name)}
        />
      );
    }
  }
}
