import { Select } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Approval, assignCard } from "../../api/approval-routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { asSentence } from "../../format/sentence.ts";
import { listState } from "../../ui/list-state.ts";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { ActionDialog, useDialog } from "../portfolio-actions/action-dialog.tsx";
import { ActionForm } from "../portfolio-actions/action-form.tsx";
import { inboxKey } from "./count.ts";
import { deciders } from "./queries.ts";

interface Props {
  approval: Approval;
  onClosed: () => void;
}

/** Assigns a card to a person, or removes the assignment. */
export default function AssignDialog({ approval, onClosed }: Props) {
  // The card when the dialog opened, because the card behind it reloads repeatedly.
  const [initialApproval] = useState(approval);
  return (
    <ActionDialog title="Assign card" about={initialApproval.title} returnFocus={onClosed}>
      <AssignForm approval={initialApproval} />
    </ActionDialog>
  );
}

/** Refusals because of the chosen person. */
const refusalsOfPerson = ["assignee_may_not_decide", "person_not_found"];

function AssignForm({ approval }: { approval: Approval }) {
  const dialog = useDialog();
  const queryClient = useQueryClient();
  const people = useQuery(deciders);
  const [problem, setProblem] = useState<unknown>(null);
  const { mutateAsync, isPending } = useMutation({ mutationFn: assignCard });
  const { id, assigned_to: before } = approval;
  const form = useForm({ initialValues: { person: before?.id ?? "" } });
  const submit = async ({ person }: { person: string }) => {
    setProblem(null);
    const [to, from] = [person || null, before?.id ?? null];
    if (to === from) return dialog.finish();
    try {
      const answer = await mutateAsync({
        action: "assign",
        id,
        person_id: to,
        current_person_id: from,
      });
      dialog.finish();
      const { assigned_to: after } = answer.approval;
      notifyUndoable(after ? `Assigned to ${after.name}.` : "Assignment removed.", () =>
        assignCard({ action: "assign", id, person_id: from, current_person_id: to }),
      );
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey: inboxKey });
      if (error instanceof ServiceError && refusalsOfPerson.includes(error.code)) {
        form.setFieldError("person", asSentence(error.message));
      } else {
        setProblem(error);
      }
    }
  };
  const colleagues = people.data ?? [];
  return (
    <ActionForm controls={{ form, submit, isBusy: isPending, problem }} submitLabel="Assign card">
      <Select
        label="Person"
        description="Choose an admin or a lead. An assignment grants no new rights."
        placeholder="Nobody"
        data-autofocus
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Remove the assignment" }}
        limit={50}
        {...listState(people, "No admin or lead has this name.")}
        data={[
          ...(before && !colleagues.some((person) => person.id === before.id) ? [before] : []),
          ...colleagues,
        ].map((person) => ({ value: person.id, label: person.name }))}
        value={form.getValues().person || null}
        error={form.errors["person"]}
        onChange={(person) => form.setFieldValue("person", person ?? "")}
      />
    </ActionForm>
  );
}
