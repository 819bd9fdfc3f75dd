import { TextInput, VisuallyHidden } from "@mantine/core";
import { SquarePenIcon } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { focusAgain } from "../opener.ts";
import classes from "./editable.module.css";

interface Props {
  /** Name of the field. */
  name: string;
  /** Name of the row. */
  of: string;
  value: ReactNode;
  /** Whether the row can't be edited. */
  isFixed: boolean;
  /** The value is a link, so a button beside it starts the edit. */
  isLink?: boolean;
  editor: (close: () => void) => ReactNode;
}

/** A value that becomes a field when a person presses it, and takes the focus back afterwards. */
export function Editable({ name, of, value, isFixed, isLink = false, editor }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [isEditing, setEditing] = useState(false);
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => {
      // A click elsewhere has moved the focus. The row may no longer match the filters.
      if (document.activeElement === document.body) focusAgain(button.current);
    });
  };
  if (isEditing) return <div className={classes.editor}>{editor(close)}</div>;
  if (isFixed) return value;
  if (isLink) {
    return (
      <div className={classes.beside}>
        {value}
        <button
          ref={button}
          type="button"
          className={classes.pencil}
          onClick={() => setEditing(true)}
        >
          {/* Not the pencil of the rail: the first page would load this chunk for it. */}
          <SquarePenIcon size={14} strokeWidth={1.6} aria-hidden />
          <VisuallyHidden>
            Change {name.toLowerCase()} of {of}
          </VisuallyHidden>
        </button>
      </div>
    );
  }
  return (
    <button ref={button} type="button" className={classes.value} onClick={() => setEditing(true)}>
      <VisuallyHidden>{name}: </VisuallyHidden>
      {value}
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

interface TextFieldProps {
  label: string;
  value: string;
  type?: "text" | "url";
  maxLength: number;
  /** Why this text can't be saved; undefined if it can. */
  problemIn: (text: string) => string | undefined;
  save: (text: string) => void;
  close: () => void;
}

/** Text in a cell: Enter and leaving save it, Escape restores it. Text that can't be saved stays in the field on Enter. */
export function TextField(props: TextFieldProps) {
  const { label, value, type = "text", maxLength, problemIn, save, close } = props;
  const [problem, setProblem] = useState<string>();
  // A field that closes loses the focus too, which must not save again.
  const isDone = useRef(false);
  const end = (text: string) => {
    if (isDone.current) return;
    isDone.current = true;
    if (text !== value && problemIn(text) === undefined) save(text);
    close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value.trim();
    if (event.key === "Enter") {
      const reason = problemIn(text);
      setProblem(reason);
      if (reason === undefined) end(text);
    } else if (event.key === "Escape") {
      end(value);
    } else return;
    event.stopPropagation();
  };
  return (
    <TextInput
      size="xs"
      type={type}
      maxLength={maxLength}
      autoFocus
      aria-label={label}
      defaultValue={value}
      error={problem}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={onKeyDown}
      onBlur={(event) => end(event.currentTarget.value.trim())}
    />
  );
}
