import { Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect } from "react";
import type { CalendarEvent } from "../../api/calendar-routes.ts";
import { useDialog } from "../portfolio-actions/action-dialog.tsx";
import { ActionForm } from "../portfolio-actions/action-form.tsx";
import { AppliesTo } from "./event-form.tsx";
import { whenOf } from "./event-words.ts";
import { useEventProposal } from "./use-event-proposal.ts";

interface Values {
  note: string;
  applies_to: "this" | "all";
}

/** Proposes the cancellation of an event. */
export function CancelEventForm({ event }: { event: CalendarEvent }) {
  const dialog = useDialog();
  const form = useForm<Values>({ initialValues: { note: "", applies_to: "this" } });
  const { propose, isBusy, problem } = useEventProposal(form);
  const { isDirty } = form;
  useEffect(() => dialog.guard(() => isDirty()), [dialog, isDirty]);
  const submit = ({ note, applies_to }: Values) =>
    propose({
      action: "propose_event",
      type: "cancel",
      event_id: event.id,
      applies_to,
      ...(note.trim() && { note: note.trim() }),
    });
  return (
    <ActionForm controls={{ form, submit, isBusy, problem }} submitLabel="Propose cancellation">
      <Text>{whenOf(event)}</Text>
      {event.series_id && <AppliesTo {...form.getInputProps("applies_to")} />}
      <Textarea
        label="Note to attendees"
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        {...form.getInputProps("note")}
      />
    </ActionForm>
  );
}
