import { Alert, Button, Group, Modal, Text } from "@mantine/core";
import { OctagonAlertIcon } from "lucide-react";
import type { FormEvent } from "react";
import { useTypedConfirmation } from "./typed-confirmation.tsx";

interface Props {
  /** The cards with high stakes. */
  titles: string[];
  label: string;
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Shows the cards with high stakes, and asks the decider to confirm. */
export function ConfirmDialog({ titles, label, isBusy, onCancel, onConfirm }: Props) {
  const confirmation = useTypedConfirmation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirmation.check() && !isBusy) onConfirm();
  };
  return (
    <Modal
      opened
      onClose={onCancel}
      title={label}
      returnFocus={false}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form onSubmit={submit} noValidate>
        <Alert color="red" variant="light" icon={<OctagonAlertIcon />} mb="md" title="High stakes">
          {titles.map((title) => (
            <Text key={title} size="md">
              {title}
            </Text>
          ))}
        </Alert>
        {confirmation.field}
        <Group gap="xs" mt="lg" justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {label}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
