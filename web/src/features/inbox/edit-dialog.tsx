import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { payloadFields } from "../../../../supabase/functions/_domain/approvals/kinds.ts";
import { type Approval, actOnCard } from "../../api/approval-routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { ActionDialog, useDialog } from "../portfolio-actions/action-dialog.tsx";
import { ActionForm } from "../portfolio-actions/action-form.tsx";
import { disagreements } from "../portfolio-actions/changes.ts";
import { ConflictReview } from "../portfolio-actions/conflict-review.tsx";
import { type ActionControls, focusFirst } from "../portfolio-actions/use-action-form.ts";
import { inboxKey } from "./count.ts";
import { type FormValues, formValuesOf, payloadOf, problemsIn } from "./form-values.ts";
import { FieldValue } from "./payload-field.tsx";
import { PayloadInput } from "./payload-input.tsx";
import { isSame } from "./payload-values.ts";
import { refusedFields } from "./refused-fields.ts";
import { currentIn, decidedInWords } from "./use-decide.ts";

interface Props {
  approval: Approval;
  onClosed: () => void;
  onSaved: (answer: Approval) => void;
}

/** Edits the payload of a card; saving creates a new version, which waits for a decision. */
export default function EditDialog({ approval, onClosed, onSaved }: Props) {
  // The card when the form opened, because the card behind it reloads repeatedly.
  const [initialApproval] = useState(approval);
  return (
    <ActionDialog title="Edit card" about={initialApproval.title} returnFocus={onClosed}>
      <EditForm approval={initialApproval} onSaved={onSaved} />
    </ActionDialog>
  );
}

function EditForm({ approval, onSaved }: Omit<Props, "onClosed">) {
  const fields = payloadFields[approval.kind];
  const names = fields.map(({ name }) => name);
  const dialog = useDialog();
  const queryClient = useQueryClient();
  const start = useRef({
    version: approval.version,
    payload: approval.payload,
    values: formValuesOf(fields, approval.payload),
  });
  const [conflict, setConflict] = useState<Approval | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const { mutateAsync, isPending } = useMutation({ mutationFn: actOnCard });
  const form = useForm<FormValues>({
    initialValues: start.current.values,
    validate: (values) => problemsIn(fields, values),
  });
  const isChanged = () => !isSame(form.getValues(), start.current.values);
  const hasChanges = useRef(isChanged);
  hasChanges.current = isChanged;
  useEffect(() => dialog.guard(() => hasChanges.current()), [dialog]);

  const submit: ActionControls<FormValues>["submit"] = async (values) => {
    setProblem(null);
    if (isSame(values, start.current.values)) return dialog.finish();
    const { version, payload, values: before } = start.current;
    try {
      const answer = await mutateAsync({
        action: "edit",
        id: approval.id,
        version,
        payload: payloadOf(fields, payload, before, values),
      });
      dialog.finish();
      onSaved(answer.approval);
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey: [...inboxKey, "card", approval.id] });
      const refusals = refusedFields(error, names);
      if (refusals) {
        form.setErrors(refusals);
        return focusFirst(form, refusals);
      }
      const current = currentIn(error);
      if (current) setConflict(current);
      else setProblem(decidedMeanwhile(error) ?? error);
    }
  };

  if (conflict) {
    const { values: base } = start.current;
    const currentValues = formValuesOf(fields, conflict.payload);
    const accept = (selection: Partial<FormValues>): FormValues => {
      const values = { ...form.getValues(), ...selection } as FormValues;
      start.current = {
        version: conflict.version,
        payload: conflict.payload,
        values: currentValues,
      };
      form.setValues(values);
      setConflict(null);
      return values;
    };
    return (
      <ConflictReview<FormValues, string>
        conflict={{
          fields: disagreements({
            fields: names,
            base,
            input: form.getValues(),
            current: currentValues,
            changes: [
              {
                at: conflict.updated_at,
                by: conflict.last_edited_by,
                fields: conflict.payload,
              },
            ],
          }),
          save: (selection) => submit(accept(selection)),
          edit: (selection) => void accept(selection),
        }}
        labels={Object.fromEntries(fields.map(({ name, label }) => [name, label]))}
        show={(name, value) => (
          <FieldValue
            field={fields.find((field) => field.name === name) ?? { type: "line" }}
            value={value}
          />
        )}
      />
    );
  }
  return (
    <ActionForm
      controls={{ form, submit, isBusy: isPending, problem }}
      submitLabel="Save as a new version"
    >
      {fields.map((field, index) => (
        <PayloadInput
          key={field.name}
          field={field}
          form={form}
          projectId={approval.project?.id ?? null}
          isFirst={index === 0}
        />
      ))}
    </ActionForm>
  );
}

/** The refusal, with the state of the card and of the typed text. */
function decidedMeanwhile(error: unknown): ServiceError | null {
  if (!(error instanceof ServiceError) || error.code !== "approval_already_decided") return null;
  const decision = decidedInWords((error.details ?? {}) as Parameters<typeof decidedInWords>[0]);
  return new ServiceError(409, error.code, `${decision} Your text is still here.`);
}
