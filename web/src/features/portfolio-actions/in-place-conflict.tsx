import { type ReactNode, useState } from "react";
import type { VersionConflict } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { notifyFailed, notifyUndoable } from "../../ui/saved-notice.tsx";
import { useDialog } from "./action-dialog.tsx";
import { changedFields, disagreements } from "./changes.ts";
import { ConflictReview } from "./conflict-review.tsx";

type Columns = Record<string, unknown>;

interface Props<Values extends object, Field extends keyof Values & string> {
  fields: readonly Field[];
  labels: Record<Field, string>;
  show: (field: Field, value: unknown) => ReactNode;
  /** The form values of a row. */
  valuesOf: (columns: Columns) => Values;
  /** The row as the list showed it; it may lack columns. */
  row: object;
  /** The edit that was refused, by column. */
  changes: object;
  conflict: VersionConflict;
  /** Sends these values; returns the new version. Null clears a field. */
  update: (version: number, changes: Partial<Record<Field, unknown>>) => Promise<number>;
  /** "Project saved." */
  message: string;
}

/** Another person changed the row first: the person who edited it in the list chooses field by field. */
export function InPlaceConflict<Values extends object, Field extends keyof Values & string>(
  props: Props<Values, Field>,
) {
  const { fields, labels, show, valuesOf, row, changes, update, message } = props;
  const dialog = useDialog();
  const [conflict, setConflict] = useState(props.conflict);
  const currentValues = valuesOf(conflict.current);
  const shownRow = { ...conflict.current, ...definedColumns(row) };
  const rows = disagreements<Field>({
    fields,
    base: valuesOf(shownRow),
    input: valuesOf({ ...shownRow, ...changes }),
    current: currentValues,
    changes: conflict.changes,
  });
  const save = async (selection: Partial<Values>) => {
    const fieldsToSave = changedFields<Field>(fields, currentValues, {
      ...currentValues,
      ...selection,
    });
    if (fieldsToSave.length === 0) return dialog.finish();
    const valuesIn = (values: Partial<Values>) =>
      Object.fromEntries(
        fieldsToSave.map((field) => [field, values[field] === "" ? null : values[field]]),
      ) as Partial<Record<Field, unknown>>;
    try {
      const version = await update(conflict.version, valuesIn(selection));
      dialog.finish();
      notifyUndoable(message, () => update(version, valuesIn(currentValues)));
    } catch (error) {
      if (error instanceof ServiceError && error.code === "version_conflict") {
        setConflict(error.details as VersionConflict);
      } else {
        notifyFailed("Not saved", error);
      }
    }
  };
  return (
    <ConflictReview<Values, Field>
      key={conflict.version}
      conflict={{ fields: rows, save, edit: dialog.finish }}
      labels={labels}
      show={show}
      backLabel="Discard my change"
    />
  );
}

function definedColumns(row: object): Columns {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}
