import { TextInput, VisuallyHidden } from "@mantine/core";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import classes from "./editable.module.css";

interface Props {
  /** Name of the field. */
  name: string;
  /** Name of the row. */
  of: string;
  shown: ReactNode;
  /** Whether the row can't be edited. */
  isFixed: boolean;
  editor: (close: () => void) => ReactNode;
}

/** A value that becomes a field when it is pressed, and takes the focus back afterwards. */
export function Editable({ name, of, shown, isFixed, editor }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [isEditing, setEditing] = useState(false);
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => {
      // A click elsewhere has moved the focus.
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    });
  };
  if (isEditing) return <div className={classes.editor}>{editor(close)}</div>;
  if (isFixed) return shown;
  return (
    <button ref={button} type="button" className={classes.value} onClick={() => setEditing(true)}>
      <VisuallyHidden>{name}: </VisuallyHidden>
      {shown}
      <VisuallyHidden>
        . Change {name.toLowerCase()} of {of}
      </VisuallyHidden>
    </button>
  );
}

/** Properties of a list in a cell. Focusing the field opens its list at the current value. */
export const listInCell = {
  size: "xs",
  autoFocus: true,
  onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
  comboboxProps: { withinPortal: true, width: 220, position: "bottom-start" },
} as const;

interface DueFieldProps {
  label: string;
  dueOn: string | null;
  save: (day: string | null) => void;
  close: () => void;
}

/** A due day in a cell: Enter and leaving save it, Escape restores it. */
export function DueField({ label, dueOn, save, close }: DueFieldProps) {
  const saveChange = (day: string) => {
    if (day !== (dueOn ?? "")) save(day || null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") saveChange(event.currentTarget.value);
    else if (event.key !== "Escape") return;
    event.currentTarget.value = dueOn ?? "";
    event.stopPropagation();
    close();
  };
  return (
    <TextInput
      size="xs"
      type="date"
      autoFocus
      aria-label={label}
      defaultValue={dueOn ?? ""}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.currentTarget.validity.valid) saveChange(event.currentTarget.value);
        close();
      }}
    />
  );
}
