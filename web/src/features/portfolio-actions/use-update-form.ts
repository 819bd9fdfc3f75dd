import { useRef, useState } from "react";
import type { z } from "zod";
import {
  type PortfolioActionAnswer,
  type PortfolioActionInput,
  portfolioAction,
  type VersionConflict,
} from "../../api/routes.ts";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { useDialog } from "./action-dialog.tsx";
import { changedFields, type Disagreement, disagreements } from "./changes.ts";
import { type ActionControls, useActionForm } from "./use-action-form.ts";

interface Options<Values extends object, Field extends keyof Values & string> {
  schema: z.ZodType;
  /** The fields that count as a change, and are settled one by one if another person saved first. */
  fields: readonly Field[];
  /** The form values of the row. */
  initial: Values;
  version: number;
  valuesOf: (row: Record<string, unknown>) => Pick<Values, Field>;
  /** The action that changes these fields to these values. */
  toAction: (values: Values, fields: Field[], version: number) => PortfolioActionInput;
  versionOf: (answer: PortfolioActionAnswer) => number;
  savedMessage: string;
}

export interface Conflict<Values extends object, Field extends string> {
  fields: Disagreement<Field>[];
  /** Saves these values, based on the current version. */
  save: (selection: Partial<Values>) => Promise<void>;
  /** Returns to the form with these values. */
  edit: (selection: Partial<Values>) => void;
}

/** A form over a row that others may change too: no save overwrites what its author has not seen. */
export function useUpdateForm<Values extends object, Field extends keyof Values & string>(
  options: Options<Values, Field>,
): { controls: ActionControls<Values>; conflict: Conflict<Values, Field> | null } {
  const { fields, valuesOf, toAction } = options;
  const dialog = useDialog();
  const start = useRef({ base: options.initial, version: options.version });
  const [refusal, setRefusal] = useState<VersionConflict | null>(null);
  const changedIn = (values: Values) => changedFields(fields, start.current.base, values);

  const controls = useActionForm<Values>({
    schema: options.schema,
    initial: options.initial,
    toAction: (values) => toAction(values, changedIn(values), start.current.version),
    hasChanges: (values) => changedIn(values).length > 0,
    onSaved: (answer, values) => {
      const { base } = start.current;
      dialog.finish();
      const inverse = toAction(base, changedIn(values), options.versionOf(answer));
      notifyUndoable(options.savedMessage, () => portfolioAction(inverse));
    },
    onRefused: (error) => {
      if (error.code !== "version_conflict") return false;
      setRefusal(error.details as VersionConflict);
      return true;
    },
  });
  if (!refusal) return { controls, conflict: null };

  const { form } = controls;
  const currentValues = { ...start.current.base, ...valuesOf(refusal.current) };
  const accept = (selection: Partial<Values>): Values => {
    const values = { ...form.getValues(), ...selection };
    start.current = { base: currentValues, version: refusal.version };
    form.setValues(values);
    setRefusal(null);
    return values;
  };
  return {
    controls,
    conflict: {
      fields: disagreements({
        fields,
        base: start.current.base,
        input: form.getValues(),
        current: currentValues,
        changes: refusal.changes,
      }),
      save: (selection) => controls.submit(accept(selection)),
      edit: (selection) => void accept(selection),
    },
  };
}
