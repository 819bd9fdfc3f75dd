import { Button, Group, Modal, Text, Textarea } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { rejectionReasons } from "./words.ts";

interface Props {
  title: string;
  /** The reason that was typed before the card changed. */
  initial: string;
  isBusy: boolean;
  onCancel: () => void;
  onReject: (reason: string) => void;
}

/** A card is rejected with a reason, which its proposer reads. */
export function RejectDialog({ title, initial, isBusy, onCancel, onReject }: Props) {
  const [reason, setReason] = useState(initial);
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(reason.trim() === "");
    if (reason.trim() === "") return field.current?.focus();
    if (!isBusy) onReject(reason.trim());
  };
  return (
    <Modal
      opened
      onClose={onCancel}
      title="Reject card"
      returnFocus={false}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form ref={form} onSubmit={submit} noValidate>
        <Text mb="sm">{title}</Text>
        <Textarea
          ref={field}
          label="Reason"
          description="The proposer will read it."
          required
          data-autofocus
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2000}
          value={reason}
          error={isMissing && reason.trim() === "" && "Enter a reason"}
          onChange={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
              form.current?.requestSubmit();
            }
          }}
        />
        <Group gap={6} mt="xs" role="group" aria-label="Suggestions">
          {rejectionReasons.map((suggested) => (
            <Button
              key={suggested}
              size="compact-xs"
              variant="default"
              onClick={() => {
                setReason(suggested);
                field.current?.focus();
              }}
            >
              {suggested}
            </Button>
          ))}
        </Group>
        <Group gap="xs" mt="lg" justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={isBusy}>
            Reject card
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
