/** Compares values as a reader would: lists and objects by their contents. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The fields in which two versions differ, in the order given. */
export function changedFields<Field extends string>(
  fields: readonly Field[],
  before: Partial<Record<Field, unknown>>,
  after: Partial<Record<Field, unknown>>,
): Field[] {
  return fields.filter((field) => !isSame(before[field], after[field]));
}

/** The last author of a field among the changes that a conflict lists. */
interface Author {
  name: string | null;
  at: string;
}

/** A field that at least one of two people changed since both saw the same version. */
export interface Disagreement<Field extends string> {
  field: Field;
  /** My value. */
  input: unknown;
  current: unknown;
  /** Whether both changed it, to different values. */
  isBoth: boolean;
  /** The default choice: my value if I changed it, otherwise the current one. */
  suggestion: "input" | "current";
  /** Null where only I changed it. */
  author: Author | null;
}

interface Versions<Field extends string> {
  fields: readonly Field[];
  /** The common starting point. */
  base: Record<Field, unknown>;
  input: Record<Field, unknown>;
  /** The current value. */
  current: Record<Field, unknown>;
  changes: { at: string; by: { name: string } | null; fields: Record<string, unknown> }[];
}

/** Compares three versions field by field. If both made the same change, there is nothing to choose. */
export function disagreements<Field extends string>({
  fields,
  base,
  input,
  current,
  changes,
}: Versions<Field>): Disagreement<Field>[] {
  return fields
    .filter((field) => !isSame(input[field], current[field]))
    .map((field) => {
      const isMine = !isSame(base[field], input[field]);
      const isTheirs = !isSame(base[field], current[field]);
      const last = changes.findLast((change) => Object.hasOwn(change.fields, columnOf(field)));
      return {
        field,
        input: input[field],
        current: current[field],
        isBoth: isMine && isTheirs,
        suggestion: isMine ? "input" : "current",
        author: isTheirs && last ? { name: last.by?.name ?? null, at: last.at } : null,
      };
    });
}

/** The service lists changes by column. For archiving, the form has a switch, and the row a time. */
function columnOf(field: string): string {
  return field === "is_archived" ? "archived_at" : field;
}
