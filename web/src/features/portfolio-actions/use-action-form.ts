import { type FormErrors, type UseFormReturnType, useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { z } from "zod";
import {
  type PortfolioActionAnswer,
  type PortfolioActionInput,
  portfolioAction,
} from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { asSentence } from "../../format/sentence.ts";
import { useDialog } from "./action-dialog.tsx";
import { errorsIn, errorsOf } from "./field-errors.ts";

/** Refusals of the database that are about one field. */
const fieldOfCode: Record<string, string> = {
  client_exists: "name",
  account_exists: "name",
  code_taken: "code",
  due_before_start: "due_on",
  account_not_found: "account_id",
  lead_not_found: "lead_id",
  client_not_found: "client_id",
  client_in_use: "is_archived",
  client_archived: "status",
};

interface Options<Values> {
  schema: z.ZodType;
  initial: Values;
  /** The request for these values; the schema checks it first. */
  toAction: (values: Values) => PortfolioActionInput;
  onSaved: (answer: PortfolioActionAnswer, values: Values) => void;
  /** Handles an error that belongs to no field; returns false if it doesn't handle this one. */
  onRefused?: (error: ServiceError, values: Values) => boolean;
  /** Creates what the action refers to, and returns the values that name it; a refusal appears at its field. */
  prepare?: (values: Values) => Promise<Values>;
  /** Errors of fields that the action does not have. */
  ownErrors?: (values: Values) => FormErrors;
  /** Fields of refusals, where they differ from those of other forms. */
  fieldsOfCodes?: Record<string, string>;
  /** Whether there is anything to send; otherwise saving just closes the form. */
  hasChanges?: (values: Values) => boolean;
}

export interface ActionControls<Values extends object> {
  form: UseFormReturnType<Values>;
  submit: (values: Values) => Promise<void>;
  isBusy: boolean;
  /** A refusal or failure that belongs to no field. */
  problem: unknown;
}

/** A form over one action: its contract checks it here, and the service's refusals appear at their fields. */
export function useActionForm<Values extends object>({
  schema,
  initial,
  toAction,
  onSaved,
  onRefused,
  prepare,
  ownErrors,
  fieldsOfCodes = {},
  hasChanges = () => true,
}: Options<Values>): ActionControls<Values> {
  const dialog = useDialog();
  const [problem, setProblem] = useState<unknown>(null);
  const [isPreparing, setPreparing] = useState(false);
  const { mutateAsync, isPending } = useMutation({ mutationFn: portfolioAction });
  const form = useForm<Values>({
    initialValues: initial,
    validate: (values): FormErrors =>
      hasChanges(values)
        ? { ...errorsIn(schema, toAction(values), values), ...ownErrors?.(values) }
        : {},
  });
  const { isDirty } = form;
  useEffect(() => dialog.guard(() => isDirty()), [dialog, isDirty]);

  async function submit(values: Values) {
    setProblem(null);
    if (!hasChanges(values)) return dialog.finish();
    setPreparing(true);
    try {
      const complete = prepare ? await prepare(values) : values;
      onSaved(await mutateAsync(toAction(complete)), complete);
    } catch (error) {
      const errors = refusedFields(error, values, { ...fieldOfCode, ...fieldsOfCodes });
      if (errors) {
        form.setErrors(errors);
        focusFirst(form, errors);
      } else if (!(error instanceof ServiceError && onRefused?.(error, values))) {
        setProblem(error);
      }
    } finally {
      setPreparing(false);
    }
  }
  return { form, submit, isBusy: isPending || isPreparing, problem };
}

function refusedFields(
  error: unknown,
  values: object,
  fields: Record<string, string>,
): Record<string, string> | null {
  if (!(error instanceof ServiceError)) return null;
  const field = fields[error.code];
  if (field && field in values) return { [field]: asSentence(error.message) };
  return errorsOf(error, values);
}

/** Puts the cursor into the first field with an error. */
export function focusFirst<Values extends object>(
  form: UseFormReturnType<Values>,
  errors: FormErrors,
) {
  const first = Object.keys(errors)[0];
  if (first) form.getInputNode(first as never)?.focus();
}
