import { Button, Group, Modal, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";

interface Props {
  title: string;
  /** Whether closing would lose typed text or attached files. */
  isDirty: boolean;
  /** The text that closing would lose. */
  unsent: "comment" | "request";
  onClose: () => void;
  /** Renders the form; it gets a function that closes the dialog as Escape does. */
  children: (close: () => void) => ReactNode;
}

/** A form over the portal. It asks before it discards unsaved text. */
export function PortalDialog({ title, isDirty, unsent, onClose, children }: Props) {
  const [isAsking, setAsking] = useState(false);
  // Opens the question after this event, because it would handle the same Escape.
  const close = () => void (isDirty ? setTimeout(setAsking, 0, true) : onClose());
  return (
    <>
      <Dialog onClose={close} closeOnEscape={!isAsking} title={title}>
        {children(close)}
      </Dialog>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={`Discard your ${unsent}?`}
        size="sm"
        centered
        withCloseButton={false}
        transitionProps={{ duration: 120 }}
      >
        <Text>It has not been sent.</Text>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            Keep editing
          </Button>
          <Button color="red" onClick={onClose}>
            Discard {unsent}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
