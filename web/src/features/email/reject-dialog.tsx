import { Button, Group, Modal, Text, Textarea } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { rejectionReasons } from "./words.ts";

interface Props {
  subject: string;
  isBusy: boolean;
  onCancel: () => void;
  onReject: (reason: string) => void;
}

/** Rejects an email with a reason; it stays in the list of rejected emails. */
export function RejectDialog({ subject, isBusy, onCancel, onReject }: Props) {
  const [reason, setReason] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const line = reason.replace(/\s+/g, " ").trim();
    setIsMissing(line === "");
    if (line === "") return field.current?.focus();
    if (!isBusy) onReject(line);
  };
  return (
    <Modal
      opened
      onClose={onCancel}
      title="Reject the email"
      returnFocus={false}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form ref={form} onSubmit={submit} noValidate>
        <Text mb="sm">{subject}</Text>
        <Textarea
          ref={field}
          label="Reason"
          description="The email moves to Rejected, and search no longer finds it. You can restore it."
          required
          data-autofocus
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
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
            Reject email
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
